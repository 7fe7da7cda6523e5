/**
 * The host's configuration table `sys_config`. A key is looked up for the tenant of the current work, then for the
 * default tenant. (spec: D2; design 9.1-8, 9.7-51)
 */
export abstract class ConfigService {
  abstract get(key: string): Promise<string | undefined>;
  abstract get(key: string, fallback: string): Promise<string>;
  /** @throws CONFIG_VALUE_INVALID when the value is not a number */
  abstract getNumber(key: string): Promise<number | undefined>;
  abstract getNumber(key: string, fallback: number): Promise<number>;
  /** `true` and `1` are true, `false` and `0` false. @throws CONFIG_VALUE_INVALID for anything else */
  abstract getBoolean(key: string): Promise<boolean | undefined>;
  abstract getBoolean(key: string, fallback: boolean): Promise<boolean>;
  /** @throws CONFIG_VALUE_INVALID when the value is not JSON */
  abstract getJson<T>(key: string): Promise<T | undefined>;
  abstract getJson<T>(key: string, fallback: T): Promise<T>;
  /** Writes the row of the tenant of the current work. */
  abstract set(key: string, value: string): Promise<void>;
}
