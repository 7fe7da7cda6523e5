import type { Histogram, Registry } from 'prom-client';
import type { Logger } from '../../kernel/index.ts';
import { withinLimit } from '../within-limit.ts';
import type { Family, Sample } from './platform-gauges.ts';
import type { RequestTimes } from './request-times.ts';
import type { Scraped } from './scraped.ts';

/** Time limit of one family in milliseconds: what hangs is left out of the scrape. */
const LIMIT_MS = 2_000;

/** A finer resolution of the event loop's delay costs processor time. */
const LOOP_RESOLUTION_MS = 20;

interface MetricsParts {
  readonly families: readonly Family[];
  readonly requests: RequestTimes;
  readonly logger: Logger;
}

/**
 * The metrics of this host. prom-client is loaded with the first scrape: many hosts are never
 * scraped.
 */
export class Metrics {
  readonly #parts: MetricsParts;
  #registry: Promise<Registry> | undefined;

  constructor(parts: MetricsParts) {
    this.#parts = parts;
  }

  /** The text format of Prometheus, with its content type. */
  async text(): Promise<{ readonly type: string; readonly text: string }> {
    const registry = await this.#opened();
    return { type: registry.contentType, text: await registry.metrics() };
  }

  async families(): Promise<readonly Scraped[]> {
    return (await (await this.#opened()).getMetricsAsJSON()) as unknown as readonly Scraped[];
  }

  close(): void {
    void this.#registry?.then((registry) => registry.clear());
  }

  #opened(): Promise<Registry> {
    return (this.#registry ??= this.#open());
  }

  async #open(): Promise<Registry> {
    const { default: client } = await import('prom-client');
    const registry = new client.Registry();
    client.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_RESOLUTION_MS });
    // It has what the registry calls of a metric.
    registry.registerMetric(this.#parts.requests as unknown as Histogram);
    for (const family of this.#parts.families) {
      const { name, help, labels } = family;
      const read = (): Promise<readonly Sample[]> => this.#read(family);
      const Kind = family.type === 'gauge' ? client.Gauge : client.Counter;
      new Kind({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        async collect() {
          this.reset();
          for (const { labels: own = {}, value } of await read()) this.inc(own, value);
        },
      });
    }
    return registry;
  }

  /** A part that fails or hangs leaves its family empty, and the scrape whole. */
  async #read(family: Family): Promise<readonly Sample[]> {
    try {
      return await withinLimit(Promise.resolve(family.read()), LIMIT_MS);
    } catch (error) {
      this.#parts.logger.debug(`The metric ${family.name} could not be read`, { error });
      return [];
    }
  }
}
