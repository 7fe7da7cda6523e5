import type { TimelineStep } from '../ui/timeline.ts';
import type { Task } from './task.ts';

/** A task's steps for the timeline. Steps after a failure are shown as skipped. */
export function timelineSteps(
  task: Pick<Task, 'steps' | 'status'>,
  label: (name: string) => string,
): TimelineStep[] {
  return task.steps.map(({ name, status, durationMs }) => ({
    name,
    label: label(name),
    status: status === 'pending' && task.status === 'failed' ? 'skipped' : status,
    ...(typeof durationMs === 'number' ? { durationMs } : {}),
  }));
}
