import type { JobExecutors } from '../plugin-runtime/index.ts';
import type { Task } from './task.ts';

/** Facts of a task that its record does not have: its time zone, and whether its job can run. */
export type TaskFacts = (task: Task) => { readonly zone: string; readonly ready: boolean };

export const taskFacts =
  (executors: Pick<JobExecutors, 'find'>): TaskFacts =>
  ({ timeZone, executor, tenantId }) => ({
    zone: timeZone ?? zoneOfHost(),
    ready: executors.find(executor, tenantId) !== undefined,
  });

/** Time zone of cron expressions without one. */
export const zoneOfHost = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
