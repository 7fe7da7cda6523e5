import { isGroup, isName, isWord, type Item } from './items.ts';

/** Names of all common table expressions in a statement, at any depth. */
export function expressionNames(items: readonly Item[]): Set<string> {
  const names = new Set<string>();
  collect(items, names);
  return names;
}

/** Index of the main verb, behind the common table expressions. */
export function mainVerb(items: readonly Item[]): number {
  return isWord(items[0], 'with') ? list(items, new Set()) : 0;
}

function collect(items: readonly Item[], names: Set<string>): void {
  for (const [index, item] of items.entries()) {
    if (isGroup(item)) collect(item.items, names);
    else if (isWord(item, 'with')) list(items.slice(index), names);
  }
}

/**
 * Reads `with [recursive] name [(columns)] as [[not] materialized] (…), …`.
 *
 * @returns index behind the list
 */
function list(items: readonly Item[], names: Set<string>): number {
  let at = isWord(items[1], 'recursive') ? 2 : 1;
  for (;;) {
    const name = items[at];
    if (!isName(name)) return at;
    at += isGroup(items[at + 1]) ? 2 : 1;
    if (!isWord(items[at], 'as')) return at;
    at += 1;
    while (isWord(items[at], 'not', 'materialized')) at += 1;
    if (!isGroup(items[at])) return at;
    names.add(name.name);
    at += 1;
    if (!isWord(items[at], ',')) return at;
    at += 1;
  }
}
