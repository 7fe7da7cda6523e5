import type { SqlDatabase, TableColumns } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';

/** A table whose rows are moved. */
export interface MovedTable {
  /** In lower case, as the target has it. */
  readonly name: string;
  /** Columns that both have, with their types on the target. */
  readonly columns: TableColumns;
}

/**
 * Rows that are not moved: what the migrations write on the target, and hosts and backups of the
 * source.
 */
const OWN_ROWS = new Set(['sys_migration', 'app_schema_history', 'sys_node', 'sys_node_app', 'sys_backup']);

/**
 * Compares the tables of both databases.
 *
 * @param leftOut tables, or `table.column`, in lower case
 * @throws MOVE_TABLES_UNKNOWN naming tables and columns with content that the target lacks
 */
export async function movedTables(
  source: SqlDatabase,
  target: SqlDatabase,
  leftOut: ReadonlySet<string>,
): Promise<readonly MovedTable[]> {
  const [from, to] = [await source.tableColumns(), await target.tableColumns()];
  const { rows } = await source.raw<{ name: string }>(
    `select lower(name) as name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
  );
  const tables: MovedTable[] = [];
  const unknown: string[] = [];
  for (const { name } of rows) {
    if (OWN_ROWS.has(name) || leftOut.has(name)) continue;
    const [columns, there] = [[...(from.get(name)?.keys() ?? [])], to.get(name)];
    if (there === undefined) {
      if (await holdsAny(source, name)) unknown.push(name);
      continue;
    }
    for (const column of columns) {
      const place = `${name}.${column}`;
      if (there.has(column) || leftOut.has(place)) continue;
      if (await holdsAny(source, name, column)) unknown.push(place);
    }
    tables.push({ name, columns: new Map([...there].filter(([column]) => columns.includes(column))) });
  }
  if (unknown.length > 0) throw tablesUnknown(unknown);
  return tables;
}

async function holdsAny(source: SqlDatabase, table: string, column?: string): Promise<boolean> {
  const filled = column === undefined ? '' : ` where "${column}" is not null`;
  const { rows } = await source.raw(`select 1 from "${table}"${filled} limit 1`);
  return rows.length > 0;
}

const tablesUnknown = (names: readonly string[]): PlatformError =>
  new PlatformError({
    code: 'MOVE_TABLES_UNKNOWN',
    message: `The embedded database has rows in what no migration makes on the server: ${names.join(', ')}. No rows were moved.`,
    fix: 'Make them on the server with your own SQL and repeat the command, or pass --leave-out=<name> for each.',
  });
