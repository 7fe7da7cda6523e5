/** Lines that an application may log in a second, and how many at once. (design 9.8-69) */
const PER_SECOND = 200;
const AT_ONCE = 2_000;
/** How often what was left out is told, in milliseconds. */
const TELL_AFTER_MS = 1_000;

/** Limits the log lines of one loaded application; what is left out is counted, and told in one line. */
export class LogRate {
  readonly #tell: (leftOut: number) => void;
  #room = AT_ONCE;
  #filledAt = performance.now();
  #leftOut = 0;

  /** @param tell writes the one line */
  constructor(tell: (leftOut: number) => void) {
    this.#tell = tell;
  }

  /** Whether one more line may be written. */
  admits(): boolean {
    if (this.#room < 1) this.#fill();
    if (this.#room >= 1) {
      this.#room -= 1;
      return true;
    }
    if (this.#leftOut++ === 0) setTimeout(() => this.#flush(), TELL_AFTER_MS).unref();
    return false;
  }

  #fill(): void {
    const now = performance.now();
    this.#room = Math.min(AT_ONCE, this.#room + ((now - this.#filledAt) / 1_000) * PER_SECOND);
    this.#filledAt = now;
  }

  #flush(): void {
    const leftOut = this.#leftOut;
    this.#leftOut = 0;
    this.#tell(leftOut);
  }
}
