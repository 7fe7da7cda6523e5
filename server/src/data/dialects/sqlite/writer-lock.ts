import { databaseBusy } from './busy.ts';

interface Waiter {
  readonly timer: NodeJS.Timeout;
  readonly grant: () => void;
}

/** SQLite has one writer: whoever writes holds this, first come, first served. */
export class WriterLock {
  readonly #limitMs: number;
  readonly #waiting: Waiter[] = [];
  #held = false;

  /** @param limitMs longest wait, in milliseconds */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Resolves when the lock is held. @throws DATABASE_BUSY (503) when others keep it for too long */
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
