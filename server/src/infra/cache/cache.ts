import { serviceToken } from '../../kernel/index.ts';

/** Memory of one owner's values. */
export interface CacheUsage {
  readonly entries: number;
  /** Characters of keys and values. */
  readonly size: number;
  /** Values that had to make room. */
  readonly evicted: number;
  /** Reads that found a value, and those that did not. */
  readonly hits: number;
  readonly misses: number;
}

/** Values whose keys begin the same. */
export interface CachePrefixUsage {
  readonly prefix: string;
  readonly entries: number;
  /** Bytes of the values, or characters of keys and values. */
  readonly size: number;
}

/** Content of a cache. */
export interface CacheContent {
  readonly prefixes: readonly CachePrefixUsage[];
  /** False where there were too many keys to count. */
  readonly complete: boolean;
  /** Total over all owners; undefined if only the cache server knows it. */
  readonly usage?: Pick<CacheUsage, 'hits' | 'misses' | 'evicted'>;
}

/**
 * Values that may be gone at any time. They pass through JSON, so that what comes out is a copy.
 * With Redis every node sees the same; in memory each has its own. (design 2.1)
 */
export interface Cache {
  get<T>(key: string): Promise<T | undefined>;
  /** Without `ttlMs` the value stays until it is deleted or pushed out. */
  set(key: string, value: unknown, options?: { readonly ttlMs?: number }): Promise<void>;
  del(...keys: string[]): Promise<void>;
  /** Deletes every key that begins so. */
  clear(prefix: string): Promise<void>;
  /**
   * Adds to a whole number that starts at 0, and resolves to the sum.
   *
   * @throws CACHE_NOT_A_NUMBER (409) when the key holds something else
   */
  increment(key: string, by?: number): Promise<number>;
  /**
   * Loads what is not cached; concurrent calls for a key share one load. `undefined` is not kept.
   */
  getOrSet<T>(key: string, ttlMs: number, load: () => T | Promise<T>): Promise<T>;
  /** Space that the keys with a prefix use; undefined if only the cache server knows. */
  usage?(prefix: string): CacheUsage | undefined;
  /** Counts the values by the beginnings of their keys, the largest first. */
  content(): Promise<CacheContent>;
  /** Answers when the cache does. @throws CACHE_UNREACHABLE (503) */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const CACHE = serviceToken<Cache>('cache');
