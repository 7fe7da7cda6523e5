/**
 * Reads and writes settings of the application, rows of `sys_config` with keys `<code>.*`. (spec:
 * D2, Generic site-config endpoint; design 9.1-8, 9.7-51, 9.8-58)
 *
 * A key is looked up for the current tenant, then for the default tenant. Private rows
 * (`<code>.private`) win over public ones (`<code>`), which `GET /open/<code>/config` shows to
 * everybody. Of the host's keys, only base properties of the site are visible (`platform.name`,
 * `platform.logo`, …).
 *
 * @example
 * ```ts
 * const limit = await this.config.getNumber('notes.limit', 100);
 * await this.config.set('notes.mailPassword', password, { private: true });
 * ```
 */
export abstract class ConfigService {
  abstract get(key: string): Promise<string | undefined>;
  abstract get(key: string, fallback: string): Promise<string>;
  /** @throws CONFIG_VALUE_INVALID when the value is not a number */
  abstract getNumber(key: string): Promise<number | undefined>;
  abstract getNumber(key: string, fallback: number): Promise<number>;
  /**
   * `true` and `1` are true, `false` and `0` false.
   * @throws CONFIG_VALUE_INVALID for anything else
   */
  abstract getBoolean(key: string): Promise<boolean | undefined>;
  abstract getBoolean(key: string, fallback: boolean): Promise<boolean>;
  /** @throws CONFIG_VALUE_INVALID when the value is not JSON */
  abstract getJson<T>(key: string): Promise<T | undefined>;
  abstract getJson<T>(key: string, fallback: T): Promise<T>;
  /**
   * Writes the row of the tenant of the current work.
   *
   * @param options `private`: never shown by `GET /open/<code>/config`; a key that is private
   * stays so without it
   * @throws CONFIG_KEY_FOREIGN (403) for a key that does not begin with the application's code
   */
  abstract set(key: string, value: string, options?: { readonly private?: boolean }): Promise<void>;
}
