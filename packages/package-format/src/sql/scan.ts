import { CREATE_MODIFIERS, refusedHead, refusedInBody, refusedToken } from './refused.ts';
import {
  afterModifiers,
  beginsTableList,
  isMark,
  isName,
  readName,
  readTableList,
  wordOf,
  type TableName,
} from './table-references.ts';
import { readRowWrites, type RowWrite } from './row-writes.ts';
import { tokenizePortable, type SqlToken } from '@platform/mapper';

export type TableAction = 'create' | 'alter' | 'drop' | 'write' | 'read';

/**
 * A table of a script, the action on it, and the line of its first use.
 *
 * A table that is changed is not listed as read.
 */
export interface TableUse {
  /** Lower case, as `schema.table` where a schema is given. */
  table: string;
  action: TableAction;
  line: number;
  /** A statement that writes rows or creates a table reads it. */
  copied?: boolean;
}

export interface SqlScan {
  tables: TableUse[];
  /** Tables that views are made of. They are listed as read, too. */
  viewed: Array<{ table: string; line: number }>;
  /** Writes to tables that applications share. */
  rows: RowWrite[];
  /** Created indexes, and indexes dropped without a table name. */
  indexes: { created: string[]; dropped: Array<{ name: string; line: number }> };
  /** Statements that no migration needs, and text that cannot be parsed. */
  refused: Array<{ line: number; what: string }>;
  /** Places that databases read differently. */
  ambiguities: Array<{ line: number; what: string }>;
}

/** Words that make UPDATE and DELETE a clause: `on update`, `for update`, `do update set`. */
const CLAUSE_BEFORE = new Set(['on', 'key', 'for', 'do', 'no']);

/**
 * Finds the tables that a migration script touches and the statements it may not contain.
 *
 * Works on tokens without a full grammar, and refuses what it cannot parse instead of guessing.
 * (design 4.3; spec: L2, M1)
 */
export function scanSql(sql: string): SqlScan {
  const { tokens, ambiguities } = tokenizePortable(sql);
  const scan: SqlScan = { ...empty(), ambiguities };
  for (const statement of splitStatements(tokens)) scanStatement(statement, scan);
  return scan;
}

const empty = (): SqlScan => {
  return {
    tables: [],
    viewed: [],
    rows: [],
    indexes: { created: [], dropped: [] },
    refused: [],
    ambiguities: [],
  };
};

function splitStatements(tokens: readonly SqlToken[]): SqlToken[][] {
  const statements: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (isMark(token, ';')) statements.push([]);
    else statements.at(-1)!.push(token);
  }
  return statements.filter((statement) => statement.length > 0);
}

function scanStatement(statement: readonly SqlToken[], scan: SqlScan): void {
  const [first] = statement;
  const refusal = refusedHead(statement);
  if (refusal) scan.refused.push({ line: first!.line, what: refusal });
  else if (isEndless(statement))
    scan.refused.push({ line: first!.line, what: 'the statement is too long to be checked' });
  else scanTables(statement, scan);
  for (const token of statement.filter(({ kind }) => kind === 'dollar')) {
    if (wordOf(first) === 'do') scanBody(token, scan);
    else scan.ambiguities.push({ line: token.line, what: 'a text in dollar quotes' });
  }
}

/** Maximum number of tables in one script. */
const MAX_TABLES = 500;
/** Words from which a scan may walk through the whole statement. */
const FOLLOWED = new Set(
  'from using update delete insert replace into truncate drop create alter index begin then else loop'.split(
    ' ',
  ),
);
const MAX_STEPS = 20_000_000;

/** Whether scanning a statement would take too long, as hostile scripts intend. */
const isEndless = (tokens: readonly SqlToken[]): boolean =>
  tokens.filter((token) => FOLLOWED.has(wordOf(token))).length * tokens.length > MAX_STEPS;

/** Scans the body of a `do` block as a script; its lines continue those of the script. */
function scanBody({ text, line }: SqlToken, scan: SqlScan): void {
  const shift = <T extends { line: number }>(found: T): T => ({ ...found, line: found.line + line - 1 });
  const { tokens, ambiguities } = tokenizePortable(text);
  const body: SqlScan = { ...empty(), ambiguities };
  if (isEndless(tokens)) body.refused.push({ line: 1, what: 'the block is too long to be checked' });
  else {
    body.refused.push(...refusedInBody(tokens));
    scanTables(tokens, body);
  }
  for (const token of tokens.filter(({ kind }) => kind === 'dollar')) {
    ambiguities.push({ line: token.line, what: 'a text in dollar quotes' });
  }
  scan.tables.push(...body.tables.map(shift));
  scan.viewed.push(...body.viewed.map(shift));
  scan.rows.push(...body.rows.map(shift));
  scan.indexes.created.push(...body.indexes.created);
  scan.indexes.dropped.push(...body.indexes.dropped.map(shift));
  scan.refused.push(...body.refused.map(shift));
  scan.ambiguities.push(...body.ambiguities.map(shift));
}

/** Collects the tables of one statement, or of the body of a block. */
function scanTables(tokens: readonly SqlToken[], scan: SqlScan): void {
  const defined = commonTableNames(tokens);
  const definesView = isViewDefinition(tokens);
  const writes = writesRows(tokens);
  scan.rows.push(...readRowWrites(tokens));
  const add = ({ table, next }: TableName, action: TableAction): void => {
    if (action === 'read' && defined.has(table)) return;
    if (action === 'read' && definesView && scan.viewed.length < MAX_TABLES)
      scan.viewed.push({ table, line: tokens[next - 1]!.line });
    const isCopied = action === 'read' && writes;
    const isKnown = (use: TableUse): boolean =>
      use.table === table &&
      (action === 'read' ? use.action !== 'read' || use.copied === true || !isCopied : use.action === action);
    if (scan.tables.length > MAX_TABLES || scan.tables.some(isKnown)) return;
    if (scan.tables.length === MAX_TABLES)
      scan.refused.push({ line: 1, what: 'more tables than an application may have' });
    const line = tokens[next - 1]!.line;
    scan.tables.push({ table, action, line, ...(isCopied ? { copied: true } : {}) });
  };
  const note = (at: number, action: TableAction): void => {
    const name = readName(tokens, at);
    if (name) add(name, action);
  };
  const noteList = (at: number, action: TableAction): void => {
    for (const name of readTableList(tokens, at)) add(name, action);
  };
  for (let at = 0; at < tokens.length; at++) {
    const what = refusedToken(tokens, at);
    if (what !== undefined) scan.refused.push({ line: tokens[at]!.line, what });
    const word = wordOf(tokens[at]);
    const before = wordOf(tokens[at - 1]);
    const after = wordOf(tokens[at + 1]);
    const clause = CLAUSE_BEFORE.has(before);
    if (word === 'create') noteCreated(tokens, at, note, scan);
    else if (word === 'alter' && after === 'table') noteAltered(tokens, at + 2, note);
    else if (word === 'drop' && ['table', 'view'].includes(after)) noteList(at + 2, 'drop');
    else if (word === 'drop' && after === 'index') noteDroppedIndex(tokens, at, note, scan);
    else if (word === 'comment' && at === 0) noteCommented(tokens, add);
    else if (word === 'table' && isShortSelect(tokens, at)) note(at + 1, 'read');
    else if (word === 'insert' && wordOf(tokens[afterModifiers(tokens, at + 1)]) !== 'into')
      note(at + 1, 'write');
    else if (word === 'into') note(at + 1, 'write');
    else if (word === 'truncate') noteList(at + 1, 'write');
    else if (word === 'replace' && after !== 'into' && at === 0) note(at + 1, 'write');
    // An UPDATE may write to joined tables as well, under any alias.
    else if (word === 'update' && !clause) noteList(at + 1, 'write');
    else if (word === 'delete' && !clause) noteDeleted(tokens, at, noteList);
    else if (word === 'from' && before !== 'delete' && beginsTableList(tokens, at)) noteList(at + 1, 'read');
    else if (word === 'using' && !isMark(tokens[at + 1], '(')) noteList(at + 1, 'read');
    else if (word === 'references') note(at + 1, 'read');
    else if (word === 'like' && wordOf(tokens[0]) === 'create' && isName(tokens[at + 1]))
      note(at + 1, 'read');
  }
}

type Note = (at: number, action: TableAction) => void;

function noteCreated(tokens: readonly SqlToken[], at: number, note: Note, scan: SqlScan): void {
  let object = at + 1;
  while (CREATE_MODIFIERS.has(wordOf(tokens[object]))) object++;
  const kind = wordOf(tokens[object]);
  if (kind === 'table' || kind === 'view') note(object + 1, 'create');
  if (kind === 'table') noteParents(tokens, object, note);
  if (kind !== 'index') return;
  noteIndexed(tokens, object, note);
  const name = wordOf(tokens[object + 1]) === 'on' ? undefined : readName(tokens, object + 1);
  if (name) scan.indexes.created.push(name.table);
}

/** `table t` is `select * from t` (PostgreSQL, MySQL). */
function isShortSelect(tokens: readonly SqlToken[], at: number): boolean {
  const before = wordOf(tokens[at - 1]);
  if (['insert', 'with', 'replace'].includes(wordOf(tokens[0]))) return true;
  return before === 'as' || (wordOf(tokens[0]) === 'create' && isMark(tokens[at - 1], '('));
}

/** `comment on table t is …`, `comment on column t.c is …`. */
function noteCommented(
  tokens: readonly SqlToken[],
  add: (name: TableName, action: TableAction) => void,
): void {
  const object = wordOf(tokens[2]);
  const name = ['table', 'view', 'column'].includes(object) ? readName(tokens, 3) : undefined;
  if (!name) return;
  const table = object === 'column' ? name.table.replace(/\.[^.]*$/, '') : name.table;
  add({ ...name, table }, 'alter');
}

const WRITING = new Set(['insert', 'update', 'delete', 'replace', 'merge', 'into']);

/** Whether a statement writes rows. The action of a foreign key does not count. */
function writesRows(tokens: readonly SqlToken[]): boolean {
  if (wordOf(tokens[0]) === 'create') return tokens.some((token) => wordOf(token) === 'select');
  if (wordOf(tokens[0]) === 'alter') return false;
  return tokens.some((token, at) => WRITING.has(wordOf(token)) && !CLAUSE_BEFORE.has(wordOf(tokens[at - 1])));
}

function isViewDefinition(tokens: readonly SqlToken[]): boolean {
  if (wordOf(tokens[0]) !== 'create') return false;
  return wordOf(tokens.find((token, at) => at > 0 && !CREATE_MODIFIERS.has(wordOf(token)))) === 'view';
}

/** An index dropped without a table is found by its name in the whole schema. */
function noteDroppedIndex(tokens: readonly SqlToken[], at: number, note: Note, scan: SqlScan): void {
  if (tokens.slice(at).some((token) => wordOf(token) === 'on')) return noteIndexed(tokens, at, note);
  for (const { table, next } of readTableList(tokens, at + 2)) {
    scan.indexes.dropped.push({ name: table, line: tokens[next - 1]!.line });
  }
}

/** `create index i on t`, `drop index i on t`. */
function noteIndexed(tokens: readonly SqlToken[], at: number, note: Note): void {
  const on = tokens.findIndex((token, index) => index > at && wordOf(token) === 'on');
  if (on > 0) note(on + 1, 'alter');
}

function noteAltered(tokens: readonly SqlToken[], at: number, note: Note): void {
  note(at, 'alter');
  noteParents(tokens, at, note);
  for (let index = at; index < tokens.length; index++) {
    const [word, after] = [wordOf(tokens[index]), wordOf(tokens[index + 1])];
    if (word === 'rename' && !['column', 'index', 'key', 'constraint'].includes(after)) {
      // `rename to b`, `rename as b` and `rename b` rename the table; `rename a to b` a column.
      const named = ['to', 'as'].includes(after);
      if (named || wordOf(tokens[index + 2]) !== 'to') note(index + (named ? 2 : 1), 'alter');
    } else if (word === 'with' && after === 'table') note(index + 2, 'alter');
    else if (word === 'partition' && ['attach', 'detach'].includes(wordOf(tokens[index - 1])))
      note(index + 1, 'alter');
  }
}

/** Notes parent tables (PostgreSQL): rows of the child are rows of the parent. */
function noteParents(tokens: readonly SqlToken[], at: number, note: Note): void {
  tokens.forEach((token, index) => {
    if (index <= at) return;
    const word = wordOf(token);
    if (word === 'inherit' || (word === 'of' && wordOf(tokens[index - 1]) === 'partition'))
      note(index + 1, 'alter');
    if (word === 'inherits') note(index + 2, 'alter');
  });
}

/** In MySQL's multi-table forms, names before FROM or USING may be aliases of any table. */
function noteDeleted(tokens: readonly SqlToken[], at: number, noteList: Note): void {
  const isPlain = wordOf(tokens[afterModifiers(tokens, at + 1)]) === 'from';
  const from = tokens.findIndex((token, index) => index > at && wordOf(token) === 'from');
  if (!isPlain) noteList(at + 1, 'write');
  if (from > 0) noteList(from + 1, 'write');
  const using = tokens.findIndex((token, index) => index > from && wordOf(token) === 'using');
  if (using > 0 && !isMark(tokens[using + 1], '(')) noteList(using + 1, 'write');
}

/**
 * Names of `with a as (…), b as (…)`, which are not tables where they are read.
 *
 * Names of host tables always count as tables, since other clauses have the same form.
 */
function commonTableNames(tokens: readonly SqlToken[]): Set<string> {
  const names = new Set<string>();
  if (!tokens.some((token) => wordOf(token) === 'with')) return names;
  tokens.forEach((token, at) => {
    if (wordOf(token) !== 'as' || !isMark(tokens[at + 1], '(')) return;
    const name = tokens[at - 1]?.text.toLowerCase();
    if (name !== undefined && isName(tokens[at - 1]) && !/^(sys|app)_/.test(name)) names.add(name);
  });
  return names;
}
