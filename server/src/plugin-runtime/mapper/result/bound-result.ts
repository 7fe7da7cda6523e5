import type { ResultMap } from '@platform/mapper';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { FieldType } from '@platform/plugin-sdk/orm';
import { converterFor } from '../column-values.ts';
import { columnsOf } from '../entity-model.ts';
import { camelCase, creator, type FieldReader, type Row } from './rows-mapper.ts';

/** A result map bound to the columns of a result. */
export interface BoundResult {
  readonly create: () => Record<string, unknown>;
  readonly fields: readonly FieldReader[];
  /** Columns that identify an object; if empty, each row is an object. */
  readonly keys: readonly string[];
  readonly nested: readonly BoundNested[];
  /** Selects another map by a value of the row. */
  readonly choose: ((row: Row) => BoundResult | undefined) | undefined;
}

export interface BoundNested {
  readonly property: string;
  readonly many: boolean;
  readonly result: BoundResult;
  readonly isThere: (row: Row) => boolean;
}

/** @param columns as named by the database; maps name them case-insensitively */
export function bindResult(map: ResultMap<AbstractClass>, columns: readonly string[]): BoundResult {
  const byName = new Map(columns.map((column) => [column.toLowerCase(), column]));
  return bind(map, byName, '', true);
}

type Columns = ReadonlyMap<string, string>;

function bind(
  map: ResultMap<AbstractClass>,
  columns: Columns,
  prefix: string,
  outermost: boolean,
): BoundResult {
  const find = (column: string): string | undefined => columns.get((prefix + column).toLowerCase());
  const mappedColumns = map.type ? columnsOf(map.type) : [];
  const types = new Map(mappedColumns.map(({ field, type }) => [field, type]));
  const fieldOf = new Map(mappedColumns.map(({ field, column }) => [column.toLowerCase(), field]));
  const mapped = map.fields.flatMap(({ column, property, type, isId }) => {
    const found = find(column);
    const fieldType = type ?? types.get(property);
    const convert = fieldType && converterFor(fieldType);
    return found === undefined ? [] : [{ column: found, field: property, convert, isId }];
  });
  const nested = map.nested.map((inner): BoundNested => {
    const innerPrefix = prefix + inner.columnPrefix;
    const result = bind(inner.map, columns, innerPrefix, false);
    const required = inner.notNullColumns.flatMap(
      (column) => columns.get((innerPrefix + column).toLowerCase()) ?? [],
    );
    const any = (row: Row): boolean => required.some((column) => row[column] !== null);
    const isThere = inner.notNullColumns.length > 0 ? any : (row: Row): boolean => hasValue(result, row);
    return { property: inner.property, many: inner.many, result, isThere };
  });
  const fields = [...mapped, ...automatic(map, columns, prefix, outermost, types, fieldOf)];
  const ids = mapped.filter(({ isId }) => isId);
  const { discriminator } = map;
  const chosenBy = discriminator && find(discriminator.column);
  const cases = new Map<string, BoundResult>();
  const choose = (row: Row): BoundResult | undefined => {
    const value = text(row[chosenBy ?? '']);
    const known = cases.get(value);
    const chosen = discriminator?.cases.get(value);
    if (known || !chosen) return known;
    const bound = bind(chosen, columns, prefix, outermost);
    cases.set(value, bound);
    return bound;
  };
  return {
    create: creator(map.type),
    fields,
    keys: (ids.length > 0 ? ids : fields).map(({ column }) => column),
    nested,
    choose: chosenBy === undefined ? undefined : choose,
  };
}

/**
 * Columns without an explicit mapping, for automatic mapping.
 *
 * It applies to the outermost map if nothing is nested, or if `autoMapping` is set.
 */
function automatic(
  map: ResultMap<AbstractClass>,
  columns: Columns,
  prefix: string,
  outermost: boolean,
  types: ReadonlyMap<string, FieldType | undefined>,
  fieldOf: ReadonlyMap<string, string>,
): FieldReader[] {
  if (!(map.autoMapping ?? (outermost && map.nested.length === 0))) return [];
  const named = new Set(namedColumns(map, prefix));
  const prefixes = map.nested.map(({ columnPrefix }) => (prefix + columnPrefix).toLowerCase());
  return [...columns].flatMap(([name, column]): FieldReader[] => {
    const isOthers = prefixes.some((other) => other.length > prefix.length && name.startsWith(other));
    if (named.has(name) || isOthers || !name.startsWith(prefix.toLowerCase())) return [];
    const field = fieldOf.get(name.slice(prefix.length)) ?? camelCase(column.slice(prefix.length));
    if (map.fields.some(({ property }) => property === field)) return [];
    const type = types.get(field);
    return [{ column, field, convert: type && converterFor(type) }];
  });
}

/** Lower-case names of all columns of a map and its nested maps. */
function namedColumns({ fields, nested, discriminator }: ResultMap<AbstractClass>, prefix: string): string[] {
  return [
    ...fields.map(({ column }) => (prefix + column).toLowerCase()),
    ...nested.flatMap(({ map, columnPrefix }) => namedColumns(map, prefix + columnPrefix)),
    ...[...(discriminator?.cases.values() ?? [])].flatMap((map) => namedColumns(map, prefix)),
  ];
}

function hasValue({ fields, nested, choose }: BoundResult, row: Row): boolean {
  const chosen = choose?.(row);
  if (chosen) return hasValue(chosen, row);
  return fields.some(({ column }) => row[column] !== null) || nested.some(({ isThere }) => isThere(row));
}

const text = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : (value as { toString(): string }).toString();
