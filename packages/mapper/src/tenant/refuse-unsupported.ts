import { queryRefused } from '../refusals.ts';
import type { Draft } from './draft.ts';
import { isGroup, isName, isWord, leaves, type Leaf } from '../sql/items.ts';
import { isLock } from './locked-reads.ts';

const xmlOfQuery = /^((query|table|schema|database|cursor)_to_xml|dblink|ts_stat)/;

/**
 * Refuses a statement that names a tenant table in an unknown place, or that may run further SQL.
 *
 * @param text of the statement
 * @param lockedInPlace whether its own lock has been rewritten
 */
export function refuseUnsupported(draft: Draft, text: string, lockedInPlace: boolean): void {
  let derived = false;
  let locks = lockedInPlace ? -1 : 0;
  for (const { leaf, next } of leaves(draft.items)) {
    if (isWord(leaf, ';'))
      throw queryRefused('it contains several statements', 'Run each statement on its own.');
    if (leaf.kind === 'word' && leaf.name === 'u' && text.charAt(leaf.end) === '&') {
      throw queryRefused('names with escapes', 'Write names plainly.');
    }
    if (leaf.kind === 'word' && xmlOfQuery.test(leaf.name) && isGroup(next)) {
      throw queryRefused(`${leaf.text} runs SQL of its own`, 'Write the query itself.');
    }
    if (isLock(leaf, next)) locks += 1;
    derived ||= draft.understood.has(leaf);
    if (draft.understood.has(leaf) || (isName(leaf) && isWord(next, '.'))) continue;
    const named = namesIn(leaf).find((name) => isLimited(draft, name));
    if (named === undefined) continue;
    throw queryRefused(
      `it names the table ${named} in an unsupported place`,
      'Name tables behind from, join, into and update only; rename columns of that name and bind such texts.',
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

const isLimited = ({ catalog, filtered, rows }: Draft, name: string): boolean =>
  (filtered && catalog.isTenantTable(name)) || name.toLowerCase() === rows?.table;
