import { tenantSlot, type Draft } from './draft.ts';
import { isWord } from '../sql/items.ts';
import { conditionEnds } from './keywords.ts';

/**
 * Adds the tenant to the condition behind `from`, or creates the condition.
 *
 * @param references names of the tables to limit
 * @param ends words that end the condition
 */
export function restrictCondition(
  draft: Draft,
  from: number,
  references: readonly string[],
  ends: readonly string[] = conditionEnds,
): void {
  const { items } = draft;
  const condition = references.flatMap((reference, index) => [
    `${index === 0 ? '' : ' and '}${reference}.tenant_id = `,
    tenantSlot,
  ]);
  if (condition.length === 0) return;
  const where = items.findIndex((item, index) => index >= from && isWord(item, 'where'));
  const place = draft.placeBefore(draft.endOf(where < 0 ? from - 1 : where, ends));
  const keyword = items[where];
  if (!keyword) return draft.insert(place, ' where ', ...condition);
  draft.insert(keyword.end, ' ', ...condition, ' and (');
  draft.insert(place, ')');
}
