import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { FieldType } from '@platform/plugin-sdk/orm';
import { converterFor } from '../column-values.ts';
import { columnsOf } from '../entity-model.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Makes what a statement promises of its rows, which all have the same columns. */
export type RowsMapper = (rows: readonly Row[]) => unknown[];

/** One column, and where its value goes. */
export interface FieldReader {
  readonly column: string;
  readonly field: string;
  readonly convert: ((value: unknown) => unknown) | undefined;
}

/** `item_status` → `itemStatus`; names that have capitals already stay. (design 9.1-5) */
export const camelCase = (column: string): string =>
  column.replaceAll(/_+([a-z0-9])/gi, (_whole, letter: string) => letter.toUpperCase());

/** Works something out for the columns of a result, and keeps it while results have the same. */
export function byColumns<T>(workOut: (columns: readonly string[]) => T): (row: Row) => T {
  let last: { readonly columns: readonly string[]; readonly made: T } | undefined;
  return (row) => {
    const columns = Object.keys(row);
    if (last?.columns.length !== columns.length || !columns.every((name, at) => name === last?.columns[at])) {
      last = { columns, made: workOut(columns) };
    }
    return last.made;
  };
}

/** Puts the values of a row into an object. */
export function readFields(row: Row, fields: readonly FieldReader[], into: Record<string, unknown>): void {
  for (const { column, field, convert } of fields) {
    const value = row[column];
    into[field] = convert ? convert(value) : value;
  }
}

/** The first column alone, as a number, a text or a boolean. */
export function toScalar(type: FieldType): RowsMapper {
  const convert = converterFor(type);
  return (rows) => {
    const column = rows[0] ? (Object.keys(rows[0])[0] ?? '') : '';
    return rows.map((row) => convert(row[column]));
  };
}

/** Objects with each column; of a class, where its mapped fields have their types. */
export function toObjects(type: AbstractClass | undefined): RowsMapper {
  const mapped = new Map(type && columnsOf(type).map((column) => [column.column, column]));
  const create = creator(type);
  const fieldsFor = byColumns((columns) =>
    columns.map((column): FieldReader => {
      const model = mapped.get(column);
      return {
        column,
        field: model?.field ?? camelCase(column),
        convert: model?.type && converterFor(model.type),
      };
    }),
  );
  return (rows) => {
    if (!rows[0]) return [];
    const fields = fieldsFor(rows[0]);
    return rows.map((row) => {
      const object = create();
      readFields(row, fields, object);
      return object;
    });
  };
}

/** Makes empty objects, of a class where one is given; no constructor runs. */
export function creator(type: AbstractClass | undefined): () => Record<string, unknown> {
  if (!type) return () => ({});
  const prototype = type.prototype as object;
  return () => Object.create(prototype) as Record<string, unknown>;
}
