import type { Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from '../../kernel/index.ts';
import { withinLimit } from '../within-limit.ts';
import type { Family, Sample } from './families/family.ts';
import { histogramOf, maximumOf, type Scraped, type ScrapedValue, type Timer } from './scraped.ts';

/** Time limit of one family in milliseconds: what hangs is left out of the scrape. */
const LIMIT_MS = 2_000;

/** A finer resolution of the event loop's delay costs processor time. */
const LOOP_RESOLUTION_MS = 20;

/** In milliseconds. */
export interface LoopDelay {
  readonly mean: number;
  readonly p99: number;
  readonly max: number;
}

/** The text format of Prometheus, with its content type. */
export interface MetricsText {
  readonly type: string;
  readonly text: string;
}

/** Metrics of a worker, or of all workers of its machine. */
export interface MetricsSource {
  text(): Promise<MetricsText>;
  /** @param part `worker` leaves out what is the same for all workers of a machine. Default: all */
  families(part?: 'worker' | 'all'): Promise<readonly Scraped[]>;
}

interface MetricsParts {
  readonly families: readonly Family[];
  /** Called before each scrape. */
  readonly begin: () => void;
  readonly timers: readonly Timer[];
  readonly logger: Logger;
}

/**
 * The metrics of this host. prom-client is loaded with the first scrape: many hosts are never
 * scraped.
 */
export class Metrics implements MetricsSource {
  readonly #parts: MetricsParts;
  #registry: Promise<Registry> | undefined;

  constructor(parts: MetricsParts) {
    this.#parts = parts;
  }

  async text(): Promise<MetricsText> {
    const registry = await this.#opened();
    this.#parts.begin();
    return { type: registry.contentType, text: await registry.metrics() };
  }

  async families(part: 'worker' | 'all' = 'all'): Promise<readonly Scraped[]> {
    const registry = await this.#opened();
    this.#parts.begin();
    const shared = new Set(this.#parts.families.filter(({ isShared }) => isShared).map(({ name }) => name));
    // Typed as those of one family only.
    const metrics = registry.getMetricsAsArray() as unknown as ReadonlyArray<{
      readonly name: string;
      get(): Promise<Scraped>;
    }>;
    const wanted = part === 'all' ? metrics : metrics.filter(({ name }) => !shared.has(name));
    return Promise.all(wanted.map((metric) => metric.get()));
  }

  /** Delay of the event loop since the last scrape or look; this class alone watches it. */
  async loopDelay(): Promise<LoopDelay> {
    const registry = await this.#opened();
    const read = async (name: string): Promise<number> => {
      const metric = await registry.getSingleMetric(`nodejs_eventloop_lag_${name}_seconds`)?.get();
      const seconds = metric?.values[0]?.value ?? 0;
      return Number.isFinite(seconds) ? Math.round(seconds * 100_000) / 100 : 0;
    };
    // The collector of the first one reads and resets the histogram for all of them.
    await registry.getSingleMetric('nodejs_eventloop_lag_seconds')?.get();
    return { mean: await read('mean'), p99: await read('p99'), max: await read('max') };
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
    for (const timer of this.#parts.timers) {
      for (const read of [histogramOf, maximumOf]) {
        const { name } = read(timer);
        // It has what the registry calls of a metric.
        const metric = { name, get: () => Promise.resolve(read(timer)) };
        registry.registerMetric(metric as unknown as Histogram);
      }
    }
    for (const family of this.#parts.families) {
      // Not one of prom-client's, whose values readers at one moment would add up.
      const metric = { name: family.name, get: () => this.#scraped(family) };
      registry.registerMetric(metric as unknown as Gauge);
    }
    return registry;
  }

  async #scraped(family: Family): Promise<Scraped> {
    const { name, help, type, aggregator = 'sum' } = family;
    return { name, help, type, aggregator, values: addedUp(await this.#read(family)) };
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

/** Samples of the same labels are one. */
function addedUp(samples: readonly Sample[]): ScrapedValue[] {
  const sums = new Map<string, ScrapedValue>();
  for (const { labels = {}, value } of samples) {
    const key = JSON.stringify(labels);
    sums.set(key, { labels, value: value + (sums.get(key)?.value ?? 0) });
  }
  return [...sums.values()];
}
