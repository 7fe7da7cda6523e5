import { performance } from 'node:perf_hooks';
import type { LoopLoad } from '../supervisor/index.ts';

/** Measures how busy the event loop of this process is, and how long its turns take. */
export class LoopMeter {
  #at = performance.now();
  #use = performance.eventLoopUtilization();
  #turns = turnsSoFar();

  /** @returns the loop since the last call */
  take(): LoopLoad {
    const at = performance.now();
    const use = performance.eventLoopUtilization();
    const turns = turnsSoFar();
    const sinceMs = at - this.#at;
    const load = {
      sinceMs,
      busyShare: performance.eventLoopUtilization(use, this.#use).utilization,
      // Timers that are always due run within one turn, and others never.
      turnMs: sinceMs / Math.max(1, turns - this.#turns),
    };
    this.#at = at;
    this.#use = use;
    this.#turns = turns;
    return load;
  }
}

const turnsSoFar = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;
