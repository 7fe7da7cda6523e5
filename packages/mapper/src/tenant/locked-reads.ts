import { queryRefused } from '../refusals.ts';
import { restrictCondition } from './condition.ts';
import type { Draft } from './draft.ts';
import { isWord, type Item } from '../sql/items.ts';
import { restrictJoined } from './joined-tables.ts';
import { endsFrom } from './keywords.ts';
import { restrictReads } from './reads.ts';

const conditionEnds = [...endsFrom, 'lock', 'procedure'].filter((word) => word !== 'where');

/** Whether a lock of rows begins at an item. */
export const isLock = (item: Item | undefined, next: Item | undefined): boolean =>
  isWord(item, 'for', 'lock') && isWord(next, 'update', 'share', 'in');

/**
 * Limits `select … for update` on MariaDB, which locks no rows behind a sub-query.
 *
 * Tables stay in place and are limited where they are joined.
 *
 * @returns whether the statement is one
 */
export function restrictLocked(draft: Draft, at: number): boolean {
  const { items } = draft;
  if (!draft.filtered || draft.dialect !== 'mysql' || !isWord(items[at], 'select')) return false;
  if (!items.some((item, index) => isLock(item, items[index + 1]))) return false;
  const from = draft.endOf(at, ['from']);
  if (from === items.length) return false;
  if (items.slice(at).some((item) => isWord(item, 'union', 'intersect', 'except'))) {
    throw queryRefused('a union cannot be locked', 'Lock the rows of each table on its own.');
  }
  const end = draft.endOf(from, [...endsFrom, 'lock', 'procedure']);
  const { references } = restrictJoined(draft, from + 1, end);
  restrictCondition(draft, end, references, conditionEnds);
  restrictReads(draft, items.slice(at, from));
  if (isWord(items[end], 'where')) restrictReads(draft, items.slice(end));
  else for (const item of items.slice(end)) if ('items' in item) restrictReads(draft, item.items);
  return true;
}
