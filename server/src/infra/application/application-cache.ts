import { CacheService } from '@platform/plugin-sdk/cache';
import type { Duration } from '@platform/plugin-sdk/core';
import type { Cache, CacheUsage } from '../cache/cache.ts';
import { millisecondsOf } from './duration.ts';

/** The cache as one application sees it: with keys of its own. */
export class ApplicationCache extends CacheService {
  readonly #cache: Cache;
  readonly #prefix: string;

  constructor(cache: Cache, appCode: string) {
    super();
    this.#cache = cache;
    this.#prefix = `app:${appCode}:`;
  }

  override get<T>(key: string): Promise<T | undefined> {
    return this.#cache.get<T>(this.#prefix + key);
  }

  override set(key: string, value: unknown, { ttl }: { readonly ttl?: Duration } = {}): Promise<void> {
    return this.#cache.set(this.#prefix + key, value, ttl ? { ttlMs: millisecondsOf(ttl) } : {});
  }

  override del(...keys: string[]): Promise<void> {
    return this.#cache.del(...keys.map((key) => this.#prefix + key));
  }

  override getOrSet<T>(key: string, ttl: Duration, load: () => T | Promise<T>): Promise<T> {
    return this.#cache.getOrSet(this.#prefix + key, millisecondsOf(ttl), load);
  }

  override increment(key: string, by?: number): Promise<number> {
    return this.#cache.increment(this.#prefix + key, by);
  }

  /** Undefined where it has cached nothing, or only the cache server knows. */
  usage(): CacheUsage | undefined {
    return this.#cache.usage?.(this.#prefix);
  }

  /** Deletes every key of the application. */
  clear(): Promise<void> {
    return this.#cache.clear(this.#prefix);
  }
}
