import { resolve } from 'node:path';
import { DATABASE } from '../../../data/index.ts';
import { CERTIFICATE } from '../../../gateway/index.ts';
import { LOG_DISK } from '../../../infra/index.ts';
import type { ModuleContext } from '../../../kernel/index.ts';
import { MESSAGING } from '../../../messaging/index.ts';
import { INCIDENTS, PLUGIN_RUNTIME, RUNTIME_COUNTS, STATEMENT_TIMES } from '../../../plugin-runtime/index.ts';
import type { Probes } from '../../health/health.ts';
import { isReady, type HealthParts } from '../../health/readiness.ts';
import { applicationFamilies } from './applications.ts';
import type { Timer } from '../scraped.ts';
import { diskFamilies } from './disk.ts';
import { PerScrape, single, type Family } from './family.ts';
import { incidentFamily } from './incidents.ts';
import { poolFamilies } from './pool.ts';
import { processFamilies } from './process.ts';
import { queueFamilies } from './queues.ts';
import { recordFamilies } from './records.ts';
import { runtimeFamilies, statementFamilies } from './runtime.ts';
import { troubleFamilies } from './troubles.ts';
import { workTimers } from './work.ts';

interface PlatformFamilies {
  readonly families: readonly Family[];
  readonly timers: readonly Timer[];
  /** To be called before each scrape. */
  readonly begin: () => void;
}

/** Process, applications, operations, queues, jobs and parts of the platform. (design 11.2) */
export function platformFamilies(ctx: ModuleContext, health: HealthParts): PlatformFamilies {
  const runtime = ctx.use(PLUGIN_RUNTIME);
  const messaging = ctx.use(MESSAGING);
  const database = ctx.use(DATABASE);
  const times = ctx.use(STATEMENT_TIMES);
  const runtimeCounts = ctx.use(RUNTIME_COUNTS);
  const described = new PerScrape(() => runtime.describe());
  const counts = new PerScrape(() => messaging.counts());
  return {
    families: [
      ...processFamilies(),
      ...applicationFamilies(described),
      ...runtimeFamilies(runtimeCounts),
      incidentFamily(ctx.use(INCIDENTS)),
      ...statementFamilies(() => times.list()),
      ...recordFamilies(database),
      ...poolFamilies(database),
      ...queueFamilies(counts),
      ...diskFamilies(resolve(ctx.config.platform['data-dir'])),
      ...troubleFamilies({
        incidents: ctx.use(INCIDENTS),
        limited: () => runtimeCounts.logs.leftOut,
        diskLow: () => ctx.services.find(LOG_DISK)?.leftOut ?? 0,
      }),
      healthFamily(health.probes),
      {
        name: 'platform_ready',
        help: '1 for a host that takes requests',
        type: 'gauge',
        aggregator: 'min',
        read: async () => single((await isReady(health)) ? 1 : 0),
      },
      certificateFamily(ctx),
    ],
    timers: workTimers(ctx, described),
    begin: () => {
      described.reset();
      counts.reset();
    },
  };
}

const healthFamily = (probes: Probes): Family => ({
  name: 'platform_health',
  help: '1 for a part that is up or not configured, 0 for one that is down',
  type: 'gauge',
  aggregator: 'min',
  read: async () =>
    Object.entries(await probes.all()).map(([component, { status }]) => ({
      labels: { component },
      value: status === 'DOWN' ? 0 : 1,
    })),
});

/** Without a certificate of its own, the host has no such value. */
const certificateFamily = ({ services }: ModuleContext): Family => ({
  name: 'platform_tls_certificate_remaining_seconds',
  help: 'Time until the certificate of the host ends; negative after its end',
  type: 'gauge',
  aggregator: 'min',
  read: () => {
    const certificate = services.find(CERTIFICATE);
    return certificate ? single(certificate.secondsLeft()) : [];
  },
});
