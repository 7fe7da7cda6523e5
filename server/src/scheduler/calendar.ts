import { setImmediate as pause } from 'node:timers/promises';
import type { PlannedTask } from '@platform/host-api';
import { timesBetween } from './cron-times.ts';
import type { Task } from './task.ts';

/** Most times of a task on a day that a calendar shows each of. */
const MOST_A_DAY = 12;
const DAY_MS = 86_400_000;

type PlannedFacts = Pick<PlannedTask, 'zone' | 'ready'>;

/**
 * The times of tasks in a span.
 *
 * @param factsOf what a calendar says of a task beyond its times
 */
export async function calendarOf(
  tasks: readonly Task[],
  from: number,
  to: number,
  factsOf: (task: Task) => PlannedFacts,
): Promise<PlannedTask[]> {
  const most = Math.ceil((to - from) / DAY_MS) * MOST_A_DAY;
  const planned: PlannedTask[] = [];
  for (const task of tasks) {
    const { jobId, jobName, appCode, cron, timeZone } = task;
    const times = timesBetween(cron, timeZone, from, to, most + 1);
    const often = times.length > most;
    planned.push({ jobId, jobName, appCode, cron, ...factsOf(task), times: often ? [] : times, often });
    // Hundreds of tasks must not hold up other requests.
    await pause();
  }
  return planned.filter(({ times, often }) => often || times.length > 0);
}
