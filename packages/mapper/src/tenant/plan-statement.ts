import { assertDataStatement, hostTableForbidden, hostTablesIn } from '../guard/guard.ts';
import { queryRefused } from './refusals.ts';
import { rewriteDelete, rewriteUpdate } from './changes.ts';
import { mainVerb } from './common-table-expressions.ts';
import { sumDecimals } from './decimals.ts';
import { Draft, type DraftOptions } from './draft.ts';
import { rewriteInsert } from './inserts.ts';
import { isGroup, isLeaf, isWord } from './items.ts';
import { refuseWhatIsNotUnderstood } from './last-look.ts';
import { restrictLocked } from './locked-reads.ts';
import type { StatementPlan } from './plan.ts';
import { restrictReads } from './reads.ts';

/**
 * Limits one statement to the tenant's rows. Tables that are read become sub-queries of the tenant's rows; changes get a
 * condition; inserts, the columns that the data layer fills. Only the places that are understood are touched, and a
 * tenant table that is named anywhere else refuses the statement: what is not understood never runs. (design 3.6, 9.1-2)
 *
 * @throws TENANT_QUERY_REFUSED, TENANT_MISMATCH, SQL_FORBIDDEN
 */
export function planStatement(text: string, options: DraftOptions): StatementPlan {
  const draft = new Draft(text, options);
  const { items, filtered } = draft;
  if (options.sumsDecimals) sumDecimals(draft);
  if (options.verbatim) return planVerbatim(draft, text);
  const at = mainVerb(items);
  const verb = items[at];
  let lockedInPlace = false;
  if (at > 0) restrictReads(draft, items.slice(0, at));
  if (isGroup(verb) || isWord(verb, 'select', 'values')) {
    lockedInPlace = restrictLocked(draft, at);
    if (!lockedInPlace) restrictReads(draft, items.slice(at));
  } else if (isWord(verb, 'insert')) rewriteInsert(draft, at);
  else if (isWord(verb, 'update')) rewriteUpdate(draft, at);
  else if (isWord(verb, 'delete')) rewriteDelete(draft, at);
  else if (filtered) {
    throw queryRefused(
      `it begins with ${isLeaf(verb) ? verb.text : 'nothing'}`,
      'Only select, insert, update and delete can be filtered.',
    );
  }
  if (filtered) refuseWhatIsNotUnderstood(draft, text, lockedInPlace);
  assertDataStatement(items, text);
  assertNoHostTable(draft);
  return draft.plan();
}

/** As it is, but for what the host lets applications see of its own tables. */
function planVerbatim(draft: Draft, text: string): StatementPlan {
  assertDataStatement(draft.items, text);
  const [host] = hostTablesIn(draft.items, draft.catalog);
  if (host) {
    const at = mainVerb(draft.items);
    const verb = draft.items[at];
    if (!isGroup(verb) && !isWord(verb, 'select', 'values')) throw hostTableForbidden(host.name);
    restrictReads(draft, draft.items);
  }
  assertNoHostTable(draft);
  return draft.plan();
}

/** @throws SQL_FORBIDDEN for one that is written to, or stands where the statement is not understood */
function assertNoHostTable(draft: Draft): void {
  for (const leaf of hostTablesIn(draft.items, draft.catalog)) {
    if (!draft.readable.has(leaf)) throw hostTableForbidden(leaf.name);
  }
}
