import type { CacheUsage } from './cache.ts';

export interface CacheEntry {
  readonly json: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export interface CacheLimits {
  /** Number of values. */
  readonly entries: number;
  /** Characters of keys and values. */
  readonly size: number;
}

/**
 * The values of one owner; when there are too many, the least recently used make room. Other owners
 * lose nothing.
 */
export class CachePartition {
  readonly #limits: CacheLimits;
  readonly #entries = new Map<string, CacheEntry>();
  #size = 0;
  #evicted = 0;
  #hits = 0;
  #misses = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  get usage(): CacheUsage {
    return {
      entries: this.#entries.size,
      size: this.#size,
      evicted: this.#evicted,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  get keys(): Iterable<string> {
    return this.#entries.keys();
  }

  /** Characters of each key with its value. */
  *sizes(): Iterable<readonly [string, number]> {
    for (const [key, entry] of this.#entries) yield [key, sizeOf(key, entry)];
  }

  /** Counts as a use. */
  get(key: string, now: number): CacheEntry | undefined {
    const entry = this.delete(key);
    if (!entry || entry.expires <= now) {
      this.#misses += 1;
      return undefined;
    }
    this.#hits += 1;
    this.#add(key, entry);
    return entry;
  }

  set(key: string, entry: CacheEntry): void {
    this.delete(key);
    this.#add(key, entry);
    const { entries, size } = this.#limits;
    while (this.#entries.size > entries || this.#size > size) {
      const [oldest = ''] = this.#entries.keys();
      this.delete(oldest);
      this.#evicted += 1;
    }
  }

  delete(key: string): CacheEntry | undefined {
    const entry = this.#entries.get(key);
    if (entry && this.#entries.delete(key)) this.#size -= sizeOf(key, entry);
    return entry;
  }

  #add(key: string, entry: CacheEntry): void {
    this.#entries.set(key, entry);
    this.#size += sizeOf(key, entry);
  }
}

const sizeOf = (key: string, { json }: CacheEntry): number => key.length + json.length;
