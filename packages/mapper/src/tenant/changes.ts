import { queryRefused } from '../refusals.ts';
import { assertTenantKept, assignmentsOf, changeStamps } from './assignments.ts';
import { restrictCondition } from './condition.ts';
import type { Draft } from './draft.ts';
import { isWord } from '../sql/items.ts';
import { rewriteJoinedDelete, rewriteJoinedUpdate } from './joined-changes.ts';
import { conditionEnds } from './keywords.ts';
import { restrictReads } from './reads.ts';

/**
 * Limits an update to the rows of the tenant, and sets time and actor. @param at index of `update`
 */
export function rewriteUpdate(draft: Draft, at: number): void {
  const target = draft.target(draft.items, at + 1);
  const set = target.next;
  if (!isWord(draft.items[set], 'set')) {
    if (draft.dialect === 'mysql') return rewriteJoinedUpdate(draft, at + 1);
    if (!draft.filtered) return;
    throw queryRefused(
      'an update of several tables',
      'Update one, and look the others up behind from or in sub-queries.',
    );
  }
  const end = draft.endOf(set + 1, ['from', 'where', ...conditionEnds]);
  const assignments = assignmentsOf(draft, set + 1, end, target.table);
  if (target.guarded) assertTenantKept(draft, assignments, target.table);
  const stamps = changeStamps(draft, target, assignments);
  draft.insert(draft.placeBefore(end), ...stamps.flatMap(([column, slot]) => [`, ${column} = `, { slot }]));
  if (target.guarded) restrictCondition(draft, set, [target.reference]);
  restrictReads(draft, draft.items.slice(set));
}

/** Limits a delete to the rows of the tenant. @param at index of `delete` */
export function rewriteDelete(draft: Draft, at: number): void {
  const { items, dialect } = draft;
  if (!isWord(items[at + 1], 'from')) {
    if (dialect === 'mysql') return rewriteJoinedDelete(draft, at + 1, 'from');
    if (!draft.filtered) return;
    throw queryRefused('a delete from several tables', 'Write delete from <table> where …');
  }
  const target = draft.target(items, at + 2);
  const next = items[target.next];
  const using = isWord(next, 'using') && dialect === 'postgres';
  if (!using && next && !isWord(next, 'where', ...conditionEnds)) {
    if (dialect === 'mysql') return rewriteJoinedDelete(draft, at + 2, 'using');
    if (draft.filtered) throw queryRefused('a delete with joins', 'Look the others up in sub-queries.');
  }
  if (target.guarded) restrictCondition(draft, target.next, [target.reference]);
  restrictReads(draft, items.slice(using ? target.next + 1 : target.next), using);
}
