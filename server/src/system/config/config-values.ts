import { DEFAULT_TENANT, requestContext } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';

export interface ConfigValue {
  readonly key: string;
  readonly value: string;
  readonly category: string | null;
}

/**
 * Whether rows of a category are for the application alone, never for `/open/<code>/config`.
 * (design 9.8-58)
 */
export function isPrivate(category: string | null): boolean {
  return category?.endsWith('.private') ?? false;
}

/** Looks values up for a tenant: its own row, else the default tenant's. (design 9.1-8) */
export class ConfigValues {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @param tenantId the tenant of the current work where it is left out, else the default tenant
   */
  async get(key: string, tenantId = currentTenant()): Promise<string | undefined> {
    return (await this.rowsOf(key, tenantId)).at(0)?.value;
  }

  /** The rows of a key that hold a value: the tenant's own, then the default tenant's. */
  async rowsOf(key: string, tenantId = currentTenant()): Promise<ConfigValue[]> {
    const rows = await requestContext.runIgnoringTenant(() =>
      this.#select(tenantId).where('config_key', '=', key).execute(),
    );
    const own = rows.filter((row) => row.tenant_id === tenantId);
    return valuesOf([...own, ...rows.filter((row) => !own.includes(row))]);
  }

  /** Every value of a category. */
  async ofCategory(category: string, tenantId = currentTenant()): Promise<ConfigValue[]> {
    const rows = await requestContext.runIgnoringTenant(() =>
      this.#select(tenantId).where('config_category', '=', category).orderBy('config_key').execute(),
    );
    return preferOwn(rows, tenantId);
  }

  #select(tenantId: string) {
    return this.#database.query
      .selectFrom('sys_config')
      .where('tenant_id', 'in', [...new Set([tenantId, DEFAULT_TENANT])])
      .select(['tenant_id', 'config_key', 'config_value', 'config_category']);
  }
}

interface Row {
  readonly tenant_id: string;
  readonly config_key: string;
  readonly config_value: string | null;
  readonly config_category: string | null;
}

function preferOwn(rows: readonly Row[], tenantId: string): ConfigValue[] {
  const values = new Map<string, Row>();
  for (const row of rows) {
    if (row.tenant_id === tenantId || !values.has(row.config_key)) values.set(row.config_key, row);
  }
  return valuesOf([...values.values()]);
}

function valuesOf(rows: readonly Row[]): ConfigValue[] {
  return rows.flatMap(({ config_key: key, config_value: value, config_category: category }) =>
    value === null ? [] : { key, value, category },
  );
}

function currentTenant(): string {
  return requestContext.current()?.tenantId ?? DEFAULT_TENANT;
}
