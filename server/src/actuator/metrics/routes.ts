import { metricContracts } from '@platform/host-api';
import {
  defineRoute,
  HTTP,
  LEGACY,
  SIBLINGS,
  PlatformError,
  type ModuleContext,
  type Route,
} from '../../kernel/index.ts';
import type { HealthParts } from '../health/readiness.ts';
import { MachineMetrics } from './machine/machine-metrics.ts';
import { Metrics, type MetricsSource } from './metrics.ts';
import { metricNames, metricOf } from './micrometer.ts';
import { platformFamilies } from './families/platform.ts';
import { RequestTimes } from './request-times.ts';

/** The maximum of a timer is that of one to two such periods. */
const MAXIMUM_PERIOD_MS = 60_000;

interface HostMetrics {
  /** Those of this worker. */
  readonly metrics: Metrics;
  /** Those of all workers of the machine. */
  readonly machine: MetricsSource;
  readonly requests: RequestTimes;
}

/** The metrics of a host, closed with it, and the times of its routes. */
export function setUpMetrics(ctx: ModuleContext, health: HealthParts): HostMetrics {
  const requests = new RequestTimes();
  if (ctx.config.management.metrics) ctx.onDispose(ctx.use(HTTP).observe(requests.observe));
  const platform = platformFamilies(ctx, health);
  const timers = [requests, ...platform.timers];
  const metrics = new Metrics({ ...platform, timers, logger: ctx.logger });
  const period = setInterval(() => {
    for (const { durations } of timers.flatMap((timer) => timer.list())) durations.beginPeriod();
  }, MAXIMUM_PERIOD_MS).unref();
  ctx.onDispose(() => {
    clearInterval(period);
    metrics.close();
  });
  return { metrics, machine: machineOf(ctx, metrics), requests };
}

/** A worker without others beside it is the machine. */
function machineOf(ctx: ModuleContext, own: Metrics): MetricsSource {
  const [siblings, legacy] = [ctx.services.find(SIBLINGS), ctx.services.find(LEGACY)];
  if (siblings === undefined || legacy === undefined) return own;
  const machine = new MachineMetrics({ own, siblings, legacy });
  ctx.onDispose(() => machine.close());
  return machine;
}

/** `/actuator/metrics` and `/actuator/prometheus`. (design 11.2) */
export function metricRoutes(metrics: MetricsSource): Route[] {
  return [
    defineRoute({
      ...metricContracts.names,
      handler: async () => ({ names: metricNames(await metrics.families()) }),
    }),
    defineRoute({
      ...metricContracts.one,
      handler: async ({ params: { requiredMetricName: name }, query }) => {
        const metric = metricOf(await metrics.families(), name, query.tag ?? []);
        if (metric) return metric;
        throw unknownMetric(name);
      },
    }),
    defineRoute({
      ...metricContracts.prometheus,
      handler: async ({ reply }) => {
        const { type, text } = await metrics.text();
        reply.header('content-type', type).header('cache-control', 'no-store');
        return text;
      },
    }),
  ];
}

const unknownMetric = (name: string): PlatformError =>
  new PlatformError({
    code: 'METRIC_UNKNOWN',
    status: 404,
    message: `There is no metric ${name} with these tags.`,
    fix: 'GET /actuator/metrics lists the names; each answer lists its tags.',
  });
