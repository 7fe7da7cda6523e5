import { NoticeService } from '@platform/plugin-sdk/core';
import { DATABASE, IDS } from '../data/index.ts';
import { CLUSTER_BUS, refreshing } from '../infra/index.ts';
import { CLOCK, defineModule, HTTP, requestContext, systemClock, type Module } from '../kernel/index.ts';
import {
  APPLICATION_ACCESS,
  INCIDENTS,
  LOAD_MARKS,
  PLUGIN_RUNTIME,
  QUARANTINE,
} from '../plugin-runtime/index.ts';
import { IncidentQuarantine } from './incident-quarantine.ts';
import { incidentNotice } from './incident-notice.ts';
import { INCIDENT_STORE } from './incident-store-token.ts';
import { IncidentStore } from './incident-store.ts';
import { QuarantineRule } from './quarantine-rule.ts';
import { QuarantineStore } from './quarantine-store.ts';
import { incidentRoutes } from './routes.ts';

const HOUR_MS = 3_600_000;

/** Stores incidents, and keeps out the applications that cause them. (design 10.3) */
export const incidentsModule: Module = defineModule({
  name: 'incidents',
  depends: ['http', 'data', 'infra', 'system', 'plugin-runtime'],
  async setup(ctx) {
    const { logger } = ctx;
    const database = ctx.use(DATABASE);
    const clock = ctx.services.find(CLOCK) ?? systemClock;
    const incidents = ctx.use(INCIDENTS);
    const bus = ctx.use(CLUSTER_BUS);
    const store = new IncidentStore(database, ctx.use(IDS), clock);
    const notify = incidentNotice(() => ctx.services.find(NoticeService), logger);
    const ready = Promise.withResolvers<void>();
    const quarantine = new IncidentQuarantine({
      incidents,
      store,
      quarantines: new QuarantineStore(database, clock),
      marks: ctx.use(LOAD_MARKS),
      rule: new QuarantineRule(ctx.config.server.watchdog['limit-ms']),
      logger,
      tellOthers: () => bus.publish('quarantine', null),
      // Notices need modules that are set up later.
      tell: (incident, kept) => void ready.promise.then(() => notify(incident, kept)),
    });
    const refresh = (): Promise<void> => requestContext.runIgnoringTenant(() => quarantine.refresh());
    await refresh();
    ctx.onDispose(bus.subscribe('quarantine', refreshing(refresh)));
    ctx.provide(QUARANTINE, quarantine);
    ctx.provide(INCIDENT_STORE, store);
    for (const incident of incidents.recent.toReversed()) quarantine.take(incident);
    ctx.onDispose(incidents.onRecord(quarantine.take));
    ctx.onDispose(() => quarantine.settled());

    const runtime = ctx.use(PLUGIN_RUNTIME);
    const installed = (tenantId: string): string[] => {
      const access = ctx.services.find(APPLICATION_ACCESS);
      const codes = runtime.describe().map(({ appCode }) => appCode);
      return codes.filter((appCode) => access?.state(tenantId, appCode) !== 'none');
    };
    ctx.use(HTTP).routes(incidentRoutes(store, installed));

    const prune = (): Promise<void> =>
      requestContext
        .runIgnoringTenant(() => store.prune())
        .catch((error: unknown) => logger.warn('Old incidents could not be removed', { error }));
    ctx.onReady(async () => {
      ready.resolve();
      await prune();
      const timer = setInterval(() => void prune(), HOUR_MS).unref();
      ctx.onDispose(() => clearInterval(timer));
    });
  },
});
