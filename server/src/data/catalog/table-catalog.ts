import { specialColumns, type SpecialColumn, type Tables } from '@platform/mapper';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';
import { catalogStatements } from './statements.ts';

type Columns = ReadonlySet<SpecialColumn>;

/** Which tables there are and which of the columns that the data layer looks after each has. */
export class TableCatalog implements Tables {
  readonly #statement: string;
  #tables: ReadonlyMap<string, Columns> = new Map();
  #tenantTables: ReadonlySet<string> = new Set();

  constructor(dialect: Dialect) {
    this.#statement = catalogStatements[dialect];
  }

  /** Names in lower case. */
  get tenantTables(): ReadonlySet<string> {
    return this.#tenantTables;
  }

  has(table: string): boolean {
    return this.#tables.has(table.toLowerCase());
  }

  columnsOf(table: string): Columns {
    return this.#tables.get(table.toLowerCase()) ?? new Set();
  }

  isTenantTable(table: string): boolean {
    return this.#tenantTables.has(table.toLowerCase());
  }

  /** @param query without plugins, seeing the schema as it is to be */
  async refresh<S>(query: Kysely<S>): Promise<void> {
    const { rows } = await query.executeQuery<{ table_name: string; column_name: string | null }>(
      CompiledQuery.raw(this.#statement),
    );
    const tables = new Map<string, Set<SpecialColumn>>();
    for (const row of rows) {
      const name = row.table_name.toLowerCase();
      const columns = tables.get(name) ?? new Set<SpecialColumn>();
      const column = specialColumns.find((special) => special === row.column_name?.toLowerCase());
      if (column) columns.add(column);
      tables.set(name, columns);
    }
    this.#tables = tables;
    this.#tenantTables = new Set(
      [...tables].filter(([, columns]) => columns.has('tenant_id')).map(([name]) => name),
    );
  }
}
