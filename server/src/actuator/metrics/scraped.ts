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

/** A histogram that keeps its own buckets; the registry asks it at each scrape. */
export interface ScrapedHistogram {
  readonly name: string;
  get(): Promise<Scraped>;
}

/** A histogram of Prometheus, whose buckets are cumulative. */
export function histogram(name: string, help: string, series: readonly TimedSeries[]): Scraped {
  const values = series.flatMap((each) => valuesOf(name, each));
  return { name, help, type: 'histogram', aggregator: 'sum', values };
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
