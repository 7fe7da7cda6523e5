import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { systemTimers, type Timers, type Undo } from '../../kernel/index.ts';
import type { CacheIdentity } from './cache-identity.ts';

/** Redis may be emptied at any time, and then all hosts have to agree again. In milliseconds. */
const INTERVAL_MS = 2_000;

/**
 * The identity of a Redis: a value that the first host puts there, and all others find. It differs
 * for another server, another database of the server, and another prefix.
 */
export class RedisIdentity implements CacheIdentity {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #stop: Undo;
  #id: string | null = null;
  #reading: Promise<void> | undefined;

  private constructor(redis: Redis, key: string, timers: Timers) {
    this.#redis = redis;
    this.#key = key;
    this.#stop = timers.every(INTERVAL_MS, this.#read);
    redis.on('ready', this.#read);
  }

  /** @param redis open connection, which is not closed with this */
  static async open(redis: Redis, key: string, timers = systemTimers): Promise<RedisIdentity> {
    const identity = new RedisIdentity(redis, key, timers);
    await identity.#read();
    return identity;
  }

  get id(): string | null {
    return this.#redis.status === 'ready' ? this.#id : null;
  }

  close(): void {
    this.#redis.off('ready', this.#read);
    void this.#stop();
  }

  readonly #read = (): Promise<void> =>
    (this.#reading ??= this.#agree()
      // The connection reports it itself.
      .catch(() => void (this.#id = null))
      .finally(() => (this.#reading = undefined)));

  async #agree(): Promise<void> {
    if (this.#redis.status !== 'ready') return;
    this.#id = await this.#redis.get(this.#key);
    if (this.#id !== null) return;
    await this.#redis.set(this.#key, randomUUID(), 'NX');
    this.#id = await this.#redis.get(this.#key);
  }
}
