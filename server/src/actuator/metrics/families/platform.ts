import { DATABASE } from '../../../data/index.ts';
import type { ModuleContext } from '../../../kernel/index.ts';
import { MESSAGING } from '../../../messaging/index.ts';
import { PLUGIN_RUNTIME, RUNTIME_COUNTS, STATEMENT_TIMES } from '../../../plugin-runtime/index.ts';
import type { Probes } from '../../health/health.ts';
import { applicationFamilies } from './applications.ts';
import { PerScrape, type Family } from './family.ts';
import { poolFamilies } from './pool.ts';
import { processFamilies } from './process.ts';
import { queueFamilies } from './queues.ts';
import { recordFamilies } from './records.ts';
import { runtimeFamilies, statementFamilies } from './runtime.ts';

interface PlatformFamilies {
  readonly families: readonly Family[];
  /** To be called before each scrape. */
  readonly begin: () => void;
}

/** Process, applications, operations, queues, jobs and parts of the platform. (design 11.2) */
export function platformFamilies(ctx: ModuleContext, probes: Probes): PlatformFamilies {
  const runtime = ctx.use(PLUGIN_RUNTIME);
  const messaging = ctx.use(MESSAGING);
  const database = ctx.use(DATABASE);
  const times = ctx.use(STATEMENT_TIMES);
  const described = new PerScrape(() => runtime.describe());
  const counts = new PerScrape(() => messaging.counts());
  return {
    families: [
      ...processFamilies(),
      ...applicationFamilies(described),
      ...runtimeFamilies(ctx.use(RUNTIME_COUNTS)),
      ...statementFamilies(() => times.list()),
      ...recordFamilies(database),
      ...poolFamilies(database),
      ...queueFamilies(counts),
      healthFamily(probes),
    ],
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
  labels: ['component'],
  read: async () =>
    Object.entries(await probes.all()).map(([component, { status }]) => ({
      labels: { component },
      value: status === 'DOWN' ? 0 : 1,
    })),
});
