import { queryRefused } from '../refusals.ts';
import { tenantSlot, type Draft, type Target } from './draft.ts';
import { isGroup, isWord, type Item } from '../sql/items.ts';
import { restrictReads } from './reads.ts';

const joinWords = ['join', 'inner', 'cross', 'outer', 'natural', 'straight_join'] as const;

/** Joined tables that cannot become sub-queries, since their rows are changed or locked. */
export interface JoinedTables {
  readonly tables: readonly Target[];
  /** References that the condition of the statement has to limit. */
  readonly references: readonly string[];
}

/**
 * Limits joined tables in place, by their `on` or by the condition of the statement.
 *
 * The caller adds the condition.
 *
 * @throws TENANT_QUERY_REFUSED for joins that neither can limit
 */
export function restrictJoined(draft: Draft, from: number, to: number): JoinedTables {
  const { items } = draft;
  const tables: Target[] = [];
  const references: string[] = [];
  let index = from;
  while (index < to) {
    const words: string[] = [];
    for (; index < to && isJoinWord(items, index); index += 1) words.push(wordOf(items[index]));
    const item = items[index];
    const target = isGroup(item) ? derivedTable(draft, item, index) : draft.target(items, index);
    const end = joinEnd(items, target.next, to);
    const on = isWord(items[target.next], 'on') ? target.next : undefined;
    tables.push(target);
    if (words.some((word) => ['right', 'full', 'natural'].includes(word))) {
      throw queryRefused(
        'a change or lock of tables with right or natural joins',
        'Write inner or left joins.',
      );
    }
    if (target.guarded) {
      if (on !== undefined) {
        draft.insert(items[on]?.end ?? 0, ` ${target.reference}.tenant_id = `, tenantSlot, ' and (');
        draft.insert(draft.placeBefore(end), ')');
      } else if (words.includes('left')) {
        throw queryRefused(`a left join of ${target.table} without on`, 'Write its condition behind on.');
      } else references.push(target.reference);
    }
    if (on !== undefined) restrictReads(draft, items.slice(on + 1, end));
    index = end;
  }
  return { tables, references };
}

/** A sub-query, which limits itself. */
function derivedTable(
  draft: Draft,
  group: Item & { readonly items: readonly Item[] },
  index: number,
): Target {
  if (!isWord(group.items[0], 'select', 'with', 'values')) {
    throw queryRefused('a change or lock of joins in parentheses', 'Write the joins without parentheses.');
  }
  restrictReads(draft, group.items);
  let next = index + 1;
  if (isWord(draft.items[next], 'as')) next += 1;
  if (draft.isAlias(draft.items[next])) next += 1;
  return { table: '', reference: '', next, guarded: false };
}

/** `left` and `right` are functions, too. */
function isJoinWord(items: readonly Item[], index: number): boolean {
  return (
    isWord(items[index], ',', ...joinWords) ||
    (isWord(items[index], 'left', 'right', 'full') && isWord(items[index + 1], 'join', 'outer'))
  );
}

function joinEnd(items: readonly Item[], from: number, to: number): number {
  for (let index = from; index < to; index += 1) if (isJoinWord(items, index)) return index;
  return to;
}

const wordOf = (item: Item | undefined): string => (item && 'name' in item ? item.name : '');
