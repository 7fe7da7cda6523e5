import { defineRoute, pageOf, requestContext, Type, type Route } from '../kernel/index.ts';
import type { JobExecutors } from '../plugin-runtime/index.ts';
import type { RunStore } from './run-store.ts';
import type { TaskService } from './task-service.ts';
import type { TaskStore } from './task-store.ts';
import type { Concurrency, MisfirePolicy, Task } from './task.ts';

interface SchedulerRoutes {
  readonly tasks: TaskStore;
  readonly runs: RunStore;
  readonly service: TaskService;
  readonly executors: JobExecutors;
}

const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const Misfire = Type.Unsafe<MisfirePolicy>({ type: 'string', enum: ['skip', 'run-once'] });
const Overlap = Type.Unsafe<Concurrency>({ type: 'string', enum: ['serial', 'parallel', 'discard'] });
const Enabled = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] });
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
  params: Type.Optional(Type.Unknown()),
  misfirePolicy: Misfire,
  concurrency: Overlap,
  maxAttempts: Type.Integer(),
  timeoutMs: Type.Integer(),
  status: Enabled,
  lastRunTime: nullableText,
  nextRunTime: nullableText,
});

const RunRow = Type.Object({
  logId: Id,
  jobId: Id,
  attempt: Type.Integer(),
  status: Type.String(),
  message: nullableText,
  logText: nullableText,
  node: Type.String(),
  startTime: Type.String(),
  endTime: nullableText,
});

const ExecutorRow = Type.Object({ name: Type.String(), appCode: Type.String(), className: Type.String() });

/** `/scheduler`: the scheduler center of the tenant. (spec: L5; design 3.8) */
export function schedulerRoutes({ tasks, runs, service, executors }: SchedulerRoutes): Route[] {
  const rowOf = (task: Task) => ({
    ...task,
    ready: executors.find(task.executor, task.tenantId) !== undefined,
  });
  return [
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
        query: Type.Object({ jobName: Type.Optional(Type.String()), executor: Type.Optional(Type.String()) }),
        response: pageOf(TaskRow),
      },
      handler: async (ctx) => {
        const { total, rows } = await tasks.list(ctx.query, ctx.page);
        return { total, rows: rows.map(rowOf) };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/scheduler/task/:jobId',
      auth: 'scheduler:task:query',
      summary: 'A task',
      schema: { params: oneTask, response: TaskRow },
      handler: async (ctx) => rowOf(await tasks.get(ctx.params.jobId)),
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
    defineRoute({
      method: 'GET',
      url: '/scheduler/log/list',
      auth: 'scheduler:task:query',
      summary: 'History of tasks, one row for each attempt, with the lines that it logged',
      schema: {
        query: Type.Object({ jobId: Type.Optional(Id), status: Type.Optional(Type.String()) }),
        response: pageOf(RunRow),
      },
      handler: (ctx) => runs.list(ctx.query, ctx.page),
    }),
  ];
}
