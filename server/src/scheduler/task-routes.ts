import { defineRoute, pageOf, requestContext, Type, type Clock, type Route } from '../kernel/index.ts';
import type { JobExecutors } from '../plugin-runtime/index.ts';
import type { CenterKind } from './center.ts';
import { nextTimes } from './cron-times.ts';
import type { RunStore } from './run-store.ts';
import { Enabled, Id, Misfire, nullableText, Overlap } from './schemas.ts';
import type { TaskService } from './task-service.ts';
import type { TaskStore } from './task-store.ts';
import type { Task, TaskRun } from './task.ts';

interface TaskRoutes {
  readonly tasks: TaskStore;
  readonly runs: RunStore;
  readonly service: TaskService;
  readonly executors: JobExecutors;
  readonly clock: Clock;
  readonly center: { readonly kind: CenterKind; readonly runsHere: boolean };
}

const oneTask = Type.Object({ jobId: Id });

const TaskBody = {
  jobName: Type.String({ minLength: 1, maxLength: 128, pattern: String.raw`\S` }),
  executor: Type.String({ minLength: 1, maxLength: 128 }),
  cron: Type.String({ minLength: 1, maxLength: 128 }),
  timeZone: Type.Optional(nullableText),
  params: Type.Optional(Type.Unknown()),
  misfirePolicy: Type.Optional(Misfire),
  concurrency: Type.Optional(Overlap),
  maxAttempts: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  timeoutMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
  status: Type.Optional(Enabled),
};

const TaskRow = Type.Object({
  jobId: Id,
  jobName: Type.String(),
  appCode: Type.String(),
  executor: Type.String(),
  /** False: the application is not loaded, or disabled for the tenant, and the task waits. */
  ready: Type.Boolean(),
  cron: Type.String(),
  timeZone: nullableText,
  /** The zone that its times are of: its own, else the host's. */
  zone: Type.String(),
  params: Type.Optional(Type.Unknown()),
  misfirePolicy: Misfire,
  concurrency: Overlap,
  maxAttempts: Type.Integer(),
  timeoutMs: Type.Integer(),
  status: Enabled,
  lastRunTime: nullableText,
  nextRunTime: nullableText,
  /** The newest attempt, or time that was left out. */
  lastRun: Type.Optional(
    Type.Object({
      logId: Id,
      attempt: Type.Integer(),
      status: Type.String(),
      message: nullableText,
      startTime: Type.String(),
      endTime: nullableText,
    }),
  ),
});

const ExecutorRow = Type.Object({ name: Type.String(), appCode: Type.String(), className: Type.String() });

/** What a cron expression without a zone goes by. */
const zoneOfHost = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `/scheduler`: the scheduler center and the tasks of the tenant. (spec: L5; design 3.8) */
export function taskRoutes({ tasks, runs, service, executors, clock, center }: TaskRoutes): Route[] {
  const rowOf = (task: Task, lastRun?: TaskRun) => ({
    ...task,
    zone: task.timeZone ?? zoneOfHost(),
    ready: executors.find(task.executor, task.tenantId) !== undefined,
    ...(lastRun ? { lastRun } : {}),
  });
  const rowsOf = async (found: readonly Task[]) => {
    const latest = await runs.latest(found.map(({ jobId }) => jobId));
    return found.map((task) => rowOf(task, latest.get(task.jobId)));
  };
  return [
    defineRoute({
      method: 'GET',
      url: '/scheduler/center',
      auth: 'scheduler:task:list',
      summary: 'Where due tasks wait, and whether this node runs any',
      schema: {
        response: Type.Object({
          kind: Type.Unsafe<CenterKind>({ type: 'string', enum: ['embedded', 'redis', 'disabled'] }),
          runsHere: Type.Boolean(),
        }),
      },
      handler: () => center,
    }),
    defineRoute({
      method: 'GET',
      url: '/scheduler/times',
      auth: 'scheduler:task:list',
      summary: 'The next times of a cron expression',
      schema: {
        query: Type.Object({
          cron: Type.String({ minLength: 1, maxLength: 128 }),
          timeZone: Type.Optional(Type.String({ maxLength: 64 })),
          count: Type.Integer({ minimum: 1, maximum: 20, default: 5 }),
        }),
        response: Type.Object({ times: Type.Array(Type.String()), zone: Type.String() }),
      },
      handler: ({ query: { cron, timeZone, count } }) => ({
        times: nextTimes(cron, timeZone || null, clock.now(), count),
        zone: timeZone || zoneOfHost(),
      }),
    }),
    defineRoute({
      method: 'GET',
      url: '/scheduler/executor',
      auth: 'scheduler:task:list',
      summary: 'Jobs that the loaded applications offer',
      schema: { response: Type.Array(ExecutorRow) },
      handler: () => {
        const tenantId = requestContext.current()?.tenantId ?? '';
        return executors.list().filter(({ name }) => executors.find(name, tenantId));
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/scheduler/task/list',
      auth: 'scheduler:task:list',
      summary: 'Tasks of the tenant',
      schema: {
        query: Type.Object({
          jobName: Type.Optional(Type.String()),
          executor: Type.Optional(Type.String()),
          appCode: Type.Optional(Type.String()),
          status: Type.Optional(Enabled),
        }),
        response: pageOf(TaskRow),
      },
      handler: async (ctx) => {
        const { total, rows } = await tasks.list(ctx.query, ctx.page);
        return { total, rows: await rowsOf(rows) };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/scheduler/task/:jobId',
      auth: 'scheduler:task:query',
      summary: 'A task',
      schema: { params: oneTask, response: TaskRow },
      handler: async (ctx) => (await rowsOf([await tasks.get(ctx.params.jobId)]))[0],
    }),
    defineRoute({
      method: 'POST',
      url: '/scheduler/task',
      auth: 'scheduler:task:add',
      summary: 'Add a task',
      schema: { body: Type.Object(TaskBody), response: oneTask },
      audit: 'Add a task',
      handler: async (ctx) => ({ jobId: await service.add(ctx.body) }),
    }),
    defineRoute({
      method: 'PUT',
      url: '/scheduler/task',
      auth: 'scheduler:task:edit',
      summary: 'Replace a task; fields left out get their defaults',
      schema: { body: Type.Object({ jobId: Id, ...TaskBody }) },
      audit: 'Change a task',
      handler: ({ body: { jobId, ...input } }) => service.edit(jobId, input),
    }),
    defineRoute({
      method: 'PUT',
      url: '/scheduler/task/:jobId/status',
      auth: 'scheduler:task:edit',
      summary: 'Enable or disable a task',
      schema: { params: oneTask, body: Type.Object({ status: Enabled }) },
      audit: 'Enable or disable a task',
      handler: ({ params, body }) => service.setStatus(params.jobId, body.status),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/scheduler/task/:jobId',
      auth: 'scheduler:task:remove',
      summary: 'Remove a task and its history',
      schema: { params: oneTask },
      audit: 'Remove a task',
      handler: (ctx) => service.remove(ctx.params.jobId),
    }),
    defineRoute({
      method: 'POST',
      url: '/scheduler/task/:jobId/run',
      auth: 'scheduler:task:run',
      summary: 'Run a task at once',
      schema: { params: oneTask, response: Type.Object({ logId: Id }) },
      audit: 'Run a task',
      handler: async (ctx) => ({ logId: await service.run(ctx.params.jobId) }),
    }),
  ];
}
