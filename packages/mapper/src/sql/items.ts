import type { Dialect } from '../dialect.ts';
import { queryRefused } from '../refusals.ts';
import { tokenize, type TokenKind } from './tokens.ts';

/** Stands for a bound value in the text of a statement. It occurs in no database's SQL. */
export const MARK = '\uE000';

/** A token other than space and comment. */
export interface Leaf {
  readonly kind: Exclude<TokenKind, 'comment' | 'space'>;
  readonly text: string;
  /** In lower case, without quotes. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The content of two parentheses; `start` and `end` include them. */
export interface Group {
  readonly items: readonly Item[];
  readonly start: number;
  readonly end: number;
}

export type Item = Leaf | Group;

export const isGroup = (item: Item | undefined): item is Group => item !== undefined && 'items' in item;

export const isLeaf = (item: Item | undefined): item is Leaf => item !== undefined && 'kind' in item;

/** Whether an item is one of these unquoted keywords or symbols. */
export const isWord = (item: Item | undefined, ...words: readonly string[]): boolean =>
  isLeaf(item) && (item.kind === 'word' || item.kind === 'symbol') && words.includes(item.name);

/** Whether an item may name a table, a column or an alias. */
export const isName = (item: Item | undefined): item is Leaf =>
  isLeaf(item) && (item.kind === 'word' || item.kind === 'identifier');

/** @throws SQL_SCRIPT_INVALID, TENANT_QUERY_REFUSED */
export function parseItems(sql: string, dialect: Dialect): Item[] {
  const root: Item[] = [];
  const open: Array<{ start: number; items: Item[] }> = [];
  let items = root;
  for (const { kind, start, end } of tokenize(sql, dialect)) {
    const text = sql.slice(start, end);
    if (kind === 'comment' && /^\/\*M?!/.test(text)) {
      throw queryRefused('a comment in it is executed by some databases', 'Write it without /*! … */.');
    }
    if (kind !== 'symbol' && text.includes(MARK)) {
      throw queryRefused(
        `a bound value stands inside ${text.replaceAll(MARK, '#{…}')}`,
        'Build the value with <bind>, or concat(…).',
      );
    }
    if (kind === 'space' || kind === 'comment') continue;
    if (kind === 'symbol' && text === '(') {
      items = [];
      open.push({ start, items });
    } else if (kind === 'symbol' && text === ')') {
      const group = open.pop();
      if (!group) throw unbalanced();
      items = open.at(-1)?.items ?? root;
      items.push({ items: group.items, start: group.start, end });
    } else {
      const name = kind === 'identifier' ? unquoted(text) : text.toLowerCase();
      items.push({ kind, text, name, start, end });
    }
  }
  if (open.length > 0) throw unbalanced();
  return root;
}

/** All leaves in text order, each with its successor in the same parentheses. */
export function* leaves(items: readonly Item[]): Generator<{ leaf: Leaf; next: Item | undefined }> {
  for (const [index, item] of items.entries()) {
    if (isGroup(item)) yield* leaves(item.items);
    else yield { leaf: item, next: items[index + 1] };
  }
}

/** Parts between commas. */
export function separated(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]];
  for (const item of items) {
    if (isWord(item, ',')) parts.push([]);
    else parts.at(-1)?.push(item);
  }
  return parts;
}

function unquoted(text: string): string {
  const quote = text.charAt(0);
  return text
    .slice(1, -1)
    .replaceAll(quote + quote, quote)
    .toLowerCase();
}

const unbalanced = (): Error =>
  queryRefused('its parentheses do not match', 'Close each parenthesis that is opened.');
