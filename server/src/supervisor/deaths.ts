const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 30_000;
/** A worker that served for this long makes earlier deaths forgotten. */
const STABLE_MS = 60_000;
/** Deaths before ready within {@link STABLE_MS} that end the supervisor. */
const MOST = 5;

/** Decides when a worker that has died is replaced. (design 10.2, 10.7-3) */
export class Deaths {
  #pauseMs = 0;
  /** When workers died before they were ready. */
  #unready: number[] = [];

  /**
   * Notes a death.
   *
   * @param now milliseconds on a clock that does not go back
   * @param servedMs for how long the worker served; undefined if it never was ready
   * @returns the pause in milliseconds before the next one, or undefined to give up
   */
  note(now: number, servedMs: number | undefined): number | undefined {
    if (servedMs === undefined) {
      this.#unready = [...this.#unready.filter((at) => now - at < STABLE_MS), now];
      if (this.#unready.length >= MOST) return undefined;
    } else if (servedMs >= STABLE_MS) {
      this.#pauseMs = 0;
      this.#unready = [];
    }
    const pause = this.#pauseMs;
    this.#pauseMs = Math.min(Math.max(pause * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    return pause;
  }
}
