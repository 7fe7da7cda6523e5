import { MASK } from '../../infra/index.ts';
import { DEFAULT_TENANT, requestContext } from '../../kernel/index.ts';
import { configPlace, type Database, type SecretBox } from '../../data/index.ts';

export interface ConfigValue {
  readonly key: string;
  readonly category: string | null;
  /** The value, decrypted where it is secret. @throws SECRET_UNREADABLE (500) */
  readonly read: () => string;
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
  readonly #secrets: SecretBox;

  constructor(database: Database, secrets: SecretBox) {
    this.#database = database;
    this.#secrets = secrets;
  }

  /** The value for people: one that is secret is masked. */
  async shown(key: string): Promise<string | undefined> {
    const [first] = await this.rowsOf(key);
    return first && (isPrivate(first.category) ? MASK : first.read());
  }

  /** The rows of a key that hold a value: the tenant's own, then the default tenant's. */
  async rowsOf(key: string, tenantId = currentTenant()): Promise<ConfigValue[]> {
    const rows = await requestContext.runIgnoringTenant(() =>
      this.#select(tenantId).where('config_key', '=', key).execute(),
    );
    const own = rows.filter((row) => row.tenant_id === tenantId);
    return this.#valuesOf([...own, ...rows.filter((row) => !own.includes(row))]);
  }

  /** Every value of a category. */
  async ofCategory(category: string, tenantId = currentTenant()): Promise<ConfigValue[]> {
    const rows = await requestContext.runIgnoringTenant(() =>
      this.#select(tenantId).where('config_category', '=', category).orderBy('config_key').execute(),
    );
    return this.#valuesOf(preferOwn(rows, tenantId));
  }

  #select(tenantId: string) {
    return this.#database.query
      .selectFrom('sys_config')
      .where('tenant_id', 'in', [...new Set([tenantId, DEFAULT_TENANT])])
      .select(['config_id', 'tenant_id', 'config_key', 'config_value', 'config_category']);
  }

  #valuesOf(rows: readonly Row[]): ConfigValue[] {
    return rows.flatMap((row) => {
      const { config_key: key, config_value: value, config_category: category } = row;
      if (value === null) return [];
      const identity = { configId: row.config_id, tenantId: row.tenant_id, configKey: key };
      const read = (): string =>
        isPrivate(category) ? this.#secrets.open(value, configPlace(identity)) : value;
      return { key, category, read };
    });
  }
}

interface Row {
  readonly config_id: number;
  readonly tenant_id: string;
  readonly config_key: string;
  readonly config_value: string | null;
  readonly config_category: string | null;
}

function preferOwn(rows: readonly Row[], tenantId: string): Row[] {
  const values = new Map<string, Row>();
  for (const row of rows) {
    if (row.tenant_id === tenantId || !values.has(row.config_key)) values.set(row.config_key, row);
  }
  return [...values.values()];
}

function currentTenant(): string {
  return requestContext.current()?.tenantId ?? DEFAULT_TENANT;
}
