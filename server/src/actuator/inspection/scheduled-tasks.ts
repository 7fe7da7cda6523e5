import type { Database } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import type { ApplicationDescription } from '../../plugin-runtime/index.ts';

const at = (time: string | null | undefined) => (time ? { time } : undefined);

/** Time of the next run of an interval. */
const after = (time: string | undefined, intervalMs: number | undefined): string | undefined =>
  time === undefined || intervalMs === undefined
    ? undefined
    : new Date(Date.parse(time) + intervalMs).toISOString();

const execution = (next: string | null | undefined, last: string | null | undefined) => {
  const [nextExecution, lastExecution] = [at(next), at(last)];
  return { ...(nextExecution ? { nextExecution } : {}), ...(lastExecution ? { lastExecution } : {}) };
};

/** Schedules of applications on this host, and the enabled tasks of the scheduler center. */
export async function scheduledTasks(applications: readonly ApplicationDescription[], database: Database) {
  const schedules = applications.flatMap(({ schedules: its, loadedAt }) =>
    its.map((each) => ({ ...each, loadedAt })),
  );
  const own = schedules.map(({ name, when, intervalMs, nextRunAt, lastRunAt, loadedAt }) => ({
    runnable: { target: name },
    ...execution(nextRunAt ?? after(lastRunAt ?? loadedAt, intervalMs), lastRunAt),
    expression: when,
    interval: intervalMs,
  }));
  const tasks = await requestContext.runIgnoringTenant(() =>
    database.query
      .selectFrom('sys_job')
      .select(['job_name', 'app_code', 'executor', 'cron', 'time_zone', 'next_run_time', 'last_run_time'])
      .where('status', '=', 1)
      .orderBy('job_id')
      .execute(),
  );
  const ofCenter = tasks.map((task) => ({
    runnable: { target: `${task.app_code}:${task.executor} (${task.job_name})` },
    ...execution(task.next_run_time, task.last_run_time),
    expression: task.time_zone === null ? task.cron : `${task.cron} (${task.time_zone})`,
  }));
  return {
    cron: [...own.filter(({ interval }) => interval === undefined), ...ofCenter],
    fixedDelay: [],
    fixedRate: own.flatMap(({ interval, ...task }) =>
      interval === undefined ? [] : [{ ...task, initialDelay: interval, interval }],
    ),
    custom: [],
  };
}
