import type { Faults } from '../lifecycle/faults.ts';
import type { LoopHolds } from './loop-holds.ts';

/** Measures how long code of one application keeps the event loop to itself. (design 3.4) */
export class HoldMeter {
  readonly #thresholdMs: number;
  readonly #faults: Faults;
  readonly #holds: LoopHolds;
  readonly #afterTurn: () => void;

  /**
   * @param thresholdMs from which on it is an offence
   * @param afterTurn runs when what was measured is over
   */
  constructor(thresholdMs: number, faults: Faults, holds: LoopHolds, afterTurn: () => void) {
    this.#afterTurn = afterTurn;
    this.#thresholdMs = thresholdMs;
    this.#faults = faults;
    this.#holds = holds;
  }

  /** Runs work, whose part up to its first `await` is measured. @param what for the operator, such as a handler's name */
  run<T>(what: string, work: () => T): T {
    const begun = performance.now();
    try {
      return work();
    } finally {
      const durationMs = Math.round(performance.now() - begun);
      this.#afterTurn();
      if (durationMs >= this.#thresholdMs) this.#held(what, durationMs);
    }
  }

  #held(what: string, durationMs: number): void {
    this.#holds.record({ what, durationMs, at: new Date().toISOString() });
    const message = `${what} held the event loop for ${durationMs} ms: nobody else was served`;
    this.#faults.record(message, message, 'hold');
  }
}
