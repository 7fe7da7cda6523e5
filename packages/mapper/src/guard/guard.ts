import { PlatformError } from '@platform/plugin-sdk/core';
import { mainVerb } from '../sql/common-table-expressions.ts';
import { isGroup, isLeaf, isName, isWord, type Item, type Leaf } from '../sql/items.ts';
import { isForbiddenFunction, isForbiddenTable } from './forbidden.ts';
import { isHostTable, READABLE_HOST_TABLES } from './host-tables.ts';

export const sqlForbidden = (reason: string, fix: string): PlatformError =>
  new PlatformError({
    code: 'SQL_FORBIDDEN',
    message: `An application must not run this SQL: ${reason}.`,
    fix,
  });

export const hostTableForbidden = (table: string): PlatformError => {
  const columns = READABLE_HOST_TABLES.get(table);
  return sqlForbidden(
    `it touches the host's table ${table}`,
    columns === undefined
      ? "Use the SDK's services: ConfigService, DictService, OssService, LoginHelper and the events."
      : `Read it, behind from or join of a mapper's statement or of a query builder: ${columns.join(', ')}.`,
  );
};

const VERBS = ['select', 'values', 'insert', 'update', 'delete', 'replace'] as const;

/**
 * Refuses statements that no application may run, for any tenant. (findings: security 14)
 *
 * Only the four data verbs are allowed, one statement at a time, without functions and tables that
 * reach beyond rows.
 *
 * @param items of one statement, without its last semicolon
 * @throws SQL_FORBIDDEN
 */
export function assertDataStatement(items: readonly Item[], text: string): void {
  const verb = items[mainVerb(items)];
  if (!isGroup(verb) && !isWord(verb, ...VERBS)) {
    const begins = isLeaf(verb) ? verb.text : 'nothing';
    throw sqlForbidden(`it begins with ${begins}`, 'Applications can run select, insert, update and delete.');
  }
  const stack: Array<readonly Item[]> = [items];
  for (let list = stack.pop(); list; list = stack.pop()) {
    for (const [index, item] of list.entries()) {
      if (isGroup(item)) stack.push(item.items);
      else assertLeaf(item, list, index, text);
    }
  }
}

function assertLeaf(leaf: Leaf, list: readonly Item[], index: number, text: string): void {
  const next = list[index + 1];
  if (isWord(leaf, ';'))
    throw sqlForbidden('it contains several statements', 'Run each statement on its own.');
  if (isWord(leaf, 'u') && text.charAt(leaf.end) === '&') {
    throw sqlForbidden('a name has escapes', 'Write names plainly.');
  }
  if (isWord(leaf, 'outfile', 'dumpfile') && isWord(list[index - 1], 'into')) {
    throw sqlForbidden(`it writes to ${leaf.name}`, 'Write files by OssService.');
  }
  if (!isName(leaf)) return;
  if (isGroup(next) && isForbiddenFunction(leaf.name)) {
    throw sqlForbidden(`the function ${leaf.name} reaches beyond the rows`, 'Leave it out.');
  }
  const qualifier = isWord(list[index - 1], '.') ? list[index - 2] : undefined;
  const schema = isName(qualifier) ? qualifier.name : undefined;
  if (isTablePlace(list, index, true) && isForbiddenTable(leaf.name, schema)) {
    throw sqlForbidden(
      `it reads the system table ${leaf.name}`,
      'Read tables of the application, or information_schema for their columns.',
    );
  }
}

const BEFORE_TABLE =
  'from join into update table using straight_join only lateral ignore in oj replace delete'.split(' ');

/**
 * Whether a name is in the place of a table.
 *
 * @param listed also behind a comma, and first in parentheses
 */
function isTablePlace(list: readonly Item[], index: number, listed: boolean): boolean {
  if (isWord(list[index + 1], '.')) return false;
  let first = index;
  while (isWord(list[first - 1], '.')) first -= 2;
  const before = list[first - 1];
  return isWord(before, ...BEFORE_TABLE) || (listed && (before === undefined || isWord(before, ',')));
}

/** Host tables without secrets whose names are also plausible column names. */
const LIKE_COLUMNS = new Set('app_info app_version app_install app_task app_package'.split(' '));

/**
 * Host tables in a statement, named by identifiers or by strings that some databases accept as
 * names.
 */
export function* hostTablesIn(
  items: readonly Item[],
  tables: { has(table: string): boolean },
): Generator<Leaf> {
  for (const [index, item] of items.entries()) {
    if (isGroup(item)) yield* hostTablesIn(item.items, tables);
    else if (item.kind !== 'symbol' && !(isName(item) && isWord(items[index + 1], '.'))) {
      const isColumn = LIKE_COLUMNS.has(item.name) && !isTablePlace(items, index, false);
      if (isHostTable(unquoted(item), tables) && !isColumn) yield item;
    }
  }
}

const unquoted = ({ kind, name }: Leaf): string =>
  kind === 'string' ? name.replaceAll(/^[en]?['"]|['"]$/g, '') : name;
