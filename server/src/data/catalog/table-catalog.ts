import {
  Catalog,
  catalogStatements,
  type CatalogRow,
  type SpecialColumn,
  type Tables,
} from '@platform/mapper';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Tables of a database, and their columns that the data layer maintains. */
export class TableCatalog implements Tables {
  readonly #statement: string;
  #catalog = new Catalog([]);

  constructor(dialect: Dialect) {
    this.#statement = catalogStatements[dialect];
  }

  /** Lower-case names. */
  get tenantTables(): ReadonlySet<string> {
    return this.#catalog.tenantTables;
  }

  has(table: string): boolean {
    return this.#catalog.has(table);
  }

  columnsOf(table: string): ReadonlySet<SpecialColumn> {
    return this.#catalog.columnsOf(table);
  }

  decimalsOf(table: string): ReadonlySet<string> {
    return this.#catalog.decimalsOf(table);
  }

  isTenantTable(table: string): boolean {
    return this.#catalog.isTenantTable(table);
  }

  /** @param query without plugins, in the transaction whose schema counts */
  async refresh<S>(query: Kysely<S>): Promise<void> {
    const { rows } = await query.executeQuery<CatalogRow>(CompiledQuery.raw(this.#statement));
    this.#catalog = new Catalog(rows);
  }
}
