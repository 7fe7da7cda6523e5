import { performance } from 'node:perf_hooks';
import type { LoopDelay } from '../metrics/metrics.ts';

/** Work of the process: the event loop and its open handles. */
export class ThreadDump {
  #since = performance.eventLoopUtilization();

  /** Since the former look. */
  take(delayMs: LoopDelay) {
    const utilization = performance.eventLoopUtilization(this.#since);
    this.#since = performance.eventLoopUtilization();
    const activeResources: Record<string, number> = {};
    for (const name of process.getActiveResourcesInfo())
      activeResources[name] = (activeResources[name] ?? 0) + 1;
    return {
      threads: [mainThread(activeResources)],
      eventLoop: { utilization: Math.round(utilization.utilization * 1000) / 1000, delayMs },
      activeResources,
    };
  }
}

/** A dump for people, as tools download it. */
export function dumpText({ eventLoop, activeResources }: ReturnType<ThreadDump['take']>): string {
  const { mean, p99, max } = eventLoop.delayMs;
  return [
    `"main" RUNNABLE, event loop busy ${Math.round(eventLoop.utilization * 1000) / 10} %`,
    `  delay of the event loop: mean ${mean} ms, p99 ${p99} ms, longest ${max} ms`,
    ...Object.entries(activeResources).map(([name, count]) => `  waits for ${name}: ${count}`),
    '',
  ].join('\n');
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
