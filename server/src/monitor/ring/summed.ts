import type { Figures, Load } from './ring-row.ts';
import { Slowest, type SlowRequest } from './slowest.ts';
import { entryOf, Traffic } from './traffic.ts';

/** The figures of one process over several steps, added up. */
export class Summed {
  steps = 0;
  readonly all = new Traffic();
  readonly applications = new Map<string, Traffic>();
  readonly #slowest = new Slowest();
  #cpu = 0;
  #load: Omit<Load, 'cpuPercent'> = {
    memoryBytes: 0,
    heapBytes: 0,
    loopDelayMs: 0,
    gcMs: 0,
    poolActive: 0,
    poolPending: 0,
  };

  add({ load, all, applications, slowest }: Figures): void {
    const before = this.#load;
    this.steps += 1;
    this.#cpu += load.cpuPercent;
    this.#load = {
      memoryBytes: Math.max(before.memoryBytes, load.memoryBytes),
      heapBytes: Math.max(before.heapBytes, load.heapBytes),
      loopDelayMs: Math.max(before.loopDelayMs, load.loopDelayMs),
      gcMs: before.gcMs + load.gcMs,
      poolActive: Math.max(before.poolActive, load.poolActive),
      poolPending: Math.max(before.poolPending, load.poolPending),
    };
    this.all.merge(all);
    for (const [code, traffic] of applications)
      entryOf(this.applications, code, () => new Traffic()).merge(traffic);
    for (const request of slowest) this.#slowest.add(request);
  }

  get slowest(): readonly SlowRequest[] {
    return this.#slowest.list();
  }

  /** The mean of the processor time, the sum of collections, the highest of everything else. */
  get load(): Load {
    return { ...this.#load, cpuPercent: this.steps === 0 ? 0 : this.#cpu / this.steps };
  }
}
