import { queryRefused } from '../refusals.ts';
import { tenantSlot, type Draft } from './draft.ts';
import { isGroup, isLeaf, isName, isWord, type Item, type Leaf } from '../sql/items.ts';
import { endsFrom } from './keywords.ts';

/**
 * Limits the tables read in one pair of parentheses, or by the statement itself.
 *
 * Tables become `(select * from t where tenant_id = …) t`, which suits every kind of join.
 *
 * @param from whether the items begin with a list of tables
 */
export function restrictReads(draft: Draft, items: readonly Item[], from = false): void {
  const query = from || isWord(items[0], 'select', 'with', 'set', 'where') || isGroup(items[0]);
  if (draft.filtered && isWord(items[0], 'insert', 'update', 'delete', 'merge')) {
    throw queryRefused('a change is part of another statement', 'Run the two one after the other.');
  }
  let listing = from;
  let expected = from;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (isGroup(item)) {
      restrictReads(draft, item.items, expected && !isWord(item.items[0], 'select', 'with', 'values'));
      expected = false;
    } else if (expected) {
      if (isWord(item, 'lateral')) continue;
      index = restrictTable(draft, items, index);
      expected = false;
    } else if (query && isWord(item, 'from') && !isDistinctFrom(items, index)) {
      listing = expected = true;
    } else if (listing && isWord(item, ',', 'join', 'straight_join')) {
      expected = true;
    } else if (isLeaf(item) && item.kind === 'word' && endsFrom.has(item.name)) {
      listing = false;
      if (draft.filtered && isWord(item, 'into')) {
        throw queryRefused('it selects into something', 'Select first, then insert the rows.');
      }
    }
  }
}

/** @returns index of the last item of the table name */
function restrictTable(draft: Draft, items: readonly Item[], first: number): number {
  const last = draft.nameEnd(items, first);
  const name = items[last];
  const next = items[last + 1];
  if (!isName(name)) throw queryRefused('there is no table behind from or join', 'Write a table there.');
  if (isGroup(next)) return last;
  const { start } = items[first] ?? name;
  const readable = draft.readableColumns(name);
  if (readable !== undefined) return restrictHostTable(draft, { name, next, start, columns: readable }, last);
  const limits = draft.limits(items, first, name);
  if (limits.length === 0) return last;
  draft.understood.add(name);
  const source = draft.source(start, name.end);
  const alias = isWord(next, 'as') || draft.isAlias(next) ? '' : ` ${name.text}`;
  draft.edit(start, name.end, `(select * from ${source} where `, ...limits, `)${alias}`);
  return last;
}

/** Replaces a host table by its readable columns and the rows of the tenant. */
function restrictHostTable(
  draft: Draft,
  {
    name,
    next,
    start,
    columns,
  }: { name: Leaf; next: Item | undefined; start: number; columns: readonly string[] },
  last: number,
): number {
  draft.understood.add(name);
  draft.readable.add(name);
  const alias = isWord(next, 'as') || draft.isAlias(next) ? '' : ` ${name.text}`;
  const select = `(select ${columns.join(', ')} from ${draft.source(start, name.end)}`;
  if (draft.filtered) draft.edit(start, name.end, `${select} where tenant_id = `, tenantSlot, `)${alias}`);
  else draft.edit(start, name.end, `${select})${alias}`);
  return last;
}

const isDistinctFrom = (items: readonly Item[], index: number): boolean =>
  isWord(items[index - 1], 'distinct') && isWord(items[index - 2], 'is', 'not');
