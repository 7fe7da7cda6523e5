const WINDOW_MS = 60_000;

/** Counts calls per key in windows of one minute. (docs/decisions/0104) */
export class RateLimit {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  /** Calls on this host that the others have not been told of. */
  #unreported = new Map<string, number>();
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
    this.#unreported.set(key, (this.#unreported.get(key) ?? 0) + 1);
    return count <= this.#limit ? 0 : Math.ceil((this.#windowEnds - now) / 1000);
  }

  /** Counts calls that another host has had. */
  receive(key: string, calls: number, now: number): void {
    this.#add(key, calls, now);
  }

  /** Takes the calls since it was last asked, by key. */
  takeUnreported(): ReadonlyMap<string, number> {
    const unreported = this.#unreported;
    if (unreported.size > 0) this.#unreported = new Map();
    return unreported;
  }

  #add(key: string, calls: number, now: number): number {
    if (now >= this.#windowEnds) {
      this.#counts.clear();
      this.#unreported.clear();
      this.#windowEnds = now + WINDOW_MS;
    }
    const count = (this.#counts.get(key) ?? 0) + calls;
    this.#counts.set(key, count);
    return count;
  }
}
