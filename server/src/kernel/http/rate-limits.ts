import type { Clock } from '../clock.ts';
import { RateLimit } from './rate-limit.ts';

/** Calls of one limit by key. */
export type RateSums = ReadonlyArray<readonly [key: string, calls: number]>;

interface Kept {
  readonly name: string;
  readonly limit: RateLimit;
  readonly clock: Clock;
}

/**
 * The rate limits of this host by name, so that hosts can tell each other their sums. While a
 * version of an application takes over from another one, both count under the same names.
 */
export class RateLimits {
  #kept: readonly Kept[] = [];

  /** @param max calls a minute, on all hosts together */
  limit(name: string, max: number, clock: Clock): RateLimit {
    const limit = new RateLimit(max);
    this.#kept = [...this.#kept, { name, limit, clock }];
    return limit;
  }

  /** Ends a limit. */
  drop(limit: RateLimit): void {
    this.#kept = this.#kept.filter((kept) => kept.limit !== limit);
  }

  /**
   * Takes what was counted here since it was last asked.
   *
   * @param most keys of each limit that are told, those with the most calls first
   */
  takeUnreported(most: number): Record<string, RateSums> {
    const sums: Record<string, RateSums> = {};
    for (const { name, limit } of this.#kept) {
      const unreported = [...limit.takeUnreported()];
      if (unreported.length > most) unreported.sort(([, one], [, other]) => other - one).splice(most);
      if (unreported.length > 0) sums[name] = [...(sums[name] ?? []), ...unreported];
    }
    return sums;
  }

  /** Adds what another host has counted. */
  receive(sums: Readonly<Record<string, RateSums>>): void {
    for (const { name, limit, clock } of this.#kept) {
      for (const [key, calls] of sums[name] ?? []) limit.receive(key, calls, clock.now());
    }
  }
}
