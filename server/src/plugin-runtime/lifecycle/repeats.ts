/** How long what comes again is gathered, in milliseconds. */
const GATHERED_MS = 10_000;
/** Different ones that are told apart at a time; more are all written. */
const MOST = 50;

/** Gathers what happens again and again, such as a timer that throws: its stack is written once, the rest is counted. */
export class Repeats {
  readonly #tell: (what: string, count: number) => void;
  readonly #counts = new Map<string, number>();

  /** @param tell writes how often it came again */
  constructor(tell: (what: string, count: number) => void) {
    this.#tell = tell;
  }

  /** @param key the same for what comes from the same place */
  isFirst(key: string, what: string): boolean {
    const count = this.#counts.get(key);
    if (count !== undefined) {
      this.#counts.set(key, count + 1);
      return false;
    }
    if (this.#counts.size < MOST) {
      this.#counts.set(key, 0);
      this.#gather(key, what);
    }
    return true;
  }

  #gather(key: string, what: string): void {
    setTimeout(() => {
      const count = this.#counts.get(key) ?? 0;
      this.#counts.delete(key);
      if (count === 0) return;
      this.#counts.set(key, 0);
      this.#tell(what, count);
      this.#gather(key, what);
    }, GATHERED_MS).unref();
  }
}
