const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 30_000;
/** A worker that served for this long makes earlier deaths forgotten. */
const STABLE_MS = 60_000;
/** Deaths before ready within {@link STABLE_MS} that end the supervisor. */
const MOST = 5;
/** An application is kept out after two deaths, or after one with others and two alone. */
const MOST_NAMED = 3;
const NAMED_MS = 600_000;

/**
 * Decides when to replace a worker that has died: at once, after a pause, or not at all.
 * (design 10.2, 10.7-3)
 */
export class RestartPolicy {
  #pauseMs = 0;
  /** When workers died before they were ready. */
  #unready: number[] = [];
  /** When workers died, by the application that was named. */
  readonly #named = new Map<string, number[]>();

  /**
   * Notes a death.
   *
   * @param now milliseconds on a clock that does not go back
   * @param servedMs for how long the worker served; undefined if it never was ready
   * @param culprits applications that are named: they are kept out soon, so that nobody waits
   * @returns the pause in milliseconds before the next one, or undefined to give up
   */
  note(now: number, servedMs: number | undefined, culprits: readonly string[] = []): number | undefined {
    if (this.#areNamed(now, culprits)) return 0;
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

  /** @returns false where nobody is named, or nothing keeps them out */
  #areNamed(now: number, culprits: readonly string[]): boolean {
    const counts = culprits.map((culprit) => {
      const former = this.#named.get(culprit) ?? [];
      const recent = [...former.filter((at) => now - at < NAMED_MS), now];
      this.#named.set(culprit, recent);
      return recent.length;
    });
    return counts.some((count) => count <= MOST_NAMED);
  }
}
