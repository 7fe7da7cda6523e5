import type { Clock } from '../../kernel/index.ts';
import type { Cache } from './cache.ts';
import { notANumber } from './failures.ts';
import { SingleFlight } from './single-flight.ts';

interface Entry {
  readonly json: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** A cache of this process; the least recently used value makes room. */
export class MemoryCache implements Cache {
  readonly #clock: Clock;
  readonly #capacity: number;
  readonly #entries = new Map<string, Entry>();
  readonly #flights = new SingleFlight();

  /** @param capacity number of values kept */
  constructor(clock: Clock, capacity = 10_000) {
    this.#clock = clock;
    this.#capacity = capacity;
  }

  async get<T>(key: string): Promise<T | undefined> {
    const entry = this.#find(key);
    return entry && (JSON.parse(entry.json) as T);
  }

  async set(key: string, value: unknown, options: { readonly ttlMs?: number } = {}): Promise<void> {
    const json = JSON.stringify(value) as string | undefined;
    this.#entries.delete(key);
    if (json === undefined) return;
    this.#put(key, { json, expires: this.#clock.now() + (options.ttlMs ?? Infinity) });
  }

  async del(...keys: string[]): Promise<void> {
    for (const key of keys) this.#entries.delete(key);
  }

  async clear(prefix: string): Promise<void> {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key);
  }

  async increment(key: string, by = 1): Promise<number> {
    const entry = this.#find(key);
    const sum = Number(entry?.json ?? 0) + by;
    if (!Number.isSafeInteger(sum)) throw notANumber(key);
    this.#put(key, { json: String(sum), expires: entry?.expires ?? Infinity });
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
    this.#entries.clear();
    return Promise.resolve();
  }

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.expires <= this.#clock.now()) return undefined;
    this.#entries.set(key, entry);
    return entry;
  }

  #put(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    if (this.#entries.size <= this.#capacity) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
