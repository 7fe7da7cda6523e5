import { isMark, readName, wordOf } from './table-references.ts';
import type { SqlToken } from '@platform/mapper';

/** A write of a script to rows of a host table that several applications fill. */
export interface RowWrite {
  /** Lower case. */
  table: string;
  line: number;
  /** Values of the written or matched rows by column; of `like`, the text before the first `%`. */
  values: Array<{ column: string; text: string }>;
  /** Why the rows cannot be determined. */
  unclear?: string;
}

/** Host tables that an application may fill (design 4.3, 9.1-8). */
export const FILLABLE = /^sys_(config|dict_[a-z_]+)$/;
/** Columns that name the owner of a row. */
const OWNER = /^(config_key|config_category|dict_type)$/;
/** Column that every write has to set or match. */
const keyOf = (table: string): string => (table === 'sys_config' ? 'config_key' : 'dict_type');
const CONDITION_ENDS = new Set(['returning', 'order', 'limit', 'on', 'union', 'window', 'group']);

/** Finds writes to shared tables in one statement or in the body of a block. */
export function* readRowWrites(tokens: readonly SqlToken[]): Generator<RowWrite> {
  for (let at = 0; at < tokens.length; at++) {
    const word = wordOf(tokens[at]);
    const inserts = word === 'into' || word === 'insert' || word === 'replace';
    if (!inserts && word !== 'update' && word !== 'delete' && word !== 'truncate') continue;
    if (inserts && word !== 'into' && wordOf(tokens[at + 1]) === 'into') continue;
    const name = readName(tokens, word === 'delete' && wordOf(tokens[at + 1]) === 'from' ? at + 2 : at + 1);
    if (!name || !FILLABLE.test(name.table)) continue;
    const rest = tokens.slice(name.next, endOf(tokens, name.next));
    const write: RowWrite = { table: name.table, line: tokens[at]!.line, values: [] };
    if (word === 'truncate') write.unclear = 'it empties the table';
    else if (inserts) readInserted(rest, write);
    else readChosen(rest, write);
    readAssigned(rest, write);
    yield write;
  }
}

/** Index of the `;` or closing bracket that ends the part at `at`. */
function endOf(tokens: readonly SqlToken[], at: number): number {
  let depth = 0;
  for (let index = at; index < tokens.length; index++) {
    if (isMark(tokens[index], '(')) depth++;
    if ((isMark(tokens[index], ')') && depth-- === 0) || isMark(tokens[index], ';')) return index;
  }
  return tokens.length;
}

/** Splits at tokens outside of brackets. */
function splitAt(tokens: readonly SqlToken[], divides: (token: SqlToken) => boolean): SqlToken[][] {
  const parts: SqlToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isMark(token, '(')) depth++;
    if (isMark(token, ')')) depth--;
    if (depth === 0 && divides(token)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

const byComma = (tokens: readonly SqlToken[]): SqlToken[][] => splitAt(tokens, (token) => isMark(token, ','));
const byWord = (tokens: readonly SqlToken[], ...words: string[]): SqlToken[][] =>
  splitAt(tokens, (token) => words.includes(wordOf(token)));

/** Reads `(columns) values (…), (…)` and `(columns) select …`, including unions. */
function readInserted(rest: readonly SqlToken[], write: RowWrite): void {
  const open = wordOf(rest[0]) === 'as' ? 2 : 0;
  if (!isMark(rest[open], '(')) return void (write.unclear = 'it does not list its columns');
  const close = endOf(rest, open + 1);
  const columns = byComma(rest.slice(open + 1, close)).map(([column]) => column?.text.toLowerCase() ?? '');
  if (!columns.includes(keyOf(write.table))) return void (write.unclear = `it sets no ${keyOf(write.table)}`);
  const source = rest.slice(close + 1);
  const rows =
    wordOf(source[0]) === 'values'
      ? byComma(byWord(source.slice(1), 'on', 'returning', 'as')[0]!).map((row) => byComma(row.slice(1, -1)))
      : wordOf(source[0]) === 'select'
        ? byWord(source, 'union', 'except', 'intersect').map(readSelected)
        : undefined;
  if (!rows) return void (write.unclear = 'its rows are neither values nor a select');
  for (const row of rows) {
    for (const [index, column] of columns.entries()) {
      if (!OWNER.test(column)) continue;
      const [value, ...alias] = row[index] ?? [];
      if (value?.kind === 'string' && isAlias(alias)) write.values.push({ column, text: value.text });
      else if (column === keyOf(write.table)) write.unclear = `its ${column} is not a literal text`;
    }
  }
}

const isAlias = (tokens: readonly SqlToken[]): boolean =>
  tokens.length === 0 ||
  (tokens.length === 2 && wordOf(tokens[0]) === 'as') ||
  (tokens.length === 1 && tokens[0]!.kind !== 'string' && tokens[0]!.kind !== 'punctuation');

function readSelected(select: readonly SqlToken[]): SqlToken[][] {
  const begin = select.findIndex((token) => wordOf(token) === 'select') + 1;
  const skip = ['all', 'distinct'].includes(wordOf(select[begin])) ? 1 : 0;
  return byComma(byWord(select.slice(begin + skip), 'from', 'where')[0]!);
}

/** Reads the condition of an UPDATE or DELETE. One of its AND parts must name the owner. */
function readChosen(rest: readonly SqlToken[], write: RowWrite): void {
  const [before = [], condition] = byWord(rest, 'where');
  const [sources = [], ...assigned] = byWord(before, 'set');
  const joins = sources.some((token) => isMark(token, ',') || ['join', 'using'].includes(wordOf(token)));
  // `update … set … from …`: a condition on the other table chooses all rows of this one.
  if (joins || assigned.some((tokens) => byWord(tokens, 'from').length > 1))
    return void (write.unclear = 'it joins other tables');
  if (!condition) return void (write.unclear = 'it has no condition');
  const own = splitAt(condition, (token) => CONDITION_ENDS.has(wordOf(token)))[0]!;
  if (byWord(own, 'or', 'xor').length > 1 || own.some((token) => isMark(token, '|')))
    return void (write.unclear = 'its condition has alternatives');
  const chosen = byWord(own, 'and').flatMap(readEquality);
  if (chosen.length === 0) write.unclear = `its condition selects no ${keyOf(write.table)}`;
  write.values.push(...chosen);
}

/** Reads `column = 'x'`, `column in ('x', 'y')` and `column like 'x%'`. */
function readEquality(part: readonly SqlToken[]): RowWrite['values'] {
  const tokens = isMark(part[1], '.') ? part.slice(2) : part;
  const column = tokens[0]?.text.toLowerCase() ?? '';
  if (!OWNER.test(column) || tokens[0]!.kind === 'string') return [];
  const operator = tokens[1]?.text.toLowerCase();
  const value = tokens[2];
  if (tokens.length === 3 && value?.kind === 'string') {
    if (operator === '=') return [{ column, text: value.text }];
    if (operator === 'like') return [{ column, text: value.text.split('%')[0]! }];
  }
  if (operator !== 'in' || !isMark(value, '(') || !isMark(tokens.at(-1), ')')) return [];
  const list = byComma(tokens.slice(3, -1));
  if (!list.every(([item, ...more]) => item?.kind === 'string' && more.length === 0)) return [];
  return list.map(([item]) => ({ column, text: item!.text }));
}

/** Reads `set config_key = …`, which must not hand rows to another application. */
function readAssigned(rest: readonly SqlToken[], write: RowWrite): void {
  for (const assigned of byWord(rest, 'set', 'update').slice(1)) {
    for (const assignment of byComma(byWord(assigned, 'where', 'returning', 'from')[0]!)) {
      const tokens = isMark(assignment[1], '.') ? assignment.slice(2) : assignment;
      const column = tokens[0]?.text.toLowerCase() ?? '';
      if (isMark(tokens[0], '(')) write.unclear = 'it sets several columns at once';
      else if (OWNER.test(column) && isMark(tokens[1], '=')) {
        if (tokens.length === 3 && tokens[2]!.kind === 'string')
          write.values.push({ column, text: tokens[2]!.text });
        else write.unclear = `it sets ${column} to a value that is not a literal text`;
      }
    }
  }
}
