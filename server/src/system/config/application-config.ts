import type { ConfigRecords } from './config-records.ts';
import { isPrivate, type ConfigValue, type ConfigValues } from './config-values.ts';
import { configKeyForeign } from './failures.ts';
import { BASE_PROPERTIES } from './site-properties.ts';

/** Keys of the site that every application may read: those that everybody is shown. */
const SITE_KEYS: ReadonlySet<string> = new Set(BASE_PROPERTIES.map((name) => `platform.${name}`));

/**
 * The rows of `sys_config` that an application sees: its own, `<code>.*`, where a private one goes
 * first; and the base properties of the site. (design 9.8-58)
 */
export class ApplicationConfig {
  readonly #code: string;
  readonly #values: ConfigValues;
  readonly #records: ConfigRecords;

  constructor(code: string, values: ConfigValues, records: ConfigRecords) {
    this.#code = code;
    this.#values = values;
    this.#records = records;
  }

  /** @throws SECRET_UNREADABLE (500) */
  async get(key: string): Promise<string | undefined> {
    if (this.#isOwn(key)) return first(await this.#values.rowsOf(key))?.read();
    if (!SITE_KEYS.has(key)) return undefined;
    const rows = await this.#values.rowsOf(key);
    return rows.find(({ category }) => category === 'platform')?.read();
  }

  /**
   * Writes the row of the tenant of the current work. What was private stays so.
   *
   * @throws CONFIG_KEY_FOREIGN (403)
   */
  async set(key: string, value: string, isSecret: boolean): Promise<void> {
    if (!this.#isOwn(key)) throw configKeyForeign(this.#code, key);
    const rows = await this.#values.rowsOf(key);
    const staysPrivate = rows.some(({ category }) => isPrivate(category));
    await this.#records.put(key, value, isSecret || staysPrivate ? `${this.#code}.private` : undefined);
  }

  #isOwn(key: string): boolean {
    return key.startsWith(`${this.#code}.`);
  }
}

/** Private before public; in each the tenant's own before the default tenant's. */
function first(rows: readonly ConfigValue[]): ConfigValue | undefined {
  return rows.find(({ category }) => isPrivate(category)) ?? rows[0];
}
