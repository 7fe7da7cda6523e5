/** Upper bounds of the buckets in milliseconds; the last bucket has none. */
const BOUNDS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 2_000, 5_000, 10_000,
];

/** Durations in buckets that hosts and times may be added up by. (design 16-28) */
export class Histogram {
  readonly #counts = new Float64Array(BOUNDS_MS.length + 1);

  add(milliseconds: number): void {
    let at = 0;
    while (at < BOUNDS_MS.length && milliseconds > (BOUNDS_MS[at] ?? Infinity)) at += 1;
    this.#count(at, 1);
  }

  merge(other: Histogram): void {
    for (const [at, count] of other.#counts.entries()) this.#count(at, count);
  }

  /**
   * @param share such as 0.95
   * @returns milliseconds, straight between the bounds of its bucket; undefined without durations
   */
  percentile(share: number): number | undefined {
    const wanted = this.#counts.reduce((sum, count) => sum + count, 0) * share;
    if (wanted === 0) return undefined;
    let below = 0;
    for (const [at, count] of this.#counts.entries()) {
      if (below + count >= wanted) {
        const [from, to] = [BOUNDS_MS[at - 1] ?? 0, BOUNDS_MS[at] ?? BOUNDS_MS.at(-1) ?? 0];
        return from + ((to - from) * (wanted - below)) / count;
      }
      below += count;
    }
    return BOUNDS_MS.at(-1);
  }

  /** Buckets that are not empty: number and count by turns. */
  packed(): number[] {
    return [...this.#counts].flatMap((count, at) => (count > 0 ? [at, count] : []));
  }

  static unpacked(pairs: readonly number[]): Histogram {
    const histogram = new Histogram();
    for (let at = 0; at + 1 < pairs.length; at += 2) histogram.#count(pairs[at] ?? 0, pairs[at + 1] ?? 0);
    return histogram;
  }

  #count(at: number, count: number): void {
    this.#counts[at] = (this.#counts[at] ?? 0) + count;
  }
}
