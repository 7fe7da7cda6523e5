import type { OperationTimes } from '../operation-times.ts';

/** The series of operations that have ended. */
export const countsOf = (times: OperationTimes) =>
  times
    .list()
    .map(({ labels, durations: { buckets } }) => ({
      ...labels,
      count: buckets.reduce((sum, count) => sum + count),
    }))
    .filter(({ count }) => count > 0);
