import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { FieldType } from '@platform/plugin-sdk/orm';
import { converterFor } from '../column-values.ts';
import { columnsOf } from '../entity-model.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Maps the rows of a result, which all have the same columns. */
export type RowsMapper = (rows: readonly Row[]) => unknown[];

/** A column and the property it is written to. */
export interface FieldReader {
  readonly column: string;
  readonly field: string;
  readonly convert: ((value: unknown) => unknown) | undefined;
}

/** `item_status` → `itemStatus`; names with capitals stay unchanged. (design 9.1-5) */
export const camelCase = (column: string): string =>
  column.replaceAll(/_+([a-z0-9])/gi, (_whole, letter: string) => letter.toUpperCase());

/** Memoises a computation as long as results have the same columns. */
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

/** Writes the values of a row to an object. */
export function readFields(row: Row, fields: readonly FieldReader[], into: Record<string, unknown>): void {
  for (const { column, field, convert } of fields) {
    const value = row[column];
    into[field] = convert ? convert(value) : value;
  }
}

/** Maps the first column alone to a number, text or boolean. */
export function toScalar(type: FieldType): RowsMapper {
  const convert = converterFor(type);
  return (rows) => {
    const column = rows[0] ? (Object.keys(rows[0])[0] ?? '') : '';
    return rows.map((row) => convert(row[column]));
  };
}

/** Maps rows to objects; fields of a mapped class keep their types. */
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

/** Creates empty objects, of a class if one is given, without running a constructor. */
export function creator(type: AbstractClass | undefined): () => Record<string, unknown> {
  if (!type) return () => ({});
  const prototype = type.prototype as object;
  return () => Object.create(prototype) as Record<string, unknown>;
}
