import type { Clock } from '../clock.ts';
import { RateWindow } from './rate-window.ts';

/** Calls of one limit by key. */
export type RateSums = ReadonlyArray<readonly [key: string, calls: number]>;

interface Kept {
  readonly name: string;
  readonly window: RateWindow;
  readonly clock: Clock;
}

/**
 * The rate limits of this host by name, so that hosts can tell each other their sums. While a
 * version of an application takes over from another one, both count under the same names.
 */
export class RateWindows {
  #kept: readonly Kept[] = [];

  /** @param limit calls a minute, on all hosts together */
  window(name: string, limit: number, clock: Clock): RateWindow {
    const window = new RateWindow(limit);
    this.#kept = [...this.#kept, { name, window, clock }];
    return window;
  }

  /** Ends a limit. */
  drop(window: RateWindow): void {
    this.#kept = this.#kept.filter((kept) => kept.window !== window);
  }

  /**
   * Takes what was counted here since it was last asked.
   *
   * @param most keys of each limit that are told, those with the most calls first
   */
  takeUntold(most: number): Record<string, RateSums> {
    const sums: Record<string, RateSums> = {};
    for (const { name, window } of this.#kept) {
      const untold = [...window.takeUntold()];
      if (untold.length > most) untold.sort(([, one], [, other]) => other - one).splice(most);
      if (untold.length > 0) sums[name] = [...(sums[name] ?? []), ...untold];
    }
    return sums;
  }

  /** Adds what another host has counted. */
  hear(sums: Readonly<Record<string, RateSums>>): void {
    for (const { name, window, clock } of this.#kept) {
      for (const [key, calls] of sums[name] ?? []) window.hear(key, calls, clock.now());
    }
  }
}
