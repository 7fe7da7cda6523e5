import type { BackendReport } from '@platform/host-api';

type Schedule = Pick<BackendReport['schedules'][number], 'nextRunAt' | 'lastRunAt' | 'intervalMs'>;

/** When a scheduled method runs next; an interval counts from its last run or the load. */
export function nextRunOf(schedule: Schedule, loadedAt: string | undefined): string | undefined {
  const { nextRunAt, lastRunAt = loadedAt, intervalMs } = schedule;
  if (nextRunAt !== undefined || lastRunAt === undefined || intervalMs === undefined) return nextRunAt;
  return new Date(Date.parse(lastRunAt) + intervalMs).toISOString();
}
