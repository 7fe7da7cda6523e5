import { serviceToken } from '../../kernel/index.ts';
import { up, type Health, type HealthStatus, type Probes } from './health.ts';

/** Whether this host takes requests. */
export interface Readiness {
  /** Set once both ports answer and the applications are loaded. */
  readonly ready: boolean;
  /** Set as soon as the host begins to stop, and while an operator has taken it out. */
  readonly draining: boolean;
  /** Whether the other hosts count on this one. (design 10.7-6) */
  readonly lease: boolean;
}

/** Set while the host serves on before it stops, so that a balancer learns of it. (design 10.2) */
export const STOPPING = serviceToken<{ stopping: boolean }>('stopping');

export interface HealthParts {
  readonly probes: Probes;
  readonly readiness: () => Readiness;
}

/** Only these parts decide about the whole: the host answers without any other. (design 16-12) */
export const DECIDING = ['db'];

/** The parts that decide whether this host should receive requests. */
export async function readinessParts({ probes, readiness }: HealthParts): Promise<Record<string, Health>> {
  return { ...(await probes.all(DECIDING)), readinessState: readinessState(readiness()) };
}

/** Whether the host itself takes requests. */
export const readinessState = ({ ready, draining, lease }: Readiness): Health => ({
  ...up({ ready, draining, lease }),
  status: ready && !draining && lease ? 'UP' : 'OUT_OF_SERVICE',
});

export function worst(all: ReadonlyArray<Health | undefined>): HealthStatus {
  const found = new Set(all.map((health) => health?.status));
  return (['DOWN', 'OUT_OF_SERVICE'] as const).find((status) => found.has(status)) ?? 'UP';
}

export const isReady = async (parts: HealthParts): Promise<boolean> =>
  worst(Object.values(await readinessParts(parts))) === 'UP';
