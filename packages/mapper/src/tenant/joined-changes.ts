import { queryRefused } from '../refusals.ts';
import { assertTenantKept, assignmentsOf, changeStamps, type Assignment } from './assignments.ts';
import { restrictCondition } from './condition.ts';
import type { Draft, Target } from './draft.ts';
import { isName, isWord } from '../sql/items.ts';
import { restrictJoined } from './joined-tables.ts';
import { restrictReads } from './reads.ts';

/**
 * `update a join b on … set a.x = …, b.y = … where …` (MariaDB).
 * @param from index of the first table
 */
export function rewriteJoinedUpdate(draft: Draft, from: number): void {
  if (!draft.filtered) return;
  const { items } = draft;
  const set = draft.endOf(from, ['set']);
  const { tables, references } = restrictJoined(draft, from, set);
  const end = draft.endOf(set + 1, ['where', 'order', 'limit']);
  const assignments = assignmentsOf(draft, set + 1, end, tables.map(({ table }) => table).join());
  const guarded = tables.find((target) => target.guarded);
  if (guarded) assertTenantKept(draft, assignments, guarded.table);
  for (const target of tables) stamp(draft, target, assignments, end);
  restrictCondition(draft, set, references);
  restrictReads(draft, items.slice(set));
}

/**
 * Stamps a table whose columns are assigned with its qualifier. Bare columns could be any table's.
 */
function stamp(draft: Draft, target: Target, assignments: readonly Assignment[], end: number): void {
  const own = assignments.filter(({ qualifier }) => qualifier === target.reference.toLowerCase());
  if (own.length === 0) return;
  const stamps = changeStamps(draft, target, own);
  draft.insert(
    draft.placeBefore(end),
    ...stamps.flatMap(([column, slot]) => [`, ${target.reference}.${column} = `, { slot }]),
  );
}

/**
 * Limits `delete a from a join b …` and `delete from a using a join b …` (MariaDB).
 *
 * @param from index of the first deleted table
 * @param word keyword before the joined tables
 */
export function rewriteJoinedDelete(draft: Draft, from: number, word: 'from' | 'using'): void {
  if (!draft.filtered) return;
  const { items } = draft;
  const listAt = draft.endOf(from, [word]);
  if (listAt === items.length)
    throw queryRefused('a delete with joins', 'Write delete <table> from <table> join … where …');
  // Deleted tables are among those behind the word, all of which are limited.
  for (const item of items.slice(from, listAt)) if (isName(item)) draft.understood.add(item);
  const end = draft.endOf(listAt, ['where', 'order', 'limit', 'returning']);
  const { references } = restrictJoined(draft, listAt + 1, end);
  restrictCondition(draft, end, references);
  if (isWord(items[end], 'where')) restrictReads(draft, items.slice(end));
}
