import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from '../../kernel/index.ts';
import { reachingRedis } from '../redis/failures.ts';
import {
  DEFAULT_TTL_MS,
  DEFAULT_WAIT_MS,
  lockTimeout,
  type LockOptions,
  type Locks,
  type ReleaseLock,
} from './locks.ts';

const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;
const RELEASE =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
const RENEW =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0";

/**
 * Locks that all nodes share. A lock whose holder dies is free after its time; a living holder
 * renews it.
 */
export class RedisLocks implements Locks {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #logger: Logger;

  /** @param prefix put before every key */
  constructor(redis: Redis, prefix: string, logger: Logger) {
    this.#redis = redis;
    this.#prefix = `${prefix}lock:`;
    this.#logger = logger;
  }

  async withLock<T>(key: string, work: () => T | Promise<T>, options: LockOptions = {}): Promise<T> {
    const release = await this.#acquire(key, options);
    try {
      return await work();
    } finally {
      await release();
    }
  }

  async tryLock(
    key: string,
    { ttlMs = DEFAULT_TTL_MS }: Pick<LockOptions, 'ttlMs'> = {},
  ): Promise<ReleaseLock | undefined> {
    const name = this.#prefix + key;
    const owner = randomUUID();
    const taken = await reachingRedis(() => this.#redis.set(name, owner, 'PX', ttlMs, 'NX'));
    if (taken === null) return undefined;
    const renewal = setInterval(() => void this.#renew(name, owner, ttlMs), ttlMs / 3).unref();
    let held = true;
    return async () => {
      if (!held) return;
      held = false;
      clearInterval(renewal);
      await this.#redis.eval(RELEASE, 1, name, owner).catch((error: unknown) => this.#warn(name, error));
    };
  }

  async #acquire(key: string, options: LockOptions): Promise<ReleaseLock> {
    const waitMs = options.waitMs ?? DEFAULT_WAIT_MS;
    const started = performance.now();
    for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const release = await this.tryLock(key, options);
      if (release) return release;
      if (performance.now() - started >= waitMs) throw lockTimeout(key, waitMs);
      await sleep(pause * (0.5 + Math.random() / 2));
    }
  }

  async #renew(name: string, owner: string, ttlMs: number): Promise<void> {
    const renewed = await this.#redis.eval(RENEW, 1, name, owner, ttlMs).catch((error: unknown) => error);
    if (renewed !== 1) this.#warn(name, renewed);
  }

  #warn(name: string, cause: unknown): void {
    this.#logger.warn('A lock may have been lost', {
      lock: name,
      ...(cause instanceof Error ? { error: cause } : {}),
    });
  }
}
