import { Durations, type TimedSeries } from '../../kernel/index.ts';
import { uriTemplate } from '../uri-template.ts';
import type { Timer } from './scraped.ts';

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

interface Series extends TimedSeries {
  readonly method: string;
  readonly status: number;
}

/**
 * Micrometer's `http_server_requests_seconds`. prom-client's own histogram takes four times as
 * long for each request. (docs/decisions/0115)
 */
export class RequestTimes implements Timer {
  readonly name = 'http_server_requests_seconds';
  readonly help = 'Duration of requests by application, route pattern and status';
  /** By route pattern: a text made of all that tells series apart would cost more to look up. */
  readonly #series = new Map<string | undefined, Series[]>();

  readonly observe = (request: TimedRequest): void => {
    this.#seriesOf(request).durations.add(request.durationMs / 1000);
  };

  list(): readonly TimedSeries[] {
    return [...this.#series.values()].flat();
  }

  /** An application's routes begin with its code, so that these three facts tell series apart. */
  #seriesOf(request: TimedRequest): Series {
    const { method, route, status } = request;
    let ofRoute = this.#series.get(route);
    if (!ofRoute) this.#series.set(route, (ofRoute = []));
    for (const series of ofRoute) if (series.status === status && series.method === method) return series;
    const series = { method, status, labels: labelsOf(request), durations: new Durations(BOUNDS) };
    ofRoute.push(series);
    return series;
  }
}

const OUTCOMES = ['', 'INFORMATIONAL', 'SUCCESS', 'REDIRECTION', 'CLIENT_ERROR', 'SERVER_ERROR'];

const labelsOf = ({ method, route, status, appCode }: TimedRequest): Record<string, string> => ({
  application: route === undefined ? '' : (appCode ?? ''),
  method,
  uri: route === undefined ? UNKNOWN : uriTemplate(route),
  status: String(status),
  outcome: OUTCOMES[Math.floor(status / 100)] ?? UNKNOWN,
});
