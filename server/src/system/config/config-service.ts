import { ConfigService } from '@platform/plugin-sdk/core';
import { PlatformError } from '../../kernel/index.ts';
import type { ApplicationConfig } from './application-config.ts';

/** {@link ConfigService} of one application. (spec: D2; design 9.7-51) */
export class TableConfigService extends ConfigService {
  readonly #own: ApplicationConfig;

  constructor(own: ApplicationConfig) {
    super();
    this.#own = own;
  }

  override get(key: string): Promise<string | undefined>;
  override get(key: string, fallback: string): Promise<string>;
  override async get(key: string, fallback?: string): Promise<string | undefined> {
    return (await this.#own.get(key)) ?? fallback;
  }

  override getNumber(key: string): Promise<number | undefined>;
  override getNumber(key: string, fallback: number): Promise<number>;
  override getNumber(key: string, fallback?: number): Promise<number | undefined> {
    return this.#parsed(key, fallback, 'a number', (text) => {
      const value = text.trim() === '' ? Number.NaN : Number(text);
      return Number.isFinite(value) ? { value } : undefined;
    });
  }

  override getBoolean(key: string): Promise<boolean | undefined>;
  override getBoolean(key: string, fallback: boolean): Promise<boolean>;
  override getBoolean(key: string, fallback?: boolean): Promise<boolean | undefined> {
    return this.#parsed(key, fallback, 'true, false, 1 or 0', (text) => {
      const word = text.trim().toLowerCase();
      if (word === 'true' || word === '1') return { value: true };
      return word === 'false' || word === '0' ? { value: false } : undefined;
    });
  }

  override getJson<T>(key: string): Promise<T | undefined>;
  override getJson<T>(key: string, fallback: T): Promise<T>;
  override getJson<T>(key: string, fallback?: T): Promise<T | undefined> {
    return this.#parsed(key, fallback, 'JSON', (text) => {
      try {
        return { value: JSON.parse(text) as T };
      } catch {
        return undefined;
      }
    });
  }

  override set(key: string, value: string, options: { readonly private?: boolean } = {}): Promise<void> {
    return this.#own.set(key, value, options.private ?? false);
  }

  async #parsed<T>(
    key: string,
    fallback: T | undefined,
    form: string,
    parse: (text: string) => { readonly value: T } | undefined,
  ): Promise<T | undefined> {
    const text = await this.#own.get(key);
    if (text === undefined) return fallback;
    const parsed = parse(text);
    if (parsed) return parsed.value;
    throw new PlatformError({
      code: 'CONFIG_VALUE_INVALID',
      status: 500,
      message: `The value of the setting ${key} is not ${form}.`,
      fix: `Correct ${key} under System, Configuration.`,
      details: { params: { key } },
    });
  }
}
