import type { Clock } from '../../kernel/index.ts';
import type { Cache, CacheContent, CacheUsage } from './cache.ts';
import { CachePartition, type CacheEntry, type CacheLimits } from './cache-partition.ts';
import { notANumber } from './failures.ts';
import { PrefixSums } from './prefix-sums.ts';
import { SingleFlight } from './single-flight.ts';

const LIMITS: CacheLimits = { entries: 10_000, size: 32 * 1024 * 1024 };

/**
 * A cache of this process. The host and each application have their own room in it, so that none
 * pushes out another's values.
 */
export class MemoryCache implements Cache {
  readonly #clock: Clock;
  readonly #limits: CacheLimits;
  readonly #partitions = new Map<string, CachePartition>();
  readonly #flights = new SingleFlight();

  /** @param limits of the host, and of each application */
  constructor(clock: Clock, limits = LIMITS) {
    this.#clock = clock;
    this.#limits = limits;
  }

  async get<T>(key: string): Promise<T | undefined> {
    const entry = this.#find(key);
    return entry && (JSON.parse(entry.json) as T);
  }

  async set(key: string, value: unknown, options: { readonly ttlMs?: number } = {}): Promise<void> {
    const json = JSON.stringify(value) as string | undefined;
    if (json === undefined) return void this.#partition(key).delete(key);
    this.#partition(key).set(key, { json, expires: this.#clock.now() + (options.ttlMs ?? Infinity) });
  }

  async del(...keys: string[]): Promise<void> {
    for (const key of keys) this.#partition(key).delete(key);
  }

  async clear(prefix: string): Promise<void> {
    for (const [owner, partition] of this.#partitions) {
      for (const key of partition.keys) if (key.startsWith(prefix)) partition.delete(key);
      if (partition.usage.entries === 0) this.#partitions.delete(owner);
    }
  }

  async increment(key: string, by = 1): Promise<number> {
    const entry = this.#find(key);
    const sum = Number(entry?.json ?? 0) + by;
    if (!Number.isSafeInteger(sum)) throw notANumber(key);
    this.#partition(key).set(key, { json: String(sum), expires: entry?.expires ?? Infinity });
    return sum;
  }

  async getOrSet<T>(key: string, ttlMs: number, load: () => T | Promise<T>): Promise<T> {
    const known = await this.get<T>(key);
    if (known !== undefined) return known;
    return this.#flights.run(key, async () => {
      const value = await load();
      await this.set(key, value, { ttlMs });
      return value;
    });
  }

  ping(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#partitions.clear();
    return Promise.resolve();
  }

  usage(prefix: string): CacheUsage | undefined {
    return this.#partitions.get(ownerOf(prefix))?.usage;
  }

  content(): Promise<CacheContent> {
    const sums = new PrefixSums();
    const usage = { hits: 0, misses: 0, evicted: 0 };
    for (const partition of this.#partitions.values()) {
      for (const [key, size] of partition.sizes()) sums.add(key, size);
      usage.hits += partition.usage.hits;
      usage.misses += partition.usage.misses;
      usage.evicted += partition.usage.evicted;
    }
    return Promise.resolve({ prefixes: sums.list(), complete: true, usage });
  }

  #find(key: string): CacheEntry | undefined {
    return this.#partition(key).get(key, this.#clock.now());
  }

  #partition(key: string): CachePartition {
    const owner = ownerOf(key);
    const known = this.#partitions.get(owner) ?? new CachePartition(this.#limits);
    this.#partitions.set(owner, known);
    return known;
  }
}

/** Keys of applications begin with `app:<code>:`; all others are the host's. */
const ownerOf = (key: string): string => /^app:[^:]*:/.exec(key)?.[0] ?? '';
