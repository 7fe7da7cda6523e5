import type { ApplicationHealth, LeftOpen } from '../contract/application-health.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';

/** Health data that the loaded version does not hold itself. */
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
