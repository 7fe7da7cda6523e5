import type { FieldType } from '@platform/plugin-sdk/orm';
import type { ColumnModel, EntityModel } from './entity-model.ts';

type Convert = (value: unknown) => unknown;

/** A value as the database takes it. */
export function toColumn({ type }: ColumnModel, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  return type === 'decimal' ? text(value) : value;
}

type Scalar = string | number | boolean | bigint;

const text = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : (value as Scalar).toString();

/** What a DATE column holds: a day is the same in every time zone, and no moment. */
const isDay = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

const converters: Readonly<Record<FieldType, Convert>> = {
  boolean: (value) => value === true || value === 1 || value === '1' || value === 1n,
  number: Number,
  string: text,
  decimal: text,
  date: (value) => (isDay(value) ? value : new Date(value as string).toISOString()),
  json: (value) => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value),
};

/** What gives values of a type, the same on each database; null stays. (design 9.1-5, 9.7-46) */
export function converterFor(type: FieldType): Convert {
  const convert = converters[type];
  return (value) => (value === null || value === undefined ? null : convert(value));
}

/** Makes rows, whose columns are named like the fields, instances of their entity. */
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
