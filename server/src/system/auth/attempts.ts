import { hash } from 'node:crypto';
import type { Clock } from '../../kernel/index.ts';
import { lockSeconds, LONGEST_LOCK_SECONDS, type LockPolicy } from './lockout.ts';
import { RetryLater } from './retry-later.ts';

/** Where attempts are counted; shared by nodes where the cache is. Times to live are in seconds. */
export interface AttemptStore {
  /** Adds one, and returns the sum. */
  increment(key: string, ttl: number): Promise<number>;
  get(key: string): Promise<number | undefined>;
  set(key: string, value: number, ttl: number): Promise<void>;
  remove(...keys: string[]): Promise<void>;
}

/** Failures are forgotten after a day without one. */
const REMEMBERED_SECONDS = 86_400;

/**
 * Counts login attempts by account and locks for a growing time. Names are counted whether or not an account has them,
 * so that a lock does not tell which exist. (design 2.2)
 */
export class LoginAttempts {
  readonly #store: AttemptStore;
  readonly #clock: Clock;
  readonly #policy: LockPolicy;

  constructor(store: AttemptStore, clock: Clock, policy: LockPolicy) {
    this.#store = store;
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
    const lockedUntil = (await this.#store.get(keys.lockedUntil)) ?? 0;
    if (lockedUntil > now) throw locked(Math.ceil((lockedUntil - now) / 1000));
    const failures = await this.#store.increment(keys.failures, REMEMBERED_SECONDS);
    const seconds = lockSeconds(failures, this.#policy);
    if (seconds > 0) {
      await this.#store.set(keys.lockedUntil, now + seconds * 1000, LONGEST_LOCK_SECONDS);
    }
  }

  /** Forgets failures and lock: after a login, or by an administrator. */
  async clear(tenantId: string, userName: string): Promise<void> {
    const keys = keysOf(tenantId, userName);
    await this.#store.remove(keys.failures, keys.lockedUntil);
  }
}

function locked(seconds: number): RetryLater {
  return new RetryLater('LOGIN_LOCKED', 'Too many failed logins for this user name.', seconds);
}

function keysOf(tenantId: string, userName: string): { failures: string; lockedUntil: string } {
  const account = hash('sha256', JSON.stringify([tenantId, userName]), 'hex').slice(0, 32);
  return { failures: `login:failures:${account}`, lockedUntil: `login:locked:${account}` };
}
