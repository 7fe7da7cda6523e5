import { codeOf, reasonOf } from '../../kernel/index.ts';
import { withinLimit } from '../within-limit.ts';

export type HealthStatus = 'UP' | 'DOWN' | 'OUT_OF_SERVICE' | 'UNKNOWN';

/** State of one part. */
export interface Health {
  readonly status: HealthStatus;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Looks at one part; a thrown error means that it is down. */
export type Probe = () => Health | Promise<Health>;

/** Time limit of a probe in milliseconds. (design 11.2) */
const LIMIT_MS = 2_000;

/**
 * Probes with a time limit. A part that hangs is down and holds up no answer; while one look at it
 * hangs there is no second one.
 */
export class Probes {
  readonly #probes: ReadonlyMap<string, Probe>;
  readonly #limitMs: number;
  readonly #running = new Map<Probe, Promise<Health>>();

  /** @param probes by component; two names of one part share its probe */
  constructor(probes: ReadonlyMap<string, Probe>, limitMs = LIMIT_MS) {
    this.#probes = probes;
    this.#limitMs = limitMs;
  }

  /** @returns undefined for an unknown component */
  one(component: string): Promise<Health> | undefined {
    const probe = this.#probes.get(component);
    return (
      probe && withinLimit(this.#look(probe), this.#limitMs).catch((error: unknown) => down(reasonOf(error)))
    );
  }

  /** Looks at all components, or at some, at the same time. */
  async all(components: Iterable<string> = this.#probes.keys()): Promise<Record<string, Health>> {
    const found = [...components].map(async (name) => [name, await this.one(name)] as const);
    return Object.fromEntries(
      (await Promise.all(found)).flatMap(([name, health]) => (health ? [[name, health]] : [])),
    );
  }

  #look(probe: Probe): Promise<Health> {
    const running = this.#running.get(probe);
    if (running) return running;
    const look = (async () => probe())()
      .catch((error: unknown) => down([codeOf(error), reasonOf(error)].filter(Boolean).join(': ')))
      .finally(() => this.#running.delete(probe));
    this.#running.set(probe, look);
    return look;
  }
}

export const up = (details?: Health['details']): Health => ({
  status: 'UP',
  ...(details ? { details } : {}),
});

const down = (error: string): Health => ({ status: 'DOWN', details: { error } });
