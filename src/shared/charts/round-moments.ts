const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Distances of labels that people read without counting. */
const DISTANCES_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 6, 12, 24].map((hours) => hours * HOUR_MS),
];
const MOST_LABELS = 7;

/**
 * Chooses the steps of a chart that get a label: the first one at or after each round time of day.
 *
 * @param moments beginnings of the steps, in order
 * @param stepMs duration of a step, in milliseconds
 */
export function roundMoments(moments: readonly Date[], stepMs: number): ReadonlySet<number> {
  const span = moments.length * stepMs;
  const distance = DISTANCES_MS.find((each) => span / each <= MOST_LABELS) ?? 24 * HOUR_MS;
  const isRound = (at: Date): boolean =>
    (at.getTime() - at.getTimezoneOffset() * MINUTE_MS) % distance < stepMs;
  return new Set(moments.flatMap((at, index) => (isRound(at) ? index : [])));
}
