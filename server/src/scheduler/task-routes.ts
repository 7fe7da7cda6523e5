import { schedulerContracts } from '@platform/host-api';
import { defineRoute, requestContext, type Clock, type Route } from '../kernel/index.ts';
import { sendExport } from '../system/index.ts';
import type { JobExecutors } from '../plugin-runtime/index.ts';
import type { CenterKind } from './center.ts';
import { nextTimes } from './cron-times.ts';
import type { RunStore } from './run-store.ts';
import { zoneOfHost, type TaskFacts } from './task-facts.ts';
import type { TaskService } from './task-service.ts';
import type { TaskStore } from './task-store.ts';
import type { Task, TaskRun } from './task.ts';

interface TaskRoutes {
  readonly tasks: TaskStore;
  readonly runs: RunStore;
  readonly service: TaskService;
  readonly executors: JobExecutors;
  readonly facts: TaskFacts;
  readonly clock: Clock;
  readonly center: { readonly kind: CenterKind; readonly runsHere: boolean };
}

const columns = [
  { title: 'Name', value: (row: Task) => row.jobName },
  { title: 'Application', value: (row: Task) => row.appCode },
  { title: 'Job', value: (row: Task) => row.executor },
  { title: 'Cron', value: (row: Task) => row.cron },
  { title: 'Time zone', value: (row: Task & { readonly zone: string }) => row.zone },
  { title: 'Enabled', value: (row: Task) => row.status === 1 },
  { title: 'Last run', value: (row: Task) => row.lastRunTime },
  { title: 'Next run', value: (row: Task) => row.nextRunTime },
] as const;

/** `/scheduler`: the scheduler center and the tasks of the tenant. (spec: L5; design 3.8) */
export function taskRoutes({ tasks, runs, service, executors, facts, clock, center }: TaskRoutes): Route[] {
  const rowOf = (task: Task, lastRun?: TaskRun) => ({
    ...task,
    ...facts(task),
    ...(lastRun ? { lastRun } : {}),
  });
  const rowsOf = async (found: readonly Task[]) => {
    const latest = await runs.latest(found.map(({ jobId }) => jobId));
    return found.map((task) => rowOf(task, latest.get(task.jobId)));
  };
  return [
    defineRoute({
      ...schedulerContracts.center,
      handler: () => center,
    }),
    defineRoute({
      ...schedulerContracts.times,
      handler: ({ query: { cron, timeZone, count } }) => ({
        times: nextTimes(cron, timeZone || null, clock.now(), count),
        zone: timeZone || zoneOfHost(),
      }),
    }),
    defineRoute({
      ...schedulerContracts.executor,
      handler: () => {
        const tenantId = requestContext.current()?.tenantId ?? '';
        return executors.list().filter(({ name }) => executors.find(name, tenantId));
      },
    }),
    defineRoute({
      ...schedulerContracts.list,
      handler: async (ctx) => {
        const { total, rows } = await tasks.list(ctx.query, ctx.page);
        return { total, rows: await rowsOf(rows) };
      },
    }),
    defineRoute({
      ...schedulerContracts.export,
      audit: 'Export tasks',
      handler: (ctx) =>
        sendExport(ctx, { file: 'tasks', columns, batches: tasks.export(ctx.query, ctx.page, rowsOf) }),
    }),
    defineRoute({
      ...schedulerContracts.get,
      handler: async (ctx) => {
        const task = await tasks.get(ctx.params.jobId);
        return rowOf(task, (await runs.latest([task.jobId])).get(task.jobId));
      },
    }),
    defineRoute({
      ...schedulerContracts.add,
      audit: 'Add a task',
      handler: async (ctx) => ({ jobId: await service.add(ctx.body) }),
    }),
    defineRoute({
      ...schedulerContracts.edit,
      audit: 'Change a task',
      handler: ({ body: { jobId, updateTime, ...input } }) =>
        service.edit(jobId, input, { seen: updateTime, viewOf: rowOf }),
    }),
    defineRoute({
      ...schedulerContracts.status,
      audit: 'Enable or disable a task',
      handler: ({ params, body }) => service.setStatus(params.jobId, body.status),
    }),
    defineRoute({
      ...schedulerContracts.remove,
      audit: 'Remove a task',
      handler: (ctx) => service.remove(ctx.params.jobId),
    }),
    defineRoute({
      ...schedulerContracts.run,
      audit: 'Run a task',
      handler: async (ctx) => ({ logId: await service.run(ctx.params.jobId, ctx.body ?? {}) }),
    }),
  ];
}
