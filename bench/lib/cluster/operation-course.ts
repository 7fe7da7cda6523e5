import type { Timers } from '../../../server/src/kernel/index.ts';
import type { BackendStep } from './simulated-backends.ts';
import type { SimulatedHost } from './simulated-host.ts';

interface CourseParts {
  readonly jar: string;
  /** Whether all hosts prepare. */
  readonly isPrepared: boolean;
  readonly live: () => readonly SimulatedHost[];
  readonly timers: Pick<Timers, 'elapsed'>;
}

/** The steps of all hosts in an operation, and whether they wait for each other. (design 10.7-7) */
export class OperationCourse {
  /** From the commit until each other host served. */
  readonly followedMs: number[] = [];
  /** Steps that came too early. */
  readonly faults = new Set<string>();
  readonly jar: string;
  readonly #parts: CourseParts;
  readonly #constructed = new Set<SimulatedHost>();
  readonly #ready = new Set<SimulatedHost>();
  #committedAt: number | undefined;

  constructor(parts: CourseParts) {
    this.jar = parts.jar;
    this.#parts = parts;
  }

  reached(step: BackendStep, host: SimulatedHost): void {
    if (step === 'constructed') this.#constructed.add(host);
    else if (step === 'completes') this.#assertAll(this.#constructed, 'init() before all had prepared');
    else if (step === 'ready') this.#ready.add(host);
    else if (!host.isLeading) this.#follow();
  }

  committed(): void {
    this.#assertAll(this.#ready, 'the commit before all were ready');
    this.#committedAt = this.#parts.timers.elapsed();
  }

  #follow(): void {
    if (this.#committedAt === undefined) this.faults.add('a switch before the commit');
    else this.followedMs.push(this.#parts.timers.elapsed() - this.#committedAt);
  }

  #assertAll(done: ReadonlySet<SimulatedHost>, fault: string): void {
    const { isPrepared, live } = this.#parts;
    if (isPrepared && live().some((host) => !done.has(host))) this.faults.add(fault);
  }
}
