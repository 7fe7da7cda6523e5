import type { TimedSeries } from '../../kernel/index.ts';

export interface ScrapedValue {
  /** Name of the series where it differs from that of its family. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** A family of metrics with the values of this moment, in the shape of prom-client. */
export interface Scraped {
  readonly name: string;
  readonly help: string;
  /** `gauge`, `counter`, `histogram` or `summary`. */
  readonly type: string;
  /** How the values of several processes become one. */
  readonly aggregator: string;
  readonly values: readonly ScrapedValue[];
}

/** Whether its values only grow while a process lives. */
export const isCounted = ({ type }: Pick<Scraped, 'type'>): boolean => type !== 'gauge';

/** A timer that keeps its own buckets. */
export interface Timer {
  /** In seconds, such as `http_server_requests_seconds`. */
  readonly name: string;
  readonly help: string;
  list(): readonly TimedSeries[];
}

/** A histogram of Prometheus, whose buckets are cumulative. */
export function histogramOf(timer: Timer): Scraped {
  const { name, help } = timer;
  const values = timer.list().flatMap((each) => valuesOf(name, each));
  return { name, help, type: 'histogram', aggregator: 'sum', values };
}

/** Micrometer's family beside each timer. */
export const maximumName = (timer: string): string => `${timer}_max`;

/** The longest durations of the last two minutes. */
export function maximumOf(timer: Timer): Scraped {
  const values = timer.list().map(({ labels, durations }) => ({ labels, value: durations.longest }));
  const help = `${timer.help}: the longest of the last two minutes`;
  return { name: maximumName(timer.name), help, type: 'gauge', aggregator: 'max', values };
}

function valuesOf(name: string, { labels, durations }: TimedSeries): ScrapedValue[] {
  const { bounds, buckets, seconds } = durations;
  const values: ScrapedValue[] = [];
  let count = 0;
  for (const [at, value] of buckets.entries()) {
    count += value;
    const le = at < bounds.length ? String(bounds[at]) : '+Inf';
    values.push({ metricName: `${name}_bucket`, labels: { ...labels, le }, value: count });
  }
  values.push({ metricName: `${name}_sum`, labels, value: seconds });
  values.push({ metricName: `${name}_count`, labels, value: count });
  return values;
}
