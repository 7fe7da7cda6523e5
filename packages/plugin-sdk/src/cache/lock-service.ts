import type { Duration } from '../core/index.ts';

/** How long to wait for a lock, and how long it is held at most should its holder die. */
export interface LockOptions {
  /** Default `10s`. */
  readonly wait?: Duration;
  /** Default `30s`; renewed while the work runs. */
  readonly ttl?: Duration;
}

/**
 * Locks by name, across hosts if Redis is configured. (design 3.5, 9.7-51)
 *
 * @example
 * ```ts
 * await this.locks.withLock('notes.import', () => this.import(), { wait: '5s' });
 * ```
 */
export abstract class LockService {
  /**
   * Runs `work` while holding the lock. @throws LOCK_TIMEOUT (409) if it is not free within
   * `wait`
   */
  abstract withLock<T>(key: string, work: () => T | Promise<T>, options?: LockOptions): Promise<T>;
  /** Acquires the lock if it is free. @returns its release, or `undefined` if it is held */
  abstract tryLock(
    key: string,
    options?: Pick<LockOptions, 'ttl'>,
  ): Promise<(() => Promise<void>) | undefined>;
}
