import type { LogThreshold } from '../../infra/index.ts';

/** A level that an operator has set. */
export interface LevelSet {
  readonly name: string;
  /** Missing where it goes back to the level above. */
  readonly level?: LogThreshold;
  /** The end of it in milliseconds since the epoch; missing without one. */
  readonly until?: number;
  /** The moment of the setting, in milliseconds since the epoch. */
  readonly at: number;
  /** Id of the host that tells it to those who missed it; missing where it is for one machine. */
  readonly by?: string;
}

/** The last setting of each logger, so that those who have missed it can be told. */
export class LevelSets {
  readonly #byName = new Map<string, LevelSet>();

  /** @returns false where a newer one is known, or its time is over */
  take(set: LevelSet, now = Date.now()): boolean {
    const known = this.#byName.get(set.name);
    if (known !== undefined && known.at >= set.at) return false;
    if (set.until !== undefined && set.until <= now) return false;
    this.#byName.set(set.name, set);
    return true;
  }

  /** Those that hold now. */
  list(): LevelSet[] {
    const now = Date.now();
    return [...this.#byName.values()].filter(({ until = Infinity }) => until > now);
  }
}
