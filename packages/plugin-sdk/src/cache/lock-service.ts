import type { Duration } from '../core/index.ts';

/** How long to wait for a lock, and how long it is held at most should its holder die. */
export interface LockOptions {
  /** Default `10s`. */
  readonly wait?: Duration;
  /** Default `30s`; renewed while the work runs. */
  readonly ttl?: Duration;
}

/** Locks named by the application; across hosts where Redis is configured. (design 3.5, 9.7-51) */
export abstract class LockService {
  /** Runs `work` while holding the lock. @throws LOCK_TIMEOUT (409) when it is not free within `wait` */
  abstract withLock<T>(key: string, work: () => T | Promise<T>, options?: LockOptions): Promise<T>;
  /** Takes the lock if it is free. @returns its release, or `undefined` when someone holds it */
  abstract tryLock(
    key: string,
    options?: Pick<LockOptions, 'ttl'>,
  ): Promise<(() => Promise<void>) | undefined>;
}
