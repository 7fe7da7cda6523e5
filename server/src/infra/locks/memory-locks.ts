import { DEFAULT_WAIT_MS, lockTimeout, type LockOptions, type Locks, type ReleaseLock } from './locks.ts';

type Grant = () => void;

/**
 * Locks of this process, first come, first served. A holder cannot die alone, so nothing expires.
 */
export class MemoryLocks implements Locks {
  /** Those who wait, by key; a key that is here is held. */
  readonly #waiting = new Map<string, Grant[]>();

  async withLock<T>(key: string, work: () => T | Promise<T>, options: LockOptions = {}): Promise<T> {
    await this.#acquire(key, options.waitMs ?? DEFAULT_WAIT_MS);
    try {
      return await work();
    } finally {
      this.#release(key);
    }
  }

  async tryLock(key: string): Promise<ReleaseLock | undefined> {
    if (this.#waiting.has(key)) return undefined;
    this.#waiting.set(key, []);
    let held = true;
    return async () => {
      if (held) this.#release(key);
      held = false;
    };
  }

  #acquire(key: string, waitMs: number): Promise<void> {
    const waiting = this.#waiting.get(key);
    if (!waiting) {
      this.#waiting.set(key, []);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const grant: Grant = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(grant), 1);
        reject(lockTimeout(key, waitMs));
      }, waitMs);
      waiting.push(grant);
    });
  }

  #release(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next) next();
    else this.#waiting.delete(key);
  }
}
