import { tokenizeSql, type SqlToken } from './tokenize.ts';

export type TableAction = 'create' | 'alter' | 'drop' | 'write' | 'read';

/** A table that a script names, and what it does with it. */
export interface TableUse {
  /** Lower case; with its schema, `schema.table`, where one is given. */
  table: string;
  action: TableAction;
  line: number;
}

export interface SqlScan {
  tables: TableUse[];
  /** Statements of a kind that a migration has no need of, and text that cannot be followed. */
  refused: Array<{ line: number; what: string }>;
  /** Places that databases read differently. */
  ambiguities: Array<{ line: number; what: string }>;
}

const HEADS = new Set(
  'create alter drop insert replace update delete truncate select with set comment begin start commit analyze do'.split(
    ' ',
  ),
);
const CREATABLE = new Set(['table', 'index', 'view']);
const CREATE_MODIFIERS = new Set(
  'temp temporary unlogged global local unique fulltext spatial or replace materialized virtual'.split(' '),
);
const NAME_PREFIXES = new Set(
  'if not exists only table ignore low_priority high_priority delayed quick concurrently'.split(' '),
);
/** Words before UPDATE and DELETE that make it a clause: `on update cascade`, `for update`, `do update set`. */
const CLAUSE_BEFORE = new Set(['on', 'key', 'for', 'do', 'no']);
const HIDING = new Set(['execute', 'prepare', 'outfile', 'dumpfile', 'infile']);

/**
 * Finds the tables that a migration script touches, and statements that it may not hold, from its tokens, without
 * a full grammar: what cannot be followed is refused rather than guessed (design 4.3; spec: L2, M1).
 */
export function scanSql(sql: string): SqlScan {
  const { tokens, ambiguities } = tokenizeSql(sql);
  const scan: SqlScan = { tables: [], refused: [], ambiguities };
  for (const statement of splitStatements(tokens)) scanStatement(statement, scan);
  for (const token of tokens) {
    if (token.kind === 'dollar') mergeBody(scan, token);
  }
  return scan;
}

function mergeBody(scan: SqlScan, { text, line }: SqlToken): void {
  const shift = <T extends { line: number }>(found: T): T => ({ ...found, line: found.line + line - 1 });
  const { tokens, ambiguities } = tokenizeSql(text);
  const body: SqlScan = { tables: [], refused: [], ambiguities };
  scanTables(tokens, body);
  scan.tables.push(...body.tables.map(shift));
  scan.refused.push(...body.refused.map(shift));
  scan.ambiguities.push(...body.ambiguities.map(shift));
}

function splitStatements(tokens: readonly SqlToken[]): SqlToken[][] {
  const statements: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'punctuation' && token.text === ';') statements.push([]);
    else statements.at(-1)!.push(token);
  }
  return statements.filter((statement) => statement.length > 0);
}

const wordOf = (token: SqlToken | undefined): string =>
  token?.kind === 'word' ? token.text.toLowerCase() : '';

function scanStatement(statement: readonly SqlToken[], scan: SqlScan): void {
  const refusal = refusedHead(statement);
  if (refusal) scan.refused.push({ line: statement[0]!.line, what: refusal });
  else scanTables(statement, scan);
}

function refusedHead(statement: readonly SqlToken[]): string | undefined {
  const head = wordOf(statement[0]);
  if (!HEADS.has(head)) return `"${statement[0]!.text}" begins no statement that a migration may hold`;
  const rest = statement.slice(1).map(wordOf);
  const object = rest.find((word) => !CREATE_MODIFIERS.has(word)) ?? '';
  if (head === 'create' && !CREATABLE.has(object)) return `"create ${object}" is not for migrations`;
  if (head === 'drop' && !CREATABLE.has(object)) return `"drop ${object}" is not for migrations`;
  if (head === 'alter' && object !== 'table') return `"alter ${object}" is not for migrations`;
  if (head === 'set' && rest.some((word) => ['global', 'persist', 'password', 'role'].includes(word))) {
    return 'a setting beyond this session is not for migrations';
  }
  return undefined;
}

/** Reads the tables out of one statement, or out of the body of a block. */
function scanTables(tokens: readonly SqlToken[], scan: SqlScan): void {
  const defined = commonTableNames(tokens);
  const note = (at: number, action: TableAction): number => {
    const name = readName(tokens, at);
    if (!name) return at;
    if (!defined.has(name.table))
      scan.tables.push({ table: name.table, action, line: tokens[name.next - 1]!.line });
    return name.next;
  };
  const noteList = (at: number, action: TableAction): void => {
    let next = note(at, action);
    while (tokens[next]?.text === ',' && next > at) next = note(next + 1, action);
  };
  for (let at = 0; at < tokens.length; at++) {
    const word = wordOf(tokens[at]);
    const before = wordOf(tokens[at - 1]);
    const clause = CLAUSE_BEFORE.has(before);
    if (HIDING.has(word))
      scan.refused.push({ line: tokens[at]!.line, what: `"${word}" hides what is touched` });
    else if (word === 'create') noteCreated(tokens, at, note);
    else if (word === 'alter' && wordOf(tokens[at + 1]) === 'table') note(at + 2, 'alter');
    else if (word === 'drop' && ['table', 'view'].includes(wordOf(tokens[at + 1]))) noteList(at + 2, 'drop');
    else if (word === 'insert' && wordOf(tokens[afterModifiers(tokens, at + 1)]) !== 'into')
      note(at + 1, 'write');
    else if (word === 'into' || word === 'truncate') note(at + 1, 'write');
    else if (word === 'replace' && wordOf(tokens[at + 1]) !== 'into' && at === 0) note(at + 1, 'write');
    else if (word === 'update' && !clause) noteList(at + 1, 'write');
    else if (word === 'delete' && !clause) note(wordOf(tokens[at + 1]) === 'from' ? at + 2 : at + 1, 'write');
    else if (word === 'from' && before !== 'delete' && before !== 'distinct') noteList(at + 1, 'read');
    else if (word === 'join' || word === 'using') note(at + 1, 'read');
    else if (word === 'references') note(at + 1, 'read');
  }
}

function noteCreated(
  tokens: readonly SqlToken[],
  at: number,
  note: (at: number, action: TableAction) => number,
): void {
  let object = at + 1;
  while (CREATE_MODIFIERS.has(wordOf(tokens[object]))) object++;
  const kind = wordOf(tokens[object]);
  if (kind === 'table' || kind === 'view') note(object + 1, 'create');
  if (kind !== 'index') return;
  const on = tokens.findIndex((token, index) => index > object && wordOf(token) === 'on');
  if (on > 0) note(on + 1, 'alter');
}

function afterModifiers(tokens: readonly SqlToken[], at: number): number {
  let next = at;
  while (NAME_PREFIXES.has(wordOf(tokens[next])) || wordOf(tokens[next]) === 'or') {
    next += wordOf(tokens[next]) === 'or' ? 2 : 1;
  }
  return next;
}

function readName(tokens: readonly SqlToken[], at: number): { table: string; next: number } | undefined {
  let next = afterModifiers(tokens, at);
  const parts: string[] = [];
  while (isName(tokens[next])) {
    parts.push(tokens[next]!.text.toLowerCase());
    next++;
    if (tokens[next]?.text !== '.') break;
    next++;
  }
  return parts.length > 0 ? { table: parts.join('.'), next } : undefined;
}

const isName = (token: SqlToken | undefined): boolean =>
  token?.kind === 'quoted' ||
  (token?.kind === 'word' && !['select', 'values', 'set', 'lateral'].includes(wordOf(token)));

/** `with a as (…), b as (…)`: names that are no tables. */
function commonTableNames(tokens: readonly SqlToken[]): Set<string> {
  const names = new Set<string>();
  if (!tokens.some((token) => wordOf(token) === 'with')) return names;
  tokens.forEach((token, at) => {
    if (wordOf(token) !== 'as' || tokens[at + 1]?.text !== '(') return;
    const name = tokens[at - 1];
    if (isName(name)) names.add(name!.text.toLowerCase());
  });
  return names;
}
