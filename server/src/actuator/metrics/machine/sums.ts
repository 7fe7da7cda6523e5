import type { Registry } from 'prom-client';
import type { Scraped } from '../scraped.ts';

/** Where those of prom-client would hide one worker among the others, or leave a metric out. */
const AGGREGATORS: Readonly<Record<string, string>> = {
  nodejs_eventloop_lag_seconds: 'max',
  nodejs_eventloop_lag_p90_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
  process_start_time_seconds: 'min',
  process_max_fds: 'max',
};

/** Families of several workers as one, each by its aggregator. The first are those of this one. */
export async function sumsOf(workers: ReadonlyArray<readonly Scraped[]>): Promise<Registry> {
  const { default: client } = await import('prom-client');
  const prepared = workers.map((families) => families.map(preparedOf));
  return client.AggregatorRegistry.aggregate(prepared);
}

/** JSON has no number for the mean of nothing. */
const preparedOf = (family: Scraped): Scraped => ({
  ...family,
  aggregator: AGGREGATORS[family.name] ?? family.aggregator,
  values: family.values.filter(({ value }) => Number.isFinite(value)),
});
