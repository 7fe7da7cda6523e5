const WINDOW_MS = 60_000;

/** Counts calls per key in windows of one minute. (docs/decisions/0104) */
export class RateLimit {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  /** Calls on this host that the others have not been told of. */
  #untold = new Map<string, number>();
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
    const count = this.#add(key, 1, now);
    this.#untold.set(key, (this.#untold.get(key) ?? 0) + 1);
    return count <= this.#limit ? 0 : Math.ceil((this.#windowEnds - now) / 1000);
  }

  /** Counts calls that another host has had. */
  hear(key: string, calls: number, now: number): void {
    this.#add(key, calls, now);
  }

  /** Takes the calls since it was last asked, by key. */
  takeUntold(): ReadonlyMap<string, number> {
    const untold = this.#untold;
    if (untold.size > 0) this.#untold = new Map();
    return untold;
  }

  #add(key: string, calls: number, now: number): number {
    if (now >= this.#windowEnds) {
      this.#counts.clear();
      this.#untold.clear();
      this.#windowEnds = now + WINDOW_MS;
    }
    const count = (this.#counts.get(key) ?? 0) + calls;
    this.#counts.set(key, count);
    return count;
  }
}
