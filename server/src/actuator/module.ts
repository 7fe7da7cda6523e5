import { actuatorContracts, hostContracts } from '@platform/host-api';
import {
  CLOCK,
  defineModule,
  defineRoute,
  HTTP,
  systemClock,
  type Module,
  type ModuleContext,
} from '../kernel/index.ts';
import { diagnosisRoutes } from './diagnosis/routes.ts';
import { environmentRoutes } from './environment/routes.ts';
import { componentsOf } from './health/components.ts';
import { Probes } from './health/health.ts';
import { healthRoutes } from './health/routes.ts';
import { infoOf } from './info.ts';
import { inspectionRoutes } from './inspection/routes.ts';
import { linksOf } from './links.ts';
import { loggerRoutes } from './loggers/routes.ts';
import { metricRoutes } from './metrics/routes.ts';
import { BasicLogin } from './login/basic-login.ts';
import { credentialsOf } from './login/credentials.ts';

/**
 * The monitoring endpoints of the API port. The module comes last, so that its `onReady` means that
 * the host is ready, and its end comes first. (spec: Monitoring endpoints; design 11.2)
 */
export const actuatorModule: Module = defineModule({
  name: 'actuator',
  depends: ['http', 'data', 'infra', 'messaging', 'system', 'plugin-runtime', 'scheduler'],
  setup(ctx) {
    setUpLogin(ctx);
    const http = ctx.use(HTTP);
    const readiness = { ready: false, draining: false };
    ctx.onReady(() => {
      readiness.ready = true;
      ctx.onDispose(() => void (readiness.draining = true));
    });
    const probes = new Probes(componentsOf(ctx));
    http.routes(healthRoutes({ probes, readiness }));
    http.routes(metricRoutes(ctx, probes));
    http.routes(environmentRoutes(ctx));
    http.routes(loggerRoutes(ctx));
    http.routes(inspectionRoutes(ctx));
    http.routes(diagnosisRoutes(ctx));
    http.routes([
      defineRoute({ ...actuatorContracts.links, handler: () => ({ _links: linksOf(hostContracts) }) }),
      defineRoute({ ...actuatorContracts.info, handler: () => infoOf(ctx) }),
    ]);
  },
});

function setUpLogin(ctx: ModuleContext): void {
  const credentials = credentialsOf(ctx.config);
  if (credentials.wellKnown) {
    ctx.logger.warn('The monitoring endpoints use the well-known default credentials', {
      fix: 'Set management.username and management.password before others can reach the API port.',
    });
  }
  ctx.use(HTTP).useMonitoring(new BasicLogin(credentials, ctx.services.find(CLOCK) ?? systemClock));
}
