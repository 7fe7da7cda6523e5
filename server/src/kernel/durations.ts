/** Durations in buckets, for a histogram. */
export class Durations {
  /** Upper bounds in seconds, in rising order. */
  readonly bounds: readonly number[];
  /** How many are in each bucket and in no lower one; the last bucket has no bound. */
  readonly buckets: Float64Array;
  seconds = 0;
  #longest = 0;
  #longestBefore = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.buckets = new Float64Array(bounds.length + 1);
  }

  add(seconds: number): void {
    const { bounds, buckets } = this;
    this.seconds += seconds;
    if (seconds > this.#longest) this.#longest = seconds;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] ?? Infinity)) at += 1;
    buckets[at] = (buckets[at] ?? 0) + 1;
  }

  /** The longest one of this period and of the one before, in seconds; 0 without any. */
  get longest(): number {
    return Math.max(this.#longest, this.#longestBefore);
  }

  /** Begins a period of {@link longest}: a maximum that never falls would soon say nothing. */
  beginPeriod(): void {
    this.#longestBefore = this.#longest;
    this.#longest = 0;
  }
}

/** Durations of one set of labels. */
export interface TimedSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly durations: Durations;
}

/** How long pieces of work took, told apart by labels of few values. */
export class WorkTimes<L extends Readonly<Record<string, string>>> {
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, { readonly labels: L; readonly durations: Durations }>();

  /** @param bounds of the buckets, in seconds */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  list(): readonly TimedSeries[] {
    return [...this.#series.values()];
  }

  /** Begins a series at zero: a rise from nothing to one is none for Prometheus. */
  expect(labels: L): Durations {
    const key = JSON.stringify(labels);
    let series = this.#series.get(key);
    if (!series) this.#series.set(key, (series = { labels, durations: new Durations(this.#bounds) }));
    return series.durations;
  }

  ended(labels: L, milliseconds: number): void {
    this.expect(labels).add(milliseconds / 1000);
  }
}
