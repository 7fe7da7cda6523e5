import { healthContracts } from '@platform/host-api';
import { defineRoute, PlatformError, type Route } from '../../kernel/index.ts';
import { up, type Health, type HealthStatus, type Probes } from './health.ts';

/** Whether this host takes requests. */
export interface Readiness {
  /** Set once both ports answer and the applications are loaded. */
  readonly ready: boolean;
  /** Set as soon as the host begins to stop. */
  readonly draining: boolean;
}

interface HealthParts {
  readonly probes: Probes;
  readonly readiness: Readiness;
}

/** Only these parts decide about the whole: the host answers without any other. (design 16-12) */
const DECIDING = ['db'];

const statusCode = (status: HealthStatus): number => (status === 'UP' || status === 'UNKNOWN' ? 200 : 503);

/** `/actuator/health` and its parts. (spec: Monitoring endpoints) */
export function healthRoutes({ probes, readiness }: HealthParts): Route[] {
  const readinessState = (): Health => ({
    status: readiness.ready && !readiness.draining ? 'UP' : 'OUT_OF_SERVICE',
    details: { ready: readiness.ready, draining: readiness.draining },
  });
  return [
    defineRoute({
      ...healthContracts.health,
      handler: async ({ reply }) => {
        const components = await probes.all();
        const status = worst(DECIDING.map((name) => components[name]));
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
        const components = { ...(await probes.all(DECIDING)), readinessState: readinessState() };
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

function worst(all: ReadonlyArray<Health | undefined>): HealthStatus {
  const found = new Set(all.map((health) => health?.status));
  return (['DOWN', 'OUT_OF_SERVICE'] as const).find((status) => found.has(status)) ?? 'UP';
}

const unknownComponent = (name: string): PlatformError =>
  new PlatformError({
    code: 'HEALTH_COMPONENT_UNKNOWN',
    status: 404,
    message: `There is no health component ${name}.`,
    fix: 'GET /actuator/health lists them.',
  });
