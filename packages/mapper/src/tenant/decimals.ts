import type { Draft } from './draft.ts';
import { isGroup, isName, isWord, leaves, type Item } from '../sql/items.ts';

/**
 * SQLite's `sum` and `avg` add floating point numbers; these functions of the host add decimals.
 */
const DECIMAL_FUNCTIONS: Readonly<Record<string, string>> = { sum: 'decimal_sum', avg: 'decimal_avg' };

/** Makes sums and averages of DECIMAL columns exact on SQLite. (design 16-4) */
export function sumDecimals(draft: Draft): void {
  const decimals = new Set<string>();
  for (const { leaf } of leaves(draft.items)) {
    if (isName(leaf)) for (const column of draft.catalog.decimalsOf(leaf.name)) decimals.add(column);
  }
  if (decimals.size > 0) replace(draft, draft.items, decimals);
}

function replace(draft: Draft, items: readonly Item[], decimals: ReadonlySet<string>): void {
  for (const [index, item] of items.entries()) {
    if (isGroup(item)) {
      replace(draft, item.items, decimals);
      continue;
    }
    const next = items[index + 1];
    if (!isWord(item, 'sum', 'avg') || !isGroup(next) || isWord(items[index - 1], '.')) continue;
    const names = [...leaves(next.items)];
    if (names.some(({ leaf }) => isName(leaf) && decimals.has(leaf.name))) {
      draft.edit(item.start, item.end, DECIMAL_FUNCTIONS[item.name] ?? item.text);
    }
  }
}
