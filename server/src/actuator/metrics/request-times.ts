import type { Scraped, ScrapedValue } from './scraped.ts';

/** Upper bounds in seconds. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Paths without a route share one series, so that nobody can add series. (design 11.8-10) */
const UNKNOWN = 'UNKNOWN';

/** The facts of an answered request that its series depends on. */
export interface TimedRequest {
  readonly method: string;
  /** Pattern of the route; undefined where none matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  readonly appCode: string | undefined;
}

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** Requests by bucket, the last one without a bound. */
  readonly buckets: Float64Array;
  seconds: number;
}

/**
 * Micrometer's `http_server_requests_seconds`. prom-client's own histogram takes four times as
 * long for each request. (docs/decisions/0115)
 */
export class RequestTimes {
  readonly name = 'http_server_requests_seconds';
  readonly help = 'Duration of requests by application, route pattern and status';
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #series = new Map<string, Series>();

  readonly observe = (request: TimedRequest): void => {
    // An application's routes begin with its code, so that these three tell series apart.
    const key = `${request.status} ${request.method} ${request.route ?? ''}`;
    let series = this.#series.get(key);
    if (!series) {
      series = { labels: labelsOf(request), buckets: new Float64Array(BOUNDS.length + 1), seconds: 0 };
      this.#series.set(key, series);
    }
    const seconds = request.durationMs / 1000;
    series.seconds += seconds;
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? Infinity)) at += 1;
    series.buckets[at] = (series.buckets[at] ?? 0) + 1;
  };

  /** Called by prom-client at a scrape. */
  get(): Promise<Scraped> {
    const values = [...this.#series.values()].flatMap((series) => this.#valuesOf(series));
    const { name, help, type, aggregator } = this;
    return Promise.resolve({ name, help, type, aggregator, values });
  }

  /** Called by prom-client; counters go on. */
  reset(): void {
    this.#series.clear();
  }

  #valuesOf({ labels, buckets, seconds }: Series): ScrapedValue[] {
    const values: ScrapedValue[] = [];
    let count = 0;
    for (const [at, value] of buckets.entries()) {
      count += value;
      const le = at < BOUNDS.length ? String(BOUNDS[at]) : '+Inf';
      values.push({ metricName: `${this.name}_bucket`, labels: { ...labels, le }, value: count });
    }
    values.push({ metricName: `${this.name}_sum`, labels, value: seconds });
    values.push({ metricName: `${this.name}_count`, labels, value: count });
    return values;
  }
}

const OUTCOMES = ['', 'INFORMATIONAL', 'SUCCESS', 'REDIRECTION', 'CLIENT_ERROR', 'SERVER_ERROR'];

const labelsOf = ({ method, route, status, appCode }: TimedRequest): Record<string, string> => ({
  application: route === undefined ? '' : (appCode ?? ''),
  method,
  uri: route ?? UNKNOWN,
  status: String(status),
  outcome: OUTCOMES[Math.floor(status / 100)] ?? UNKNOWN,
});
