import {
  Catalog,
  catalogStatements,
  type CatalogRow,
  type SpecialColumn,
  type Tables,
} from '@platform/mapper';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Dialect } from '../database.ts';

/** Which tables there are and which of the columns that the data layer looks after each has. */
export class TableCatalog implements Tables {
  readonly #statement: string;
  #catalog = new Catalog([]);

  constructor(dialect: Dialect) {
    this.#statement = catalogStatements[dialect];
  }

  /** Names in lower case. */
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

  /** @param query without plugins, seeing the schema as it is to be */
  async refresh<S>(query: Kysely<S>): Promise<void> {
    const { rows } = await query.executeQuery<CatalogRow>(CompiledQuery.raw(this.#statement));
    this.#catalog = new Catalog(rows);
  }
}
