import { PlatformError, serviceToken } from '../../kernel/index.ts';

export interface LockOptions {
  /** Longest wait, in milliseconds. Default 10,000. */
  readonly waitMs?: number;
  /**
   * How long it is held at most should its holder die, in milliseconds; renewed while it lives.
   * Default 30,000.
   */
  readonly ttlMs?: number;
}

/** Gives the lock back; further calls have no effect. */
export type ReleaseLock = () => Promise<void>;

/** Named locks: of this process, or with Redis of all nodes. They are not reentrant. */
export interface Locks {
  /**
   * Runs `work` while holding the lock.
   *
   * @throws LOCK_TIMEOUT (409) when it is not free within `waitMs`
   */
  withLock<T>(key: string, work: () => T | Promise<T>, options?: LockOptions): Promise<T>;
  /** Takes the lock if it is free. @returns its release, or `undefined` when someone holds it */
  tryLock(key: string, options?: Pick<LockOptions, 'ttlMs'>): Promise<ReleaseLock | undefined>;
}

export const LOCKS = serviceToken<Locks>('locks');

export const DEFAULT_WAIT_MS = 10_000;
export const DEFAULT_TTL_MS = 30_000;

export function lockTimeout(key: string, waitMs: number): PlatformError {
  return new PlatformError({
    code: 'LOCK_TIMEOUT',
    status: 409,
    message: `The lock ${key} was not released within ${waitMs} ms.`,
    fix: 'Try again when the current work is done.',
  });
}
