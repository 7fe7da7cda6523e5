import { tokenizePortable, type Dialect, type SqlToken } from '@platform/mapper';
import { isMark, wordOf } from './table-references.ts';

/** Syntax of MySQL that another database does not have. */
export interface MysqlOnly {
  readonly line: number;
  readonly what: string;
}

type Rule = (at: readonly SqlToken[], index: number, depth: number) => string | undefined;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const TYPES = words(
  'datetime tinyint mediumint tinytext mediumtext longtext blob tinyblob mediumblob longblob enum set double year',
);
const FUNCTIONS = words('date_format date_add date_sub unix_timestamp from_unixtime str_to_date uuid');

/** Rules for the definition of a table. */
const definition: Rule = (tokens, index, depth) => {
  const [word, next] = [wordOf(tokens[index]), tokens[index + 1]];
  if (word === 'auto_increment') return word.toUpperCase();
  if (word === 'comment' && (next?.kind === 'string' || isMark(next, '='))) return 'COMMENT';
  if (depth === 0 && word === 'engine' && isMark(next, '=')) return 'ENGINE';
  if (depth === 0 && word === 'charset' && !isElement(tokens, index)) return 'CHARSET';
  if (depth === 0 && /^(modify|change)$/.test(word) && !isElement(tokens, index)) return word.toUpperCase();
  if (
    word === 'on' &&
    wordOf(next) === 'update' &&
    /^(current_timestamp|now)$/.test(wordOf(tokens[index + 2]))
  )
    return 'ON UPDATE CURRENT_TIMESTAMP';
  return depth === 1 && isElement(tokens, index) ? indexAsElement(tokens, index) : undefined;
};

/** `KEY name (column)`; a column named `key` is followed by its type. */
function indexAsElement(tokens: readonly SqlToken[], index: number): string | undefined {
  const word = wordOf(tokens[index]);
  if (word === 'unique' && /^(key|index)$/.test(wordOf(tokens[index + 1]))) return 'UNIQUE KEY';
  if (word === 'fulltext') return 'FULLTEXT';
  if (word !== 'key' && word !== 'index') return undefined;
  const open = [1, 2].find((offset) => isMark(tokens[index + offset], '('));
  return open !== undefined && tokens[index + open + 1]?.kind !== 'number' ? word.toUpperCase() : undefined;
}

const rows: Rule = (tokens, index) => {
  const [word, next] = [wordOf(tokens[index]), wordOf(tokens[index + 1])];
  if (word === 'on' && next === 'duplicate') return 'ON DUPLICATE KEY UPDATE';
  if (index === 0 && word === 'insert' && next === 'ignore') return 'INSERT IGNORE';
  return undefined;
};

const functions: Rule = (tokens, index) => {
  const word = wordOf(tokens[index]);
  return FUNCTIONS.has(word) && isMark(tokens[index + 1], '(') ? `${word.toUpperCase()}()` : undefined;
};

/** SQLite takes any word for a type, and accepts the others for the sake of MySQL. */
const postgresDefinition: Rule = (tokens, index) => {
  const word = wordOf(tokens[index]);
  if (word === 'unsigned' || word === 'zerofill') return word.toUpperCase();
  const isType = TYPES.has(word) && !(word === 'double' && wordOf(tokens[index + 1]) === 'precision');
  return isType && isElement(tokens, index - 1) ? `the type ${word.toUpperCase()}` : undefined;
};

const postgresRows: Rule = (tokens, index) => {
  const [word, next] = [wordOf(tokens[index]), tokens[index + 1]];
  if (index === 0 && word === 'replace') return 'REPLACE';
  return word === 'ifnull' && isMark(next, '(') ? 'IFNULL()' : undefined;
};

/** Begins a column or another element of a definition. */
function isElement(tokens: readonly SqlToken[], index: number): boolean {
  const before = tokens[index - 1];
  return isMark(before, '(') || isMark(before, ',') || /^(add|column|exists)$/.test(wordOf(before));
}

/**
 * Finds syntax of MySQL that a script may not have on another database; one finding for each kind.
 *
 * It knows what scripts are commonly written with, not all of MySQL.
 */
export function mysqlOnly(sql: string, dialect: Dialect): MysqlOnly[] {
  if (dialect === 'mysql') return [];
  const found = new Map<string, MysqlOnly>();
  const add = (what: string | undefined, line: number): void => {
    if (what !== undefined && !found.has(what)) found.set(what, { line, what });
  };
  for (const statement of statementsOf(sql)) {
    const defines = /^(create|alter)$/.test(wordOf(statement[0]));
    const common = defines ? [definition, functions] : [rows, functions];
    const rules = dialect === 'sqlite' ? common : [...common, defines ? postgresDefinition : postgresRows];
    let depth = 0;
    statement.forEach((token, index) => {
      if (isMark(token, '(')) depth++;
      if (isMark(token, ')')) depth--;
      for (const rule of rules) add(rule(statement, index, depth), token.line);
      if (dialect === 'postgres' && token.kind === 'quoted' && sql[token.start] === '`')
        add('a name in `back quotes`', token.line);
    });
  }
  return [...found.values()];
}

function statementsOf(sql: string): SqlToken[][] {
  const statements: SqlToken[][] = [[]];
  for (const token of tokenizePortable(sql).tokens) {
    if (isMark(token, ';')) statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements;
}
