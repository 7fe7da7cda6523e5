import type { Duration } from '../core/index.ts';

/**
 * The host's cache: in memory, or Redis where configured. Keys are the application's own; values
 * pass through JSON, and are gone after an unload. (design 3.5, 9.7-51)
 */
export abstract class CacheService {
  abstract get<T>(key: string): Promise<T | undefined>;
  /** Without `ttl` the value stays until it is deleted or pushed out. */
  abstract set(key: string, value: unknown, options?: { readonly ttl?: Duration }): Promise<void>;
  abstract del(...keys: string[]): Promise<void>;
  /** Returns the cached value or loads it. Concurrent calls for a key share one load. */
  abstract getOrSet<T>(key: string, ttl: Duration, load: () => T | Promise<T>): Promise<T>;
  /** Adds `by` (default 1) to a number that starts at 0, and resolves to the sum. */
  abstract increment(key: string, by?: number): Promise<number>;
}
