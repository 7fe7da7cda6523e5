import { isForbiddenFunction } from '@platform/mapper';
import { isMark, wordOf } from './table-references.ts';
import type { SqlToken } from '@platform/mapper';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that may begin a statement of a migration. */
const HEADS = words(
  'create alter drop insert replace update delete truncate select with set comment analyze do',
);
const TRANSACTION = words('begin start commit rollback savepoint release end abort');
const CREATABLE = words('table index view');
export const CREATE_MODIFIERS = words(
  'temp temporary unlogged global local unique fulltext spatial or replace materialized virtual',
);
/**
 * Session settings that dumps begin with. Others change how the rest is read, or outlive the
 * script.
 */
const SETTINGS = words('names foreign_key_checks unique_checks');
/** Words that begin a statement in a block, beyond those of a script. */
const BODY_HEADS = words(
  'begin end if elsif elseif else case when for foreach while loop exit continue return perform raise null get exception declare assert',
);
/** Words followed by a statement of a block. */
const BODY_STARTS = words('begin then else loop');
/** Words that conceal the tables of a statement, in any position. */
const HIDING = words('execute prepare outfile dumpfile infile');
/** Storage outside of the database, or in another table. */
const TABLE_OPTIONS = words('federated connect spider blackhole merge mrg_myisam csv tablespace');
/** Modules of SQLite that keep their rows in the database. */
const MODULES = /^(fts[345]|rtree|rtree_i32|geopoly)$/;
/** Words before a table name, whose columns follow in parentheses. */
const BEFORE_TABLE = words('into table exists update references index on');

/** Returns why a migration may not contain a statement, or undefined. */
export function refusedHead(statement: readonly SqlToken[]): string | undefined {
  const head = wordOf(statement[0]);
  if (TRANSACTION.has(head))
    return `"${head}" is reserved for the host, which runs scripts in a transaction if the database supports it`;
  if (!HEADS.has(head)) return `"${statement[0]!.text}" starts no statement that a migration may contain`;
  const rest = statement.slice(1).map(wordOf);
  const object = rest.find((word) => !CREATE_MODIFIERS.has(word)) ?? '';
  if (head === 'create' && !CREATABLE.has(object)) return `"create ${object}" is not allowed in migrations`;
  if (head === 'drop' && !CREATABLE.has(object)) return `"drop ${object}" is not allowed in migrations`;
  if (head === 'alter' && object !== 'table') return `"alter ${object}" is not allowed in migrations`;
  if (head === 'set' && !SETTINGS.has(rest[0] ?? ''))
    return 'settings other than names are not allowed in migrations';
  if (head === 'set' && statement.some((token) => isMark(token, ',')))
    return 'only one setting per statement is allowed';
  if (head === 'do' && !isBlock(statement)) return '"do" takes one block in dollar quotes';
  return undefined;
}

/**
 * Whether `do` is followed by one `$$ … $$` block and an optional language.
 *
 * A database without dollar quotes reads anything else as further statements.
 */
function isBlock([, body, ...rest]: readonly SqlToken[]): boolean {
  if (body?.kind !== 'dollar' || !/^\s*(declare|begin)\b/i.test(body.text)) return false;
  return (
    rest.length === 0 ||
    (rest.length === 2 && wordOf(rest[0]) === 'language' && wordOf(rest[1]) === 'plpgsql')
  );
}

/** Returns why the token at `at` is refused: it conceals tables or reaches beyond them. */
export function refusedToken(tokens: readonly SqlToken[], at: number): string | undefined {
  const word = wordOf(tokens[at]);
  if (HIDING.has(word)) return `"${word}" hides the affected tables`;
  const name = (tokens[at]?.kind === 'quoted' ? tokens[at].text : word).toLowerCase();
  if (name !== '' && isMark(tokens[at + 1], '(') && !BEFORE_TABLE.has(wordOf(tokens[at - 1]))) {
    if (isForbiddenFunction(name)) return `the function ${name} does more than read and write rows`;
  }
  const after = wordOf(tokens[at + 1]);
  const isModule = word === 'using' && tokens.slice(0, at).some((token) => wordOf(token) === 'virtual');
  if (isModule && !MODULES.test(after)) return `a virtual table of "${after}"`;
  if (wordOf(tokens[0]) !== 'create' && wordOf(tokens[0]) !== 'alter') return undefined;
  const isColumn = ['column', 'rename'].includes(wordOf(tokens[at - 1]));
  if (wordOf(tokens[0]) === 'alter' && word === 'owner' && after === 'to' && !isColumn)
    return 'another owner';
  if (wordOf(tokens[0]) === 'alter' && word === 'set' && after === 'schema') return 'another schema';
  if (['data', 'index'].includes(word) && wordOf(tokens[at + 1]) === 'directory')
    return 'a folder for the files of a table';
  if (isMark(tokens[at + 1], '=') || wordOf(tokens[at - 1]) === 'engine' || isMark(tokens[at - 1], '=')) {
    if (TABLE_OPTIONS.has(word)) return `"${word}" moves the rows of a table`;
    if (['connection', 'union'].includes(word)) return `the table option "${word}"`;
  }
  return undefined;
}

/** Statements in the body of a block that are refused in a script as well. */
export function* refusedInBody(tokens: readonly SqlToken[]): Generator<{ line: number; what: string }> {
  const begin = tokens.findIndex((token) => wordOf(token) === 'begin');
  for (let at = Math.max(0, begin); at < tokens.length; at++) {
    const starts = isMark(tokens[at], ';') || BODY_STARTS.has(wordOf(tokens[at]));
    const token = tokens[at + 1];
    if (!starts || !token || isMark(token, ';') || token.kind !== 'word') continue;
    let end = at + 1;
    while (end < tokens.length && !isMark(tokens[end], ';')) end++;
    const statement = tokens.slice(at + 1, end);
    const assigns = isMark(statement[1], ':') || isMark(statement[1], '=');
    if (assigns || BODY_HEADS.has(wordOf(token))) continue;
    const what = refusedHead(statement);
    if (what !== undefined) yield { line: token.line, what };
  }
}
