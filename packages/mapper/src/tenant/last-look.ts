import { queryRefused } from './refusals.ts';
import type { Draft } from './draft.ts';
import { isGroup, isName, isWord, leaves, type Leaf } from './items.ts';
import { isLock } from './locked-reads.ts';

const xmlOfQuery = /^((query|table|schema|database|cursor)_to_xml|dblink|ts_stat)/;

/**
 * Refuses a statement in which a tenant table is named that was not dealt with, or that may run SQL of its own.
 *
 * @param text of the statement
 * @param lockedInPlace the statement's own lock has been dealt with
 */
export function refuseWhatIsNotUnderstood(draft: Draft, text: string, lockedInPlace: boolean): void {
  let derived = false;
  let locks = lockedInPlace ? -1 : 0;
  for (const { leaf, next } of leaves(draft.items)) {
    if (isWord(leaf, ';'))
      throw queryRefused('several statements in one', 'Make each a statement of its own.');
    if (leaf.kind === 'word' && leaf.name === 'u' && text.charAt(leaf.end) === '&') {
      throw queryRefused('names with escapes', 'Write names plainly.');
    }
    if (leaf.kind === 'word' && xmlOfQuery.test(leaf.name) && isGroup(next)) {
      throw queryRefused(`${leaf.text} runs SQL of its own`, 'Write the query itself.');
    }
    if (isLock(leaf, next)) locks += 1;
    derived ||= draft.understood.has(leaf);
    if (draft.understood.has(leaf) || (isName(leaf) && isWord(next, '.'))) continue;
    const named = namesIn(leaf).find((name) => draft.catalog.isTenantTable(name));
    if (named === undefined) continue;
    throw queryRefused(
      `it names the table ${named} where the filter does not follow`,
      'Name tables behind from, join, into and update; give a column or text of that name as a bound value or alias.',
    );
  }
  if (draft.dialect === 'mysql' && derived && locks > 0) {
    throw queryRefused(
      'rows of a filtered table cannot be locked in a sub-query',
      'Lock them in the statement itself.',
    );
  }
}

const namesIn = ({ kind, name }: Leaf): readonly string[] =>
  kind === 'string' ? (name.match(/[\p{L}_][\p{L}\p{N}_$]*/gu) ?? []) : kind === 'symbol' ? [] : [name];
