/** Counts calls per key in windows of one minute. (docs/decisions/0104) */
export class RateWindow {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  #windowEnds = 0;

  /** @param limit calls a minute */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns 0 unless the calls of this window have reached the limit, else the seconds to wait */
  wait(key: string, now: number): number {
    if (now >= this.#windowEnds || (this.#counts.get(key) ?? 0) < this.#limit) return 0;
    return Math.ceil((this.#windowEnds - now) / 1000);
  }

  /** @returns 0 when the call is within the limit, else the seconds until the next window */
  hit(key: string, now: number): number {
    if (now >= this.#windowEnds) {
      this.#counts.clear();
      this.#windowEnds = now + 60_000;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= this.#limit ? 0 : Math.ceil((this.#windowEnds - now) / 1000);
  }
}
