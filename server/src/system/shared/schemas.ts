import { Type } from '../../kernel/index.ts';

/** An identifier; a plain JSON number. (design 2.1) */
export const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** 1 enabled, 0 disabled. */
export const Status = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] });

/** ISO 8601 in UTC with milliseconds. */
export const Time = Type.String({ description: 'ISO 8601, UTC, milliseconds' });

export const nullableText = (maxLength?: number) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...(maxLength === undefined ? {} : { maxLength }) });

export const nullableId = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

/** A text that has something in it. */
export const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: String.raw`\S` });

/** A field of a change: absent leaves what is there. */
export const optionalText = (maxLength: number) => Type.Optional(nullableText(maxLength));

/** One identifier or several, separated by commas, in a path. */
export const IdsParams = Type.Object({
  ids: Type.String({ pattern: String.raw`^\d{1,16}(,\d{1,16}){0,199}$` }),
});

export const idsOf = (text: string): number[] => [...new Set(text.split(',').map(Number))];

/** What lists of events can be narrowed to, by time of the event. */
export const TimeRange = {
  beginTime: Type.Optional(Type.String({ format: 'date-time' })),
  endTime: Type.Optional(Type.String({ format: 'date-time' })),
};

/** How many records an operation changed. */
export const Changed = Type.Object({ changed: Type.Integer() });
