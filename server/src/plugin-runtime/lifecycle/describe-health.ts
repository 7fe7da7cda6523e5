import type { ApplicationHealth, LeftOpen } from '../health.ts';
import type { LoadedApplication } from './loaded-application.ts';

/** What the runtime knows about an application besides its loaded version. */
export interface HealthSources {
  leftOpen(appCode: string): LeftOpen | undefined;
  cacheUsage(appCode: string): ApplicationHealth['cache'];
}

export function describeHealth(application: LoadedApplication, sources: HealthSources): ApplicationHealth {
  const { appCode } = application;
  const { faults, holds, timers, isolation } = application.parts;
  return {
    faults: faults.counts,
    recent: [...faults.recent],
    holds: holds.summary,
    open: { timers: timers.openCount, handles: isolation.open.names },
    cache: sources.cacheUsage(appCode),
    leftOpen: sources.leftOpen(appCode),
  };
}
