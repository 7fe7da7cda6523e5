import { isCounted, type Scraped, type ScrapedValue } from '../scraped.ts';

interface Seen {
  readonly value: ScrapedValue;
  /** Its count before it began again. */
  readonly before: number;
}

/**
 * Counters of one process that never fall: those of an application begin again with each load, and
 * end with it. In the sum of several workers, Prometheus would take such a fall for a restart of
 * all, and count what the others had counted again.
 */
export class NeverFalling {
  readonly #seen = new Map<string, Map<string, Seen>>();

  /** @param families of this moment @returns these with all that was counted before */
  follow(families: readonly Scraped[]): Scraped[] {
    return families.map((family) => (isCounted(family) ? this.#follow(family) : family));
  }

  #follow(family: Scraped): Scraped {
    const seen = this.#seen.get(family.name) ?? new Map<string, Seen>();
    this.#seen.set(family.name, seen);
    for (const value of family.values) {
      const key = `${value.metricName ?? ''} ${JSON.stringify(value.labels)}`;
      const former = seen.get(key);
      const hasFallen = former !== undefined && value.value < former.value.value;
      const before = (former?.before ?? 0) + (hasFallen ? former.value.value : 0);
      seen.set(key, { value, before });
    }
    const values = [...seen.values()].map(({ value, before }) => ({ ...value, value: value.value + before }));
    return { ...family, values };
  }
}
