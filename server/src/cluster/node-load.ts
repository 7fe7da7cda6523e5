import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Resource usage of a process since the last reading. */
export interface NodeLoad {
  readonly memory_bytes: number;
  readonly heap_bytes: number;
  readonly loop_delay_us: number;
  readonly cpu_percent: number;
}

/** Each look wakes an idle process: one in 20 ms took half a percent of a core. */
const RESOLUTION_MS = 100;

/** Measures this process from heartbeat to heartbeat. */
export class LoadMeter {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #cpu = process.cpuUsage();
  #at = performance.now();

  constructor() {
    this.#delay.enable();
  }

  read(): NodeLoad {
    const { user, system } = process.cpuUsage(this.#cpu);
    const now = performance.now();
    const elapsedUs = Math.max(1, (now - this.#at) * 1_000);
    const p99 = this.#delay.count > 0 ? this.#delay.percentile(99) / 1_000 : 0;
    this.#delay.reset();
    this.#cpu = process.cpuUsage();
    this.#at = now;
    const { rss, heapUsed } = process.memoryUsage();
    return {
      memory_bytes: rss,
      heap_bytes: heapUsed,
      // The timer of the measurement itself is due after its resolution.
      loop_delay_us: Math.max(0, Math.round(p99 - RESOLUTION_MS * 1_000)),
      cpu_percent: Math.round(((user + system) / elapsedUs) * 100),
    };
  }

  close(): void {
    this.#delay.disable();
  }
}
