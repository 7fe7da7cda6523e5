import type { StateName } from '@/shared/ui/state.ts';
import type { JobRun, RunStatus } from '../api/job-task.ts';

const stateNames: Readonly<Record<RunStatus, StateName>> = {
  running: 'running',
  stopping: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  stopped: 'disabled',
  skipped: 'none',
};

/** The look of a run's state; its word is `scheduler.run.<status>`. */
export const stateOf = (status: RunStatus): StateName => stateNames[status] ?? 'none';

export const isGoing = ({ status }: Pick<JobRun, 'status'>): boolean =>
  status === 'running' || status === 'stopping';

/** How long a run took, or takes so far; in milliseconds. */
export function durationOf(
  run: Pick<JobRun, 'startTime' | 'endTime' | 'status'>,
  now: number,
): number | undefined {
  if (run.status === 'skipped') return undefined;
  const end = run.endTime === null ? now : Date.parse(run.endTime);
  return Math.max(0, end - Date.parse(run.startTime));
}
