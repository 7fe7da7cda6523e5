import { hash } from 'node:crypto';
import type { Cache } from '../../infra/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { lockSeconds, type LockPolicy } from './lockout.ts';
import { RetryLater } from './retry-later.ts';

/** Failures are forgotten after a day without one. */
const REMEMBERED_MS = 86_400_000;

/**
 * Counts login attempts by account and locks for a growing time. Names are counted whether or not an account has them,
 * so that a lock does not tell which exist. Nodes share the counts where they share the cache. (design 2.2)
 */
export class LoginAttempts {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #policy: LockPolicy;

  constructor(cache: Cache, clock: Clock, policy: LockPolicy) {
    this.#cache = cache;
    this.#clock = clock;
    this.#policy = policy;
  }

  /**
   * Counts an attempt before its password is looked at, so that attempts made at the same time count too.
   *
   * @throws LOGIN_LOCKED (429)
   */
  async begin(tenantId: string, userName: string): Promise<void> {
    const keys = keysOf(tenantId, userName);
    const now = this.#clock.now();
    const lockedUntil = (await this.#cache.get<number>(keys.lockedUntil)) ?? 0;
    if (lockedUntil > now) throw locked(Math.ceil((lockedUntil - now) / 1000));
    await this.#cache.getOrSet(keys.failures, REMEMBERED_MS, () => 0);
    const failures = await this.#cache.increment(keys.failures);
    const seconds = lockSeconds(failures, this.#policy);
    if (seconds > 0) {
      await this.#cache.set(keys.lockedUntil, now + seconds * 1000, { ttlMs: seconds * 1000 });
    }
  }

  /** Forgets failures and lock: after a login, or by an administrator. */
  async clear(tenantId: string, userName: string): Promise<void> {
    const keys = keysOf(tenantId, userName);
    await this.#cache.del(keys.failures, keys.lockedUntil);
  }
}

function locked(seconds: number): RetryLater {
  return new RetryLater('LOGIN_LOCKED', 'Too many failed logins for this user name.', seconds);
}

function keysOf(tenantId: string, userName: string): { failures: string; lockedUntil: string } {
  const account = hash('sha256', JSON.stringify([tenantId, userName]), 'hex').slice(0, 32);
  return { failures: `login:failures:${account}`, lockedUntil: `login:locked:${account}` };
}
