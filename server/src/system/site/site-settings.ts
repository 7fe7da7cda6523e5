import {
  SITE_FIELDS,
  type SiteChange,
  type SiteField,
  type SiteSettings as Settings,
} from '@platform/host-api';
import { lockOnly, type Database } from '../../data/index.ts';
import { DEFAULT_TENANT } from '../../kernel/index.ts';
import type { ConfigRecords } from '../config/config-records.ts';
import type { ConfigValues } from '../config/config-values.ts';
import { changedMeanwhile } from '../shared/edits.ts';

/** The shell itself is the application of this code. */
const SITE = 'platform';

const keyOf = (field: SiteField): string => `${SITE}.${field}`;

/** The settings that the fields are stored in. */
export const SITE_KEYS: readonly string[] = SITE_FIELDS.map(keyOf);

type Values = Record<SiteField, string | null>;

/** Name, pictures and colour of the shell, for the tenant in context. (design 12, 15.7) */
export class SiteSettings {
  readonly #database: Database;
  readonly #records: ConfigRecords;
  readonly #values: ConfigValues;

  constructor(database: Database, records: ConfigRecords, values: ConfigValues) {
    this.#database = database;
    this.#records = records;
    this.#values = values;
  }

  /** Settings of the tenant, and those of the platform's tenant for the rest. */
  async read(tenantId: string): Promise<Settings> {
    // First, so that a change in between is found by the next edit.
    const { time } = await this.#newest(tenantId);
    const rows = await this.#rows();
    const own = valuesOf(rows.map((row) => [row.config_key, row.config_value]));
    const isPlatform = tenantId === DEFAULT_TENANT;
    const inherited = isPlatform ? [] : await this.#values.ofCategory(SITE, DEFAULT_TENANT);
    return { own, inherited: valuesOf(inherited.map(({ key, read }) => [key, read()])), updateTime: time };
  }

  /**
   * Sets fields; null takes the own value away. All or none are written, with their history.
   *
   * @throws CHANGED_MEANWHILE (409) where `updateTime` is not that of the newest change
   */
  async write(tenantId: string, { updateTime: seen, ...change }: SiteChange): Promise<void> {
    await this.#database.transaction(async () => {
      await this.#lock(tenantId);
      if (seen !== undefined) await this.#assertNewest(tenantId, seen);
      const rows = new Map((await this.#rows()).map((row) => [row.config_key, row]));
      for (const field of SITE_FIELDS) {
        const [value, row] = [change[field], rows.get(keyOf(field))];
        if (value === undefined || value === (row?.config_value ?? null)) continue;
        if (value !== null) await this.#records.put(keyOf(field), value, SITE);
        else if (row) await this.#records.remove([row.config_id]);
      }
    });
  }

  /** The settings have no row of their own: of two edits at the same time, one comes second. */
  async #lock(tenantId: string): Promise<void> {
    await this.#database.query
      .updateTable('sys_tenant')
      .set(lockOnly)
      .where('tenant_code', '=', tenantId)
      .execute();
  }

  async #assertNewest(tenantId: string, seen: string): Promise<void> {
    const { time, name } = await this.#newest(tenantId);
    if (Date.parse(time) === Date.parse(seen)) return;
    throw changedMeanwhile(await this.read(tenantId), name, time);
  }

  async #newest(tenantId: string): Promise<{ time: string; name: string | null }> {
    const newest = await this.#records.history.newestOf(SITE_KEYS);
    if (newest) return newest;
    const { create_time: time } = await this.#database.query
      .selectFrom('sys_tenant')
      .where('tenant_code', '=', tenantId)
      .select('create_time')
      .executeTakeFirstOrThrow();
    return { time, name: null };
  }

  #rows() {
    return this.#database.query
      .selectFrom('sys_config')
      .where('config_key', 'in', SITE_KEYS)
      .select(['config_id', 'config_key', 'config_value'])
      .execute();
  }
}

function valuesOf(rows: ReadonlyArray<readonly [key: string, value: string | null]>): Values {
  const values = new Map(rows);
  return Object.fromEntries(SITE_FIELDS.map((field) => [field, values.get(keyOf(field)) ?? null])) as Values;
}
