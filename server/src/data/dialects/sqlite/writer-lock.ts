import { databaseBusy } from './busy.ts';

interface Waiter {
  readonly timer: NodeJS.Timeout;
  readonly grant: () => void;
}

/** A fair lock for SQLite's only writer. */
export class WriterLock {
  readonly #limitMs: number;
  readonly #waiting: Waiter[] = [];
  #held = false;

  /** @param limitMs maximum wait, in milliseconds */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Resolves when the lock is held. @throws DATABASE_BUSY (503) after the maximum wait */
  acquire(): Promise<void> | void {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        grant: resolve,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
          reject(databaseBusy(this.#limitMs));
        }, this.#limitMs),
      };
      this.#waiting.push(waiter);
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (!next) {
      this.#held = false;
      return;
    }
    clearTimeout(next.timer);
    next.grant();
  }
}
