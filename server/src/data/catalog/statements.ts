import { specialColumns } from '@platform/mapper';
import type { Dialect } from '../database.ts';

const names = specialColumns.map((column) => `'${column}'`).join(', ');

/** One row for each table and special column, and one with no column for each table. */
export const catalogStatements: Readonly<Record<Dialect, string>> = {
  sqlite: `
    select m.name as table_name, p.name as column_name
      from sqlite_master m left join pragma_table_info(m.name) p on lower(p.name) in (${names})
     where m.type in ('table', 'view')`,
  mysql: `
    select t.table_name as table_name, c.column_name as column_name
      from information_schema.tables t
      left join information_schema.columns c
        on c.table_schema = t.table_schema and c.table_name = t.table_name and lower(c.column_name) in (${names})
     where t.table_schema = database()`,
  postgres: `
    select c.relname::text as table_name, a.attname::text as column_name
      from pg_class c
      left join pg_attribute a
        on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and lower(a.attname::text) in (${names})
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and pg_table_is_visible(c.oid)
       and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
};
