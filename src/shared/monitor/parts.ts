import type { PlatformHealth } from '@platform/host-api';

/** One part of the platform in a line. */
export interface PartLine {
  readonly name: string;
  readonly state: 'up' | 'down' | 'unknown';
  /** Product name, such as `PostgreSQL`. */
  readonly kind?: string;
  readonly roundTripMs?: number;
  /** Why it is down. */
  readonly error?: string;
  readonly free?: number;
  readonly total?: number;
}

/** Names of the actuator's tools beside our own, and what says nothing here. */
const REPEATED = new Set(['diskSpace', 'redis', 'rabbit', 'ping', 'nodes', 'applications']);

/** The parts that an operator looks after, those that are down first. */
export function partLines({ components }: PlatformHealth): PartLine[] {
  const order = ['down', 'up', 'unknown'];
  return Object.entries(components)
    .filter(([name]) => !REPEATED.has(name))
    .map(([name, { status, details = {} }]) => ({
      name,
      state:
        status === 'UP' ? ('up' as const) : status === 'UNKNOWN' ? ('unknown' as const) : ('down' as const),
      ...text('kind', details['database'] ?? details['kind'] ?? details['type'] ?? details['storage']),
      ...text('error', details['error']),
      ...number('roundTripMs', details['roundTripMs']),
      ...number('free', details['free']),
      ...number('total', details['total']),
    }))
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

const text = <K extends string>(key: K, value: unknown) =>
  (typeof value === 'string' ? { [key]: value } : {}) as { [name in K]?: string };
const number = <K extends string>(key: K, value: unknown) =>
  (typeof value === 'number' ? { [key]: value } : {}) as { [name in K]?: number };
