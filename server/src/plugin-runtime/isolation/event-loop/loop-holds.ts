import type { ApplicationHealth, LoopHold } from '../../contract/application-health.ts';

/** Number and duration of the event-loop holds of one loaded application. */
export class LoopHolds {
  #count = 0;
  #longestMs = 0;
  #last: LoopHold | undefined;

  record(hold: LoopHold): void {
    this.#count += 1;
    this.#longestMs = Math.max(this.#longestMs, hold.durationMs);
    this.#last = hold;
  }

  /** ISO timestamp of the last hold. */
  get lastAt(): string | undefined {
    return this.#last?.at;
  }

  get summary(): ApplicationHealth['holds'] {
    return { count: this.#count, longestMs: this.#longestMs, last: this.#last };
  }
}
