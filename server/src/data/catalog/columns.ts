import type { Dialect } from '@platform/mapper';

/** Returns a row for each column: its name, its declared type and its table. */
export const columnStatements: Readonly<Record<Dialect, string>> = {
  sqlite: `
    select m.name as table_name, p.name as column_name, p.type as column_type
      from sqlite_master m join pragma_table_info(m.name) p
     where m.type in ('table', 'view')`,
  mysql: `
    select table_name as table_name, column_name as column_name, column_type as column_type
      from information_schema.columns where table_schema = database()`,
  postgres: `
    select c.relname::text as table_name, a.attname::text as column_name,
           format_type(a.atttypid, a.atttypmod) as column_type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and pg_table_is_visible(c.oid)
       and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
};

export interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly column_type: string;
}

/** The declared type of each column of a table; names in lower case, in their order. */
export type TableColumns = ReadonlyMap<string, string>;

/** Groups the columns by tables; names in lower case. */
export function columnsByTable(rows: readonly ColumnRow[]): ReadonlyMap<string, TableColumns> {
  const byTable = Map.groupBy(rows, ({ table_name }) => table_name.toLowerCase());
  return new Map(
    [...byTable].map(([table, columns]) => [
      table,
      new Map(
        columns
          .map(({ column_name, column_type }) => [column_name.toLowerCase(), column_type] as const)
          .toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ),
    ]),
  );
}
