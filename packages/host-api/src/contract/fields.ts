import { Type, type TSchema } from 'typebox';
import type { DataOf } from './data-of.ts';

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const nullableText = (maxLength?: number) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...(maxLength === undefined ? {} : { maxLength }) });

/** One of a few texts. An enumeration serialises faster than a union of literals. */
export const oneOf = <const T extends string>(...values: readonly T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values] });

/** An object whose properties this contract leaves open. */
export const OpenObject = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
});

/** The answer of a route that returns no data. */
export const Nothing = Type.Unsafe<void>({ type: 'null' });

export const PositiveId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** `?async=true`: answer at once with the task's id. (design 2.3) */
export const AsyncQuery = Type.Object({ async: Type.Optional(Type.Boolean()) });

export const VersionText = Type.String({ pattern: String.raw`^\d+\.\d+\.\d+$`, maxLength: 32 });

/** An identifier: a plain JSON number. (design 2.1) */
export const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const nullableId = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

/** One of a few numbers. */
export const oneOfIntegers = <const T extends number>(...values: readonly T[]) =>
  Type.Unsafe<T>({ type: 'integer', enum: [...values] });

/** 1 enabled, 0 disabled. */
export const Status = oneOfIntegers(0, 1);

export const Time = Type.String({ description: 'ISO 8601, UTC, milliseconds' });

/**
 * `updateTime` of the record that a person has changed: where the stored one is another, the change
 * is refused with CHANGED_MEANWHILE. Absent, nothing is compared. (design 12.1-3)
 */
export const SeenTime = Type.Optional(Type.String({ format: 'date-time' }));

/** A text that is not blank. */
export const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: String.raw`\S` });

/** A field of a change; when it is absent, the stored value stays. */
export const optionalText = (maxLength: number) => Type.Optional(nullableText(maxLength));

/** At most 20 texts: `language` is a pattern, `text` the rules of a JSON schema for each. */
export const textsByLanguage = (rules: { description: string; language: string; text: object }) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    description: rules.description,
    propertyNames: { pattern: rules.language },
    additionalProperties: { type: 'string', ...rules.text },
    maxProperties: 20,
  });

/** One identifier or several in a path, separated by commas. */
export const IdsParams = Type.Object({
  ids: Type.String({ pattern: String.raw`^\d{1,16}(,\d{1,16}){0,199}$` }),
});

/** Filters a list of events by their time. */
export const TimeRange = {
  beginTime: Type.Optional(Type.String({ format: 'date-time' })),
  endTime: Type.Optional(Type.String({ format: 'date-time' })),
};

/** How many records a request changed. */
export const Changed = Type.Object({ changed: Type.Integer() });

/** How many records a request removed. One alone can be put back for a while. (design 12.1-3) */
export const Removed = Type.Object({
  changed: Type.Integer(),
  undo: Type.Optional(
    Type.Object(
      { undoId: Id, seconds: Type.Integer({ description: 'For so long the removal can be undone' }) },
      { description: 'Of one record that can be put back' },
    ),
  ),
});

export type RemovedRecords = DataOf<typeof Removed>;

/** Longest password, which bounds the cost of hashing one. */
export const PASSWORD_MAX = 128;

export const Password = Type.String({ minLength: 1, maxLength: PASSWORD_MAX });

/** Permissions read `domain:object:action`; those of applications may have two parts or more. */
export const PERMISSION_PATTERN = /^[A-Za-z0-9_-]+(?::[A-Za-z0-9_-]+)+$/;
