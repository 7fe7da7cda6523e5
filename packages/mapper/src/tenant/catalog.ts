import type { Dialect } from '../dialect.ts';
import { specialColumns, type SpecialColumn } from './special-columns.ts';
import type { Tables } from './tables.ts';

const names = specialColumns.map((column) => `'${column}'`).join(', ');

/** Returns a row for each table and special column, and one without column for each table. */
export const catalogStatements: Readonly<Record<Dialect, string>> = {
  sqlite: `
    select m.name as table_name, p.name as column_name,
           p.type like 'decimal%' or p.type like 'numeric%' as is_decimal
      from sqlite_master m left join pragma_table_info(m.name) p
        on lower(p.name) in (${names}) or p.type like 'decimal%' or p.type like 'numeric%'
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

/** A row of a {@link catalogStatements | catalogue}. */
export interface CatalogRow {
  readonly table_name: string;
  readonly column_name: string | null;
  /** SQLite only. */
  readonly is_decimal?: unknown;
}

const NONE: ReadonlySet<string> = new Set();

/** Tables of a database, as its catalogue lists them. */
export class Catalog implements Tables {
  /** Lower-case names of tables with a `tenant_id` column. */
  readonly tenantTables: ReadonlySet<string>;
  readonly #tables: ReadonlyMap<string, ReadonlySet<SpecialColumn>>;
  readonly #decimals: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(rows: readonly CatalogRow[]) {
    const tables = new Map<string, Set<SpecialColumn>>();
    const decimals = new Map<string, Set<string>>();
    for (const row of rows) {
      const name = row.table_name.toLowerCase();
      const columns = tables.get(name) ?? new Set<SpecialColumn>();
      const column = specialColumns.find((special) => special === row.column_name?.toLowerCase());
      if (column) columns.add(column);
      if (row.column_name !== null && Number(row.is_decimal ?? 0) === 1) {
        const known = decimals.get(name) ?? new Set<string>();
        decimals.set(name, known.add(row.column_name.toLowerCase()));
      }
      tables.set(name, columns);
    }
    this.#tables = tables;
    this.#decimals = decimals;
    this.tenantTables = new Set(
      [...tables].filter(([, columns]) => columns.has('tenant_id')).map(([name]) => name),
    );
  }

  has(table: string): boolean {
    return this.#tables.has(table.toLowerCase());
  }

  columnsOf(table: string): ReadonlySet<SpecialColumn> {
    return this.#tables.get(table.toLowerCase()) ?? new Set();
  }

  decimalsOf(table: string): ReadonlySet<string> {
    return this.#decimals.get(table.toLowerCase()) ?? NONE;
  }

  isTenantTable(table: string): boolean {
    return this.tenantTables.has(table.toLowerCase());
  }
}
