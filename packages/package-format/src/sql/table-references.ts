import type { SqlToken } from '@platform/mapper';

/** Words between a keyword and its name. */
const BEFORE_NAME = new Set(
  'if not exists only table ignore low_priority high_priority delayed quick concurrently'.split(' '),
);
/** Words that end a list of tables. */
const AFTER_LIST = new Set(
  'from where set group order having limit offset fetch window union intersect except values returning for'.split(
    ' ',
  ),
);
const NO_NAME = new Set(['select', 'values', 'set', 'lateral', 'with']);
/** Functions with FROM in their arguments, as in `extract(year from x)`. */
const WITH_FROM = new Set(['extract', 'trim', 'substring', 'overlay']);

export interface TableName {
  /** Lower case, as `schema.table` where a schema is given. */
  readonly table: string;
  /** Index behind the name. */
  readonly next: number;
}

export const wordOf = (token: SqlToken | undefined): string =>
  token?.kind === 'word' ? token.text.toLowerCase() : '';

export const isName = (token: SqlToken | undefined): boolean =>
  token?.kind === 'quoted' || (token?.kind === 'word' && !NO_NAME.has(wordOf(token)));

export const isMark = (token: SqlToken | undefined, text: string): boolean =>
  token?.kind === 'punctuation' && token.text === text;

/** Index behind `if not exists`, `only`, `or replace` and the like. */
export function afterModifiers(tokens: readonly SqlToken[], at: number): number {
  let next = at;
  while (BEFORE_NAME.has(wordOf(tokens[next])) || wordOf(tokens[next]) === 'or') {
    next += wordOf(tokens[next]) === 'or' ? 2 : 1;
  }
  return next;
}

/**
 * Reads the name at `at`, with its schema.
 *
 * In the place of a table name SQLite accepts a string in single quotes.
 */
export function readName(tokens: readonly SqlToken[], at: number): TableName | undefined {
  let next = afterModifiers(tokens, at);
  const parts: string[] = [];
  while (isName(tokens[next]) || tokens[next]?.kind === 'string') {
    parts.push(tokens[next]!.text.toLowerCase());
    next++;
    if (!isMark(tokens[next], '.')) break;
    next++;
  }
  return parts.length > 0 ? { table: parts.join('.'), next } : undefined;
}

/**
 * Reads a list of tables such as `a x, (b join c on b.i = c.i), d` from `at` to its end.
 *
 * Sub-queries, conditions and functions are skipped.
 */
export function* readTableList(tokens: readonly SqlToken[], at: number): Generator<TableName> {
  const open: Array<'list' | 'other'> = [];
  let expected = true;
  for (let index = at; index < tokens.length; index++) {
    const token = tokens[index];
    const word = wordOf(token);
    if (isMark(token, '(')) {
      const inner = wordOf(tokens[index + 1]);
      open.push(expected && !NO_NAME.has(inner) && open.at(-1) !== 'other' ? 'list' : 'other');
      if (open.at(-1) === 'other') expected = false;
    } else if (isMark(token, ')')) {
      if (open.pop() === undefined) return;
      expected = false;
    } else if (open.at(-1) === 'other') continue;
    else if (isMark(token, ',') || word === 'join' || word === 'straight_join') expected = true;
    else if (open.length === 0 && AFTER_LIST.has(word)) return;
    else if (expected && word !== 'lateral') {
      const name = readName(tokens, index);
      if (!name) continue;
      expected = false;
      // Parentheses behind the name make it a function.
      if (!isMark(tokens[name.next], '(')) yield name;
      index = name.next - 1;
    }
  }
}

/**
 * Whether the FROM at `at` begins a list of tables.
 *
 * It does not in `extract(year from x)` and `is distinct from`.
 */
export function beginsTableList(tokens: readonly SqlToken[], at: number): boolean {
  if (wordOf(tokens[at - 1]) === 'distinct') return false;
  let depth = 0;
  for (let index = at - 1; index > 0; index--) {
    if (isMark(tokens[index], ')')) depth++;
    else if (isMark(tokens[index], '(') && depth-- === 0) return !WITH_FROM.has(wordOf(tokens[index - 1]));
  }
  return true;
}
