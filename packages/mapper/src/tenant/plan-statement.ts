import { queryRefused } from './refusals.ts';
import { rewriteDelete, rewriteUpdate } from './changes.ts';
import { mainVerb } from './common-table-expressions.ts';
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
 * @throws TENANT_QUERY_REFUSED, TENANT_MISMATCH
 */
export function planStatement(text: string, options: DraftOptions): StatementPlan {
  const draft = new Draft(text, options);
  const { items, filtered } = draft;
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
  return draft.plan();
}
