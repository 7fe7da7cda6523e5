import type { Faults } from '../../contract/faults.ts';
import type { LoopHolds } from './loop-holds.ts';

/** Measures how long code of one application holds the event loop. (design 3.4) */
export class HoldMeter {
  readonly #thresholdMs: number;
  readonly #faults: Faults;
  readonly #holds: LoopHolds;
  readonly #beforeTurn: () => void;
  readonly #afterTurn: () => void;

  /**
   * @param thresholdMs duration from which on a hold is reported
   * @param turn runs before and after each measured turn
   */
  constructor(
    thresholdMs: number,
    faults: Faults,
    holds: LoopHolds,
    turn: { readonly before: () => void; readonly after: () => void },
  ) {
    this.#beforeTurn = turn.before;
    this.#afterTurn = turn.after;
    this.#thresholdMs = thresholdMs;
    this.#faults = faults;
    this.#holds = holds;
  }

  /**
   * Runs work and measures it up to its first `await`.
   *
   * @param what name for the operator, such as that of a handler
   */
  run<T>(what: string, work: () => T): T {
    return this.call(what, work, undefined);
  }

  /** The same for work that is given something, which then needs no closure for each call. */
  call<T, G>(what: string, work: (given: G) => T, given: G): T {
    const begun = performance.now();
    this.#beforeTurn();
    try {
      return work(given);
    } finally {
      const durationMs = Math.round(performance.now() - begun);
      this.#afterTurn();
      if (durationMs >= this.#thresholdMs) this.#held(what, durationMs);
    }
  }

  #held(what: string, durationMs: number): void {
    this.#holds.record({ what, durationMs, at: new Date().toISOString() });
    const message = `${what} blocked the event loop for ${durationMs} ms, and all other requests with it`;
    this.#faults.record(message, message, 'hold');
  }
}
