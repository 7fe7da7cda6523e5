import { tokenizePortable, type SqlToken } from '@platform/mapper';
import { isMark, isName, wordOf } from './table-references.ts';

/** `ALTER TABLE t ADD COLUMN IF NOT EXISTS c …`, which SQLite and MySQL do not support. */
export interface AddedColumn {
  /** Without quotes. */
  readonly table: string;
  /** Without quotes. */
  readonly column: string;
  /** The statement without `IF NOT EXISTS` and without its semicolon. */
  readonly plain: string;
  /** Offset of the statement in the script. */
  readonly start: number;
  /** Offset behind the statement and its semicolon. */
  readonly end: number;
}

/** Statements of a script that add one column if it is missing, in order. (spec: L1) */
export function columnsAddedIfMissing(sql: string): AddedColumn[] {
  const added: AddedColumn[] = [];
  let statement: SqlToken[] = [];
  const finish = (end?: number): void => {
    const column = addedColumn(sql, statement);
    if (column) added.push({ ...column, end: end ?? column.end });
    statement = [];
  };
  for (const token of tokenizePortable(sql).tokens) {
    if (isMark(token, ';')) finish(token.end);
    else statement.push(token);
  }
  finish();
  return added;
}

function addedColumn(sql: string, statement: readonly SqlToken[]): AddedColumn | undefined {
  const [alter, word, table, add, ...rest] = statement;
  if (wordOf(alter) !== 'alter' || wordOf(word) !== 'table' || wordOf(add) !== 'add') return undefined;
  const condition = wordOf(rest[0]) === 'column' ? rest.slice(1) : rest;
  if (condition.slice(0, 3).map(wordOf).join(' ') !== 'if not exists') return undefined;
  const [first, , , column] = condition;
  const last = statement.at(-1);
  if (!alter || !table || !first || !column || !last || !isName(table) || !isName(column)) return undefined;
  return {
    table: table.text,
    column: column.text,
    plain: sql.slice(alter.start, first.start) + sql.slice(column.start, last.end),
    start: alter.start,
    end: last.end,
  };
}
