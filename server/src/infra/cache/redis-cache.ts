import type { Redis } from 'ioredis';
import type { Logger } from '../../kernel/index.ts';
import { reachingRedis } from '../redis/failures.ts';
import type { Cache, CacheContent } from './cache.ts';
import { notANumber } from './failures.ts';
import { PrefixSums } from './prefix-sums.ts';
import { SingleFlight } from './single-flight.ts';

const SCANNED = 500;
/** Keys that are counted at most: each is asked for its size. */
const MOST_COUNTED = 20_000;

/** A cache that all nodes share. */
export class RedisCache implements Cache {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #logger: Logger;
  readonly #flights = new SingleFlight();

  /** @param prefix put before every key */
  constructor(redis: Redis, prefix: string, logger: Logger) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#logger = logger;
  }

  async get<T>(key: string): Promise<T | undefined> {
    const json = await reachingRedis(() => this.#redis.get(this.#prefix + key));
    return json === null ? undefined : (JSON.parse(json) as T);
  }

  async set(key: string, value: unknown, { ttlMs }: { readonly ttlMs?: number } = {}): Promise<void> {
    const json = JSON.stringify(value) as string | undefined;
    if (json === undefined || (ttlMs !== undefined && ttlMs <= 0)) return this.del(key);
    await reachingRedis(() =>
      ttlMs === undefined
        ? this.#redis.set(this.#prefix + key, json)
        : this.#redis.set(this.#prefix + key, json, 'PX', Math.ceil(ttlMs)),
    );
  }

  async del(...keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    await reachingRedis(() => this.#redis.del(...keys.map((key) => this.#prefix + key)));
  }

  async clear(prefix: string): Promise<void> {
    await reachingRedis(async () => {
      for await (const keys of this.#scan(prefix)) await this.#redis.del(...keys);
    });
  }

  content(): Promise<CacheContent> {
    return reachingRedis(async () => {
      const sums = new PrefixSums();
      let counted = 0;
      for await (const keys of this.#scan('')) {
        const lengths = await Promise.all(keys.map((key) => this.#redis.strlen(key).catch(() => 0)));
        for (const [at, key] of keys.entries()) sums.add(key.slice(this.#prefix.length), lengths[at] ?? 0);
        counted += keys.length;
        if (counted >= MOST_COUNTED) return { prefixes: sums.list(), complete: false };
      }
      return { prefixes: sums.list(), complete: true };
    });
  }

  async increment(key: string, by = 1): Promise<number> {
    try {
      return await this.#redis.incrby(this.#prefix + key, by);
    } catch (error) {
      if (error instanceof Error && /not an integer|WRONGTYPE/.test(error.message))
        throw notANumber(key, error);
      return reachingRedis(() => Promise.reject(error as Error));
    }
  }

  /** A cache that does not answer costs the load, not the request. */
  async getOrSet<T>(key: string, ttlMs: number, load: () => T | Promise<T>): Promise<T> {
    const known = await this.get<T>(key).catch((error: unknown) => this.#warn(error));
    if (known !== undefined) return known;
    return this.#flights.run(key, async () => {
      const value = await load();
      await this.set(key, value, { ttlMs }).catch((error: unknown) => this.#warn(error));
      return value;
    });
  }

  async ping(): Promise<void> {
    await reachingRedis(() => this.#redis.ping());
  }

  /** The connection belongs to who opened it. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Keys as the server has them, some at a time; a key may come twice. */
  async *#scan(prefix: string): AsyncGenerator<string[]> {
    const pattern = `${(this.#prefix + prefix).replace(/[*?[\]\\]/g, '\\$&')}*`;
    for (let cursor = '0'; ;) {
      const [next, keys] = await this.#redis.scan(cursor, 'MATCH', pattern, 'COUNT', SCANNED);
      if (keys.length > 0) yield keys;
      if (next === '0') return;
      cursor = next;
    }
  }

  #warn(error: unknown): undefined {
    this.#logger.warn('The cache does not respond; the value was loaded without it', { error });
    return undefined;
  }
}
