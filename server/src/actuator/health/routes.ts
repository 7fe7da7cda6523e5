import { healthContracts } from '@platform/host-api';
import { defineRoute, PlatformError, type Route } from '../../kernel/index.ts';
import { up, type HealthStatus } from './health.ts';
import { DECIDING, readinessParts, readinessState, worst, type HealthParts } from './readiness.ts';

const statusCode = (status: HealthStatus): number => (status === 'UP' || status === 'UNKNOWN' ? 200 : 503);

/** `/actuator/health` and its parts. (spec: Monitoring endpoints) */
export function healthRoutes(parts: HealthParts): Route[] {
  const { probes, readiness } = parts;
  return [
    defineRoute({
      ...healthContracts.health,
      handler: async ({ reply }) => {
        const components = await probes.all();
        // Balancers ask this address too. (design 10.2)
        const own = readiness().draining ? [readinessState(readiness())] : [];
        const status = worst([...DECIDING.map((name) => components[name]), ...own]);
        reply.status(statusCode(status));
        return { status, components, groups: ['liveness', 'readiness'] };
      },
    }),
    defineRoute({
      ...healthContracts.liveness,
      // The loop turns, or nobody would read this.
      handler: () => ({ status: 'UP' as const, components: { livenessState: up() } }),
    }),
    defineRoute({
      ...healthContracts.readiness,
      handler: async ({ reply }) => {
        const components = await readinessParts(parts);
        const status = worst(Object.values(components));
        reply.status(statusCode(status));
        return { status, components };
      },
    }),
    defineRoute({
      ...healthContracts.component,
      handler: async ({ params, reply }) => {
        const health = await probes.one(params.path);
        if (!health) throw unknownComponent(params.path);
        reply.status(statusCode(health.status));
        return health;
      },
    }),
  ];
}

const unknownComponent = (name: string): PlatformError =>
  new PlatformError({
    code: 'HEALTH_COMPONENT_UNKNOWN',
    status: 404,
    message: `There is no health component ${name}.`,
    fix: 'GET /actuator/health lists them.',
  });
