import { PerformanceObserver } from 'node:perf_hooks';
import { hostContracts } from '@platform/host-api';
import { LoadMeter } from '../../cluster/index.ts';
import type { Database } from '../../data/index.ts';
import type { RequestContext } from '../../kernel/index.ts';
import { SLOW_FROM_MS, Slowest } from './slowest.ts';
import { entryOf, Traffic } from './traffic.ts';
import type { Figures } from './ring-row.ts';

/** The facts of an answered request that are kept. */
export interface AnsweredRequest {
  readonly route: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  readonly appCode: string | undefined;
  readonly method: string;
  readonly context: Pick<RequestContext, 'requestId' | 'statements'>;
}

/** Routes that answer for as long as their client listens: their durations say nothing. */
const STREAMS: ReadonlySet<string | undefined> = new Set(
  hostContracts.filter(({ produces }) => produces === 'text/event-stream').map(({ url }) => url),
);

/** Measures this process from one look to the next. */
export class Meter {
  readonly #database: Pick<Database, 'poolUsage'>;
  readonly #load = new LoadMeter();
  readonly #collections: PerformanceObserver;
  #gcMs = 0;
  #all = new Traffic();
  #applications = new Map<string, Traffic>();
  #slowest = new Slowest();

  constructor(database: Pick<Database, 'poolUsage'>) {
    this.#database = database;
    this.#collections = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) this.#gcMs += duration;
    });
    this.#collections.observe({ entryTypes: ['gc'] });
  }

  readonly observe = (request: AnsweredRequest): void => {
    const { route, status, durationMs, appCode } = request;
    if (STREAMS.has(route)) return;
    this.#all.add(status, durationMs);
    if (durationMs >= SLOW_FROM_MS) this.#keep(request);
    if (appCode === undefined || route === undefined) return;
    entryOf(this.#applications, appCode, () => new Traffic()).add(status, durationMs);
  };

  /** Figures since the last call. */
  take(): Figures {
    const { cpu_percent, memory_bytes, heap_bytes, loop_delay_us } = this.#load.read();
    const pool = this.#database.poolUsage();
    const figures: Figures = {
      load: {
        cpuPercent: cpu_percent,
        memoryBytes: memory_bytes,
        heapBytes: heap_bytes,
        loopDelayMs: loop_delay_us / 1_000,
        gcMs: this.#gcMs,
        poolActive: pool?.active ?? 0,
        poolPending: pool?.pending ?? 0,
      },
      all: this.#all,
      applications: this.#applications,
      slowest: this.#slowest.list(),
    };
    this.#gcMs = 0;
    this.#all = new Traffic();
    this.#applications = new Map();
    this.#slowest = new Slowest();
    return figures;
  }

  /** A path without a route is somebody's typing, and may be anything. */
  #keep({ route, status, durationMs, appCode = '', method, context }: AnsweredRequest): void {
    if (route === undefined) return;
    const { count = 0, ms = 0, longest = '', longestMs = 0 } = context.statements ?? {};
    this.#slowest.add({
      ...{ atMs: Date.now(), application: appCode, method, uri: route, status },
      ...{ durationMs: Math.round(durationMs), statements: count, statementMs: Math.round(ms) },
      ...{ longest, longestMs: Math.round(longestMs), requestId: context.requestId },
    });
  }

  close(): void {
    this.#load.close();
    this.#collections.disconnect();
  }
}
