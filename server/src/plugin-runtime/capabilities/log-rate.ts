/** Sustained lines per second of one application, and the size of a burst. (design 9.8-69) */
const PER_SECOND = 200;
const BURST = 2_000;
/** Interval between reports of dropped lines, in milliseconds. */
const REPORT_INTERVAL_MS = 1_000;

/** Rate limit for the log of one loaded application; dropped lines are counted and reported. */
export class LogRate {
  readonly #report: (dropped: number) => void;
  #budget = BURST;
  #refilledAt = performance.now();
  #dropped = 0;

  /** @param report receives the number of lines dropped since the last report */
  constructor(report: (dropped: number) => void) {
    this.#report = report;
  }

  /**
   * Takes one line from the budget.
   *
   * @returns false if the line must be dropped
   */
  admits(): boolean {
    if (this.#budget < 1) this.#refill();
    if (this.#budget >= 1) {
      this.#budget -= 1;
      return true;
    }
    if (this.#dropped++ === 0) setTimeout(() => this.#flush(), REPORT_INTERVAL_MS).unref();
    return false;
  }

  #refill(): void {
    const now = performance.now();
    this.#budget = Math.min(BURST, this.#budget + ((now - this.#refilledAt) / 1_000) * PER_SECOND);
    this.#refilledAt = now;
  }

  #flush(): void {
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.#report(dropped);
  }
}
