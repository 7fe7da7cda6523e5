import type { Clock } from '../clock.ts';
import { RateWindow } from './rate-window.ts';

/** Calls of one limit by key. */
export type RateSums = ReadonlyArray<readonly [key: string, calls: number]>;

interface Kept {
  readonly window: RateWindow;
  readonly clock: Clock;
}

/** The rate limits of this host by name, so that hosts can tell each other their sums. */
export class RateWindows {
  readonly #kept = new Map<string, Kept>();

  /** @param limit calls a minute, on all hosts together */
  window(name: string, limit: number, clock: Clock): RateWindow {
    const window = new RateWindow(limit);
    this.#kept.set(name, { window, clock });
    return window;
  }

  /**
   * Takes what was counted here since it was last asked.
   *
   * @param most keys of each limit that are told, those with the most calls first
   */
  takeUntold(most: number): Record<string, RateSums> {
    const sums: Record<string, RateSums> = {};
    for (const [name, { window }] of this.#kept) {
      const untold = [...window.takeUntold()];
      if (untold.length > most) untold.sort(([, one], [, other]) => other - one).splice(most);
      if (untold.length > 0) sums[name] = untold;
    }
    return sums;
  }

  /** Adds what another host has counted. */
  hear(sums: Readonly<Record<string, RateSums>>): void {
    for (const [name, told] of Object.entries(sums)) {
      const kept = this.#kept.get(name);
      for (const [key, calls] of kept ? told : []) kept?.window.hear(key, calls, kept.clock.now());
    }
  }
}
