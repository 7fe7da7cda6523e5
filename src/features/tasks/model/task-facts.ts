import type { Task } from '@/shared/tasks';

/** Milliseconds that a task's steps took together; undefined before the first has ended. */
export function totalDuration(task: Pick<Task, 'steps'>): number | undefined {
  const durations = task.steps.flatMap(({ durationMs }) =>
    typeof durationMs === 'number' ? [durationMs] : [],
  );
  return durations.length > 0 ? durations.reduce((sum, duration) => sum + duration, 0) : undefined;
}

/** The task id of an address; undefined if invalid. */
export function taskIdOf(value: unknown): number | undefined {
  const id = typeof value === 'string' ? Number(value) : NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
