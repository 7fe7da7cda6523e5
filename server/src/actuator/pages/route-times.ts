import type { RouteTime } from '@platform/host-api';
import type { Durations, TimedSeries } from '../../kernel/index.ts';

interface Sum {
  readonly application: string;
  readonly method: string;
  readonly uri: string;
  count: number;
  errors: number;
  seconds: number;
  longest: number;
  readonly bounds: readonly number[];
  readonly buckets: number[];
}

/** Routes with all their answers, those that took the most time first. */
export function routeTimes(series: readonly TimedSeries[]): RouteTime[] {
  const sums = new Map<string, Sum>();
  for (const { labels, durations } of series) {
    const { application = '', method = '', uri = '', status = '' } = labels;
    const key = `${method} ${uri}`;
    const sum = sums.get(key) ?? empty({ application, method, uri }, durations);
    sums.set(key, sum);
    const count = durations.buckets.reduce((total, each) => total + each, 0);
    sum.count += count;
    if (Number(status) >= 500) sum.errors += count;
    sum.seconds += durations.seconds;
    sum.longest = Math.max(sum.longest, durations.longest);
    for (const [at, each] of durations.buckets.entries()) sum.buckets[at] = (sum.buckets[at] ?? 0) + each;
  }
  return [...sums.values()]
    .sort((a, b) => b.seconds - a.seconds)
    .map((sum) => ({
      application: sum.application,
      method: sum.method,
      uri: sum.uri,
      count: sum.count,
      errors: sum.errors,
      meanMs: milliseconds(sum.seconds / Math.max(1, sum.count)),
      p95Ms: milliseconds(percentile(sum, 0.95)),
      longestMs: milliseconds(sum.longest),
    }));
}

const empty = (labels: Pick<Sum, 'application' | 'method' | 'uri'>, { bounds }: Durations): Sum => ({
  ...labels,
  count: 0,
  errors: 0,
  seconds: 0,
  longest: 0,
  bounds,
  buckets: [],
});

/** In seconds, straight between the bounds of its bucket. */
function percentile({ bounds, buckets, count }: Sum, share: number): number {
  let below = 0;
  for (const [at, each] of buckets.entries()) {
    if (each > 0 && below + each >= count * share) {
      const [from, to] = [bounds[at - 1] ?? 0, bounds[at] ?? bounds.at(-1) ?? 0];
      return from + ((to - from) * (count * share - below)) / each;
    }
    below += each;
  }
  return 0;
}

const milliseconds = (seconds: number): number => Math.round(seconds * 10_000) / 10;
