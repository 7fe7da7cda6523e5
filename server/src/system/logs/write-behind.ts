import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '../../kernel/index.ts';

/**
 * Entries that may wait; beyond it the newest are dropped and counted, so that a slow database does
 * not fill memory.
 */
const CAPACITY = 10_000;
const BATCH = 200;

/** Writes log entries one batch after the other behind the requests that caused them. */
export class WriteBehind<T> {
  readonly #write: (entries: readonly T[]) => Promise<void>;
  readonly #logger: Logger;
  /**
   * Entries are written outside the transaction of the request that added them, even when that
   * rolls back.
   */
  readonly #outside = AsyncLocalStorage.snapshot();
  #waiting: T[] = [];
  #running: Promise<void> | undefined;
  #dropped = 0;

  constructor(write: (entries: readonly T[]) => Promise<void>, logger: Logger) {
    this.#write = write;
    this.#logger = logger;
  }

  add(entry: T): void {
    if (this.#waiting.length >= CAPACITY) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(entry);
    this.#running ??= this.#outside(() => this.#drain());
  }

  /** Resolves when all that was added is written. */
  async flush(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      try {
        await this.#write(batch);
      } catch (error) {
        this.#logger.error('Log entries were lost', { entries: batch.length, error });
      }
    }
    if (this.#dropped > 0) this.#logger.warn('Log entries were dropped', { entries: this.#dropped });
    this.#dropped = 0;
    this.#running = undefined;
  }
}
