import type { CachePrefixUsage } from './cache.ts';

/**
 * Beginning of a key that says whose it is and what for: `app:<code>:<kind>:` of an application,
 * `<kind>:` of the host. A key without a kind is one of its owner's.
 */
function prefixOf(key: string): string {
  return /^(app:[^:]*:)?([^:]*:)?/.exec(key)?.[0] || key;
}

/** Adds up values by the beginnings of their keys. */
export class PrefixSums {
  readonly #sums = new Map<string, { entries: number; size: number }>();

  add(key: string, size: number): void {
    const prefix = prefixOf(key);
    const sum = this.#sums.get(prefix) ?? { entries: 0, size: 0 };
    sum.entries += 1;
    sum.size += size;
    this.#sums.set(prefix, sum);
  }

  /** The largest first. */
  list(): CachePrefixUsage[] {
    return [...this.#sums]
      .map(([prefix, sum]) => ({ prefix, ...sum }))
      .sort((a, b) => b.size - a.size || a.prefix.localeCompare(b.prefix));
  }
}
