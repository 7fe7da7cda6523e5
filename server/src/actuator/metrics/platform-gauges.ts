import { availableParallelism, cpus, loadavg } from 'node:os';
import { sql } from 'kysely';
import { DATABASE } from '../../data/index.ts';
import { requestContext, type ModuleContext } from '../../kernel/index.ts';
import { MESSAGING } from '../../messaging/index.ts';
import { PLUGIN_RUNTIME, type ApplicationDescription } from '../../plugin-runtime/index.ts';
import type { Probes } from '../health/health.ts';

/** One family of values that are read at a scrape. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly labels: readonly string[];
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

const single = (value: number): Sample[] => [{ value }];

/** Micrometer's metrics of a process and its machine. */
export function processFamilies(): Family[] {
  let before = { cpu: process.cpuUsage(), at: performance.now() };
  const usage = (): number => {
    const now = { cpu: process.cpuUsage(), at: performance.now() };
    const busyMs = (now.cpu.user + now.cpu.system - before.cpu.user - before.cpu.system) / 1000;
    const share = busyMs / Math.max(1, now.at - before.at) / availableParallelism();
    before = now;
    return Math.min(1, Math.max(0, share));
  };
  const gauge = (name: string, help: string, value: () => number): Family => ({
    name,
    help,
    type: 'gauge',
    labels: [],
    read: () => single(value()),
  });
  return [
    gauge('process_cpu_usage', 'Share of all processors that this process used since the last look', usage),
    gauge('process_uptime_seconds', 'Uptime of the process', () => process.uptime()),
    gauge('system_cpu_count', 'Processors', () => cpus().length),
    gauge('system_load_average_1m', 'Load of the machine', () => loadavg()[0] ?? 0),
    gauge('nodejs_heap_used_bytes', 'Used heap', () => process.memoryUsage().heapUsed),
    gauge('nodejs_heap_committed_bytes', 'Committed heap', () => process.memoryUsage().heapTotal),
  ];
}

/** Applications, operations, queues, jobs and parts of the platform. (design 11.2) */
export function platformFamilies(ctx: ModuleContext, probes: Probes): Family[] {
  return [applicationFamilies(ctx), recordFamilies(ctx), queueFamilies(ctx), healthFamily(probes)].flat();
}

function applicationFamilies(ctx: ModuleContext): Family[] {
  const runtime = ctx.use(PLUGIN_RUNTIME);
  const family = (
    type: Family['type'],
    name: string,
    help: string,
    read: (application: ApplicationDescription) => readonly Sample[],
    labels: readonly string[] = [],
  ): Family => ({
    name: `platform_application_${name}`,
    help,
    type,
    labels: ['application', ...labels],
    read: () =>
      runtime.describe().flatMap((application) =>
        read(application).map(({ labels: own, value }) => ({
          labels: { application: application.appCode, ...own },
          value,
        })),
      ),
  });
  const states = (application: ApplicationDescription): Sample[] => [
    { labels: { state: application.state, version: application.version ?? '' }, value: 1 },
  ];
  return [
    family('gauge', 'info', 'Loaded and failed applications', states, ['state', 'version']),
    family('gauge', 'requests_active', 'Requests in flight', ({ inFlight }) => single(inFlight)),
    family(
      'counter',
      'faults_total',
      'Errors since the load, by what failed',
      ({ health }) =>
        Object.entries(health?.faults ?? {}).map(([kind, value]) => ({ labels: { kind }, value })),
      ['kind'],
    ),
    family('counter', 'holds_total', 'Times that it held the event loop for too long', ({ health }) =>
      health ? single(health.holds.count) : [],
    ),
    family('gauge', 'cache_entries', 'Values in the cache of this process', ({ health }) =>
      health?.cache ? single(health.cache.entries) : [],
    ),
    family('counter', 'cache_evictions_total', 'Values that had to make room', ({ health }) =>
      health?.cache ? single(health.cache.evicted) : [],
    ),
    family('counter', 'schedule_runs_total', 'Runs of scheduled methods on this host', ({ schedules }) =>
      single(schedules.reduce((sum, { runs }) => sum + runs, 0)),
    ),
    family('counter', 'schedule_failures_total', 'Failed runs of scheduled methods', ({ schedules }) =>
      single(schedules.reduce((sum, { failures }) => sum + failures, 0)),
    ),
  ];
}

function recordFamilies(ctx: ModuleContext): Family[] {
  const { query } = ctx.use(DATABASE);
  const counted = sql<number>`count(*)`.as('value');
  return [
    {
      name: 'platform_operations',
      help: 'Recorded operations on applications by kind and status',
      type: 'gauge',
      labels: ['kind', 'status'],
      read: () =>
        requestContext.runIgnoringTenant(async () => {
          const grouped = query.selectFrom('app_task').select(['kind', 'status', counted]);
          const rows = await grouped.groupBy(['kind', 'status']).execute();
          return rows.map(({ value, ...labels }) => ({ labels, value: Number(value) }));
        }),
    },
    {
      name: 'platform_job_runs',
      help: 'Kept runs of the scheduler center by status',
      type: 'gauge',
      labels: ['status'],
      read: () =>
        requestContext.runIgnoringTenant(async () => {
          const grouped = query.selectFrom('sys_job_log').select(['status', counted]);
          const rows = await grouped.groupBy('status').execute();
          return rows.map(({ value, ...labels }) => ({ labels, value: Number(value) }));
        }),
    },
  ];
}

function queueFamilies(ctx: ModuleContext): Family[] {
  const messaging = ctx.use(MESSAGING);
  const family = (name: string, help: string, column: 'messages' | 'deadLetters'): Family => ({
    name,
    help,
    type: 'gauge',
    labels: ['queue'],
    read: async () =>
      (await messaging.counts()).map((counts) => ({
        labels: { queue: counts.queue },
        value: counts[column],
      })),
  });
  return [
    family('platform_queue_messages', 'Waiting messages', 'messages'),
    family('platform_queue_dead_letters', 'Messages that no listener could handle', 'deadLetters'),
  ];
}

const healthFamily = (probes: Probes): Family => ({
  name: 'platform_health',
  help: '1 for a part that is up or not configured, 0 for one that is down',
  type: 'gauge',
  labels: ['component'],
  read: async () =>
    Object.entries(await probes.all()).map(([component, { status }]) => ({
      labels: { component },
      value: status === 'DOWN' ? 0 : 1,
    })),
});
