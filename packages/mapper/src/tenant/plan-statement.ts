import { assertDataStatement, hostTableForbidden, hostTablesIn } from '../guard/guard.ts';
import { queryRefused } from '../refusals.ts';
import { rewriteDelete, rewriteUpdate } from './changes.ts';
import { mainVerb } from '../sql/common-table-expressions.ts';
import { sumDecimals } from './decimals.ts';
import { Draft, type DraftOptions } from './draft.ts';
import { rewriteInsert } from './inserts.ts';
import { isGroup, isLeaf, isWord } from '../sql/items.ts';
import { refuseUnsupported } from './refuse-unsupported.ts';
import { restrictLocked } from './locked-reads.ts';
import type { StatementPlan } from './plan.ts';
import { restrictReads } from './reads.ts';

/**
 * Limits one statement to the rows of the tenant.
 *
 * Tables that are read become sub-queries, changes get a condition, inserts get the filled
 * columns. A tenant table in any other place refuses the statement: what the planner does not
 * understand never runs. (design 3.6, 9.1-2)
 *
 * @throws TENANT_QUERY_REFUSED, TENANT_MISMATCH, SQL_FORBIDDEN, DATA_SCOPE_INVALID
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
  if (filtered || options.rows) refuseUnsupported(draft, text, lockedInPlace);
  assertDataStatement(items, text);
  assertNoHostTable(draft);
  return draft.plan();
}

/** Keeps the statement as it is, except for host tables. */
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

/** @throws SQL_FORBIDDEN for a host table that is written, or in an unknown place */
function assertNoHostTable(draft: Draft): void {
  for (const leaf of hostTablesIn(draft.items, draft.catalog)) {
    if (!draft.readable.has(leaf)) throw hostTableForbidden(leaf.name);
  }
}
