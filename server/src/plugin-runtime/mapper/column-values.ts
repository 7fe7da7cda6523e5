import type { FieldType } from '@platform/plugin-sdk/orm';
import type { ColumnModel, EntityModel } from './entity-model.ts';

type Convert = (value: unknown) => unknown;

/** Converts a value for the database. */
export function toColumn({ type }: ColumnModel, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  if (type === 'date') return inUtc(value);
  return type === 'decimal' ? text(value) : value;
}

/** Databases read a zone differently, and SQLite compares timestamps as text. */
function inUtc(value: unknown): unknown {
  if (typeof value !== 'string' || !/T.*(?:Z|[+-]\d\d:\d\d)$/.test(value)) return value;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? value : moment.toISOString();
}

type Scalar = string | number | boolean | bigint;

const text = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : (value as Scalar).toString();

/** A DATE column holds a day, which has no time zone. */
const isDay = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

const converters: Readonly<Record<FieldType, Convert>> = {
  boolean: (value) => value === true || value === 1 || value === '1' || value === 1n,
  number: Number,
  string: text,
  decimal: text,
  date: (value) => (isDay(value) ? value : new Date(value as string).toISOString()),
  json: (value) => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value),
};

/**
 * Returns the converter of a type, equal on every database; null stays null. (design 9.1-5, 9.7-46)
 */
export function converterFor(type: FieldType): Convert {
  const convert = converters[type];
  return (value) => (value === null || value === undefined ? null : convert(value));
}

/** Returns a function that turns rows into instances of their entity. */
export function entityReader({
  entity,
  columns,
}: EntityModel): (row: Readonly<Record<string, unknown>>) => object {
  const prototype = entity.prototype as object;
  const fields = columns.map(({ field, type }) => ({ field, convert: type && converterFor(type) }));
  return (row) => {
    const instance = Object.create(prototype) as Record<string, unknown>;
    for (const { field, convert } of fields) {
      const value = row[field] ?? null;
      instance[field] = convert ? convert(value) : value;
    }
    return instance;
  };
}
