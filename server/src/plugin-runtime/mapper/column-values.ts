import type { ColumnModel, EntityModel } from './entity-model.ts';

/** A value as the database takes it. */
export function toColumn({ type }: ColumnModel, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  return type === 'decimal' ? text(value) : value;
}

/** A value as the entity has it, the same on each database. (design 9.1-5, 9.7-46) */
export function fromColumn({ type }: ColumnModel, value: unknown): unknown {
  if (value === null || value === undefined) return value ?? null;
  switch (type) {
    case 'boolean':
      return value === true || value === 1 || value === '1' || value === 1n;
    case 'number':
      return Number(value);
    case 'string':
    case 'decimal':
      return text(value);
    case 'date':
      return new Date(value as string).toISOString();
    case 'json':
      return typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
    case undefined:
      return value;
  }
}

/** A row as an instance of its entity. */
export function toEntity(model: EntityModel, row: Readonly<Record<string, unknown>>): object {
  const entity = Object.create(model.entity.prototype as object) as Record<string, unknown>;
  for (const column of model.columns) entity[column.field] = fromColumn(column, row[column.field]);
  return entity;
}

type Scalar = string | number | boolean | bigint;

const text = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : (value as Scalar).toString();
