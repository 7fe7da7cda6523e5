/** Length of the window in which repeats are counted, in milliseconds. */
const WINDOW_MS = 10_000;
/** Distinct errors tracked at a time; further ones are always logged. */
const MAX_TRACKED = 50;

/**
 * Deduplicates repeating errors, such as those of a timer: the first is logged, the rest counted.
 */
export class RepeatedErrors {
  readonly #report: (what: string, count: number) => void;
  readonly #counts = new Map<string, number>();

  /** @param report receives the number of repeats after each window */
  constructor(report: (what: string, count: number) => void) {
    this.#report = report;
  }

  /** @param key identifies the error and its place */
  isFirst(key: string, what: string): boolean {
    const count = this.#counts.get(key);
    if (count !== undefined) {
      this.#counts.set(key, count + 1);
      return false;
    }
    if (this.#counts.size < MAX_TRACKED) {
      this.#counts.set(key, 0);
      this.#countFor(key, what);
    }
    return true;
  }

  #countFor(key: string, what: string): void {
    setTimeout(() => {
      const count = this.#counts.get(key) ?? 0;
      this.#counts.delete(key);
      if (count === 0) return;
      this.#counts.set(key, 0);
      this.#report(what, count);
      this.#countFor(key, what);
    }, WINDOW_MS).unref();
  }
}
