import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Undo } from '../../kernel/index.ts';

/** Resolution of the delay in milliseconds; finer ones cost more. */
const RESOLUTION_MS = 20;

const milliseconds = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) ? Math.round(nanoseconds / 10_000) / 100 : 0;

/** What keeps the process busy: the event loop and what it waits for. */
export class ThreadDump {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #since = performance.eventLoopUtilization();

  start(): Undo {
    this.#delay.enable();
    return () => void this.#delay.disable();
  }

  /** Since the former look. */
  take() {
    const utilization = performance.eventLoopUtilization(this.#since);
    this.#since = performance.eventLoopUtilization();
    const activeResources: Record<string, number> = {};
    for (const name of process.getActiveResourcesInfo())
      activeResources[name] = (activeResources[name] ?? 0) + 1;
    const { mean, max } = this.#delay;
    const delayMs = {
      mean: milliseconds(mean),
      p99: milliseconds(this.#delay.percentile(99)),
      max: milliseconds(max),
    };
    this.#delay.reset();
    return {
      threads: [mainThread(activeResources)],
      eventLoop: { utilization: Math.round(utilization.utilization * 1000) / 1000, delayMs },
      activeResources,
    };
  }
}

/** The one thread of the platform, with what it waits for in place of a stack. */
const mainThread = (activeResources: Readonly<Record<string, number>>) => ({
  threadName: 'main',
  threadId: 1,
  threadState: 'RUNNABLE',
  daemon: false,
  blockedCount: 0,
  blockedTime: -1,
  waitedCount: 0,
  waitedTime: -1,
  inNative: false,
  suspended: false,
  stackTrace: Object.entries(activeResources).map(([name, count]) => ({
    className: name,
    methodName: `open ${count}`,
    fileName: null,
    lineNumber: -1,
    nativeMethod: false,
  })),
  lockedMonitors: [],
  lockedSynchronizers: [],
});
