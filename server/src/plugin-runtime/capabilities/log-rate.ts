/** A burst may be as many times the lines of one second. (design 9.8-69) */
const SECONDS_OF_BURST = 10;
/** A longer line counts as several, so that few long ones do not fill the disk either. */
const CHARACTERS_OF_LINE = 1_024;
/** Interval between reports of dropped lines, in milliseconds. */
const REPORT_INTERVAL_MS = 1_000;

/** Rate limit for the log of one loaded application; dropped lines are counted and reported. */
export class LogRate {
  readonly perSecond: number;
  readonly #report: (dropped: number, rate: LogRate) => void;
  #budget: number;
  #refilledAt = performance.now();
  #dropped = 0;

  /**
   * @param perSecond sustained lines per second
   * @param report receives the number of lines dropped since the last report
   */
  constructor(perSecond: number, report: (dropped: number, rate: LogRate) => void) {
    this.perSecond = perSecond;
    this.#budget = this.burst;
    this.#report = report;
  }

  get burst(): number {
    return this.perSecond * SECONDS_OF_BURST;
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

  /** Takes what an admitted line has beyond an ordinary one. @param characters of the line */
  charge(characters: number): void {
    this.#budget -= Math.floor(characters / CHARACTERS_OF_LINE);
  }

  #refill(): void {
    const now = performance.now();
    const earned = ((now - this.#refilledAt) / 1_000) * this.perSecond;
    this.#budget = Math.min(this.burst, this.#budget + earned);
    this.#refilledAt = now;
  }

  #flush(): void {
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.#report(dropped, this);
  }
}
