import { LockService, type LockOptions } from '@platform/plugin-sdk/cache';
import type { Locks } from '../locks/locks.ts';
import { millisecondsOf } from './duration.ts';

/** The locks as one application sees them: with keys of its own. */
export class ApplicationLocks extends LockService {
  readonly #locks: Locks;
  readonly #prefix: string;

  constructor(locks: Locks, appCode: string) {
    super();
    this.#locks = locks;
    this.#prefix = `app:${appCode}:`;
  }

  override withLock<T>(key: string, work: () => T | Promise<T>, { wait, ttl }: LockOptions = {}): Promise<T> {
    return this.#locks.withLock(this.#prefix + key, work, {
      ...(wait ? { waitMs: millisecondsOf(wait) } : {}),
      ...(ttl ? { ttlMs: millisecondsOf(ttl) } : {}),
    });
  }

  override tryLock(
    key: string,
    { ttl }: Pick<LockOptions, 'ttl'> = {},
  ): Promise<(() => Promise<void>) | undefined> {
    return this.#locks.tryLock(this.#prefix + key, ttl ? { ttlMs: millisecondsOf(ttl) } : {});
  }
}
