import type { ResultMap } from '@platform/mapper';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import { bindResult, type BoundResult } from './bound-result.ts';
import { byColumns, readFields, type Row, type RowsMapper } from './rows-mapper.ts';

type Value = Record<string, unknown>;

/** An object being assembled, with its nested objects by property. */
interface Placed {
  readonly value: Value;
  readonly within: Groups;
}

/** Objects by bound result and key. */
type Groups = Map<BoundResult, Map<string, Placed>>;

/**
 * Assembles objects from rows. (design 3.6)
 *
 * With nested maps, rows with the same ids (or, without ids, the same values) form one object.
 * Lists keep the order of the rows.
 */
export function resultMapper(map: ResultMap<AbstractClass>): RowsMapper {
  const bound = byColumns((columns) => bindResult(map, columns));
  return (rows) => {
    const results: Value[] = [];
    if (!rows[0]) return results;
    const outermost = bound(rows[0]);
    const groups: Groups = new Map();
    for (const row of rows) {
      const result = chosen(outermost, row);
      place(result, row, result.nested.length > 0 ? groups : undefined, (value) => results.push(value));
    }
    return results;
  };
}

function place(result: BoundResult, row: Row, groups: Groups | undefined, add: (value: Value) => void): void {
  const group = groups && groupOf(groups, result);
  const key = group && keyOf(result, row);
  let placed = key === undefined ? undefined : group?.get(key);
  if (!placed) {
    placed = { value: create(result, row), within: new Map() };
    if (key !== undefined) group?.set(key, placed);
    add(placed.value);
  }
  for (const { property, many, result: inner, isThere } of result.nested) {
    if (!isThere(row)) continue;
    const { value, within } = placed;
    place(chosen(inner, row), row, within, (added) => {
      if (many) (value[property] as Value[]).push(added);
      else value[property] ??= added;
    });
  }
}

function groupOf(groups: Groups, result: BoundResult): Map<string, Placed> {
  const known = groups.get(result);
  if (known) return known;
  const group = new Map<string, Placed>();
  groups.set(result, group);
  return group;
}

function create({ create: make, fields, nested }: BoundResult, row: Row): Value {
  const value = make();
  readFields(row, fields, value);
  for (const { property, many } of nested) value[property] = many ? [] : null;
  return value;
}

/** A discriminator's map may have a discriminator itself. */
function chosen(result: BoundResult, row: Row): BoundResult {
  const next = result.choose?.(row);
  return next ? chosen(next, row) : result;
}

function keyOf({ keys }: BoundResult, row: Row): string | undefined {
  if (keys.length === 0) return undefined;
  return keys.map((column) => `${typeof row[column]} ${String(row[column])}`).join('\0');
}
