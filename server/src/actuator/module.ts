import { actuatorContracts, hostContracts } from '@platform/host-api';
import { NODE_REGISTRY } from '../cluster/index.ts';
import { PLATFORM_KEY } from '../data/index.ts';
import { GATEWAY } from '../gateway/index.ts';
import { CLUSTER_BUS, LOG_LEVELS, LogLevels } from '../infra/index.ts';
import {
  CLOCK,
  defineModule,
  defineRoute,
  HTTP,
  SIBLINGS,
  systemClock,
  THIS_WORKER,
  type Module,
  type ModuleContext,
} from '../kernel/index.ts';
import { MachineRegistration } from './center/machine-registration.ts';
import { MonitoringCenter } from './center/monitoring-center.ts';
import { registrationOf } from './center/registration.ts';
import { Diagnosis } from './diagnosis/diagnosis.ts';
import { diagnosisRoutes } from './diagnosis/routes.ts';
import { environmentRoutes } from './environment/routes.ts';
import { componentsOf } from './health/components.ts';
import { Probes, type Probe } from './health/health.ts';
import { STOPPING, type Readiness } from './health/readiness.ts';
import { healthRoutes } from './health/routes.ts';
import { infoOf } from './info.ts';
import { inspectionRoutes } from './inspection/routes.ts';
import { linksOf } from './links.ts';
import { PlatformLevels } from './loggers/platform-levels.ts';
import { loggerRoutes } from './loggers/routes.ts';
import { BasicLogin } from './login/basic-login.ts';
import { credentialsOf, type Credentials } from './login/credentials.ts';
import { supplyRoutes } from './sbom/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { metricRoutes, setUpMetrics } from './metrics/routes.ts';
import { MachineWorkers } from './workers.ts';

/**
 * The monitoring endpoints of the API port, and the registration at a center. The module comes
 * last, so that its `onReady` means that the host is ready, and its end comes first. (spec:
 * Monitoring endpoints; design 11.2, 11.3)
 */
export const actuatorModule: Module = defineModule({
  name: 'actuator',
  depends: [
    'http',
    'data',
    'infra',
    'cluster',
    'messaging',
    'system',
    'plugin-runtime',
    'incidents',
    'scheduler',
  ],
  setup(ctx) {
    const credentials = setUpLogin(ctx);
    const http = ctx.use(HTTP);
    const nodes = ctx.use(NODE_REGISTRY);
    const own = { ready: false, stopping: false };
    const center = setUpCenter(ctx, credentials, () => own.stopping);
    ctx.provide(STOPPING, own);
    ctx.onReady(() => {
      own.ready = true;
      ctx.onDispose(() => void (own.stopping = true));
    });
    const probes = new Probes(new Map<string, Probe>([...componentsOf(ctx), ...center]));
    const readiness = (): Readiness => ({
      ready: own.ready,
      draining: own.stopping || nodes.draining,
      lease: nodes.leaseHeld,
    });
    const health = { probes, readiness };
    http.routes(healthRoutes(health));
    const { metrics, machine, requests } = setUpMetrics(ctx, health);
    const levels = setUpLevels(ctx);
    const workers = new MachineWorkers(ctx);
    const diagnosis = new Diagnosis(ctx);
    http.routes(metricRoutes(machine));
    http.routes(environmentRoutes(ctx));
    http.routes(loggerRoutes(levels));
    http.routes(inspectionRoutes(ctx));
    http.routes(supplyRoutes(ctx));
    http.routes(diagnosisRoutes(ctx, metrics, diagnosis, workers));
    http.routes(pageRoutes(ctx, { probes, requests, levels, diagnosis }));
    http.routes([
      defineRoute({ ...actuatorContracts.links, handler: () => ({ _links: linksOf(hostContracts) }) }),
      defineRoute({ ...actuatorContracts.info, handler: () => infoOf(ctx, workers) }),
    ]);
  },
});

function setUpLogin(ctx: ModuleContext): Credentials {
  const credentials = credentialsOf(ctx.config);
  if (credentials.wellKnown) {
    ctx.logger.warn('The monitoring endpoints use the well-known default credentials', {
      fix: 'Set management.username and management.password before others can reach the API port.',
    });
  }
  const http = ctx.use(HTTP);
  const clock = ctx.services.find(CLOCK) ?? systemClock;
  const parts = { key: ctx.use(PLATFORM_KEY), clock, rates: http.rates };
  http.useMonitoring(new BasicLogin(credentials, parts));
  return credentials;
}

/** @returns the probe of the center, where there is one */
function setUpCenter(
  ctx: ModuleContext,
  credentials: Credentials,
  isStopping: () => boolean,
): ReadonlyMap<string, Probe> {
  const { address, 'interval-ms': intervalMs } = ctx.config.monitor;
  if (address === '') return new Map();
  const machine = new MachineRegistration({
    center: new MonitoringCenter({ address, intervalMs, logger: ctx.logger }),
    siblings: ctx.services.find(SIBLINGS),
    isStopping,
    isFollowed: ctx.services.find(THIS_WORKER)?.isFollowed ?? (() => false),
  });
  ctx.onReady(() => {
    machine.start(registrationOf(ctx.config, credentials, ctx.use(GATEWAY).api.port));
    ctx.onDispose(() => machine.stop());
  });
  return new Map([['center', () => machine.health()]]);
}

/** Levels of loggers, which follow other workers and hosts as long as this one runs. */
function setUpLevels(ctx: ModuleContext): PlatformLevels {
  const nodes = ctx.use(NODE_REGISTRY);
  const levels = new PlatformLevels({
    levels: ctx.services.find(LOG_LEVELS) ?? new LogLevels(ctx.config.logging.level),
    bus: ctx.use(CLUSTER_BUS),
    siblings: ctx.services.find(SIBLINGS),
    nodeId: nodes.nodeId,
    liveNodes: async () =>
      (await nodes.list()).filter(({ state }) => state !== 'gone').map(({ nodeId }) => nodeId),
  });
  ctx.onReady(() => levels.start());
  ctx.onDispose(() => levels.close());
  return levels;
}
