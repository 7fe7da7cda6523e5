import { Type } from 'typebox';
import {
  contract,
  Id,
  listContracts,
  nullable,
  Nothing,
  nullableText,
  oneOf,
  SeenTime,
  Status,
  Time,
  type DataOf,
} from '../contract/index.ts';
import { JobRunSchema } from './runs.ts';

/** For a time that was missed by more than a minute. */
export const MisfirePolicySchema = oneOf('skip', 'run-once');

/** For a time that comes while an earlier run is in progress. */
export const ConcurrencySchema = oneOf('serial', 'parallel', 'discard');

const oneTask = Type.Object({ jobId: Id });

const fields = {
  jobName: Type.String({ minLength: 1, maxLength: 128, pattern: String.raw`\S` }),
  executor: Type.String({ minLength: 1, maxLength: 128 }),
  cron: Type.String({ minLength: 1, maxLength: 128 }),
  timeZone: Type.Optional(nullableText()),
  params: Type.Optional(Type.Unknown()),
  misfirePolicy: Type.Optional(MisfirePolicySchema),
  concurrency: Type.Optional(ConcurrencySchema),
  maxAttempts: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  timeoutMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
  status: Type.Optional(Status),
};

export const JobTaskInputSchema = Type.Object(fields);

export const JobTaskSchema = Type.Object({
  jobId: Id,
  jobName: Type.String(),
  appCode: Type.String(),
  executor: Type.String(),
  /** False while the application is not loaded, or disabled for the tenant; the task waits. */
  ready: Type.Boolean(),
  cron: Type.String(),
  timeZone: nullableText(),
  /** Time zone of its times: its own, else the host's. */
  zone: Type.String(),
  params: Type.Optional(Type.Unknown()),
  misfirePolicy: MisfirePolicySchema,
  concurrency: ConcurrencySchema,
  maxAttempts: Type.Integer(),
  timeoutMs: Type.Integer(),
  status: Status,
  lastRunTime: nullableText(),
  nextRunTime: nullableText(),
  /** Its latest change by a person. */
  updateTime: Time,
  /** The latest attempt, or skipped time. */
  lastRun: Type.Optional(JobRunSchema),
});

export const JobExecutorSchema = Type.Object({
  name: Type.String(),
  appCode: Type.String(),
  className: Type.String(),
});

/** Where due tasks wait, and whether the answering node runs any. */
export const SchedulerCenterSchema = Type.Object({
  kind: oneOf('embedded', 'redis', 'disabled'),
  runsHere: Type.Boolean(),
});

export const schedulerContracts = {
  center: contract({
    method: 'GET',
    url: '/scheduler/center',
    auth: 'scheduler:task:list',
    summary: 'Where due tasks wait, and whether this node runs any',
    schema: {
      response: SchedulerCenterSchema,
    },
  }),
  times: contract({
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
  }),
  executor: contract({
    method: 'GET',
    url: '/scheduler/executor',
    auth: 'scheduler:task:list',
    summary: 'Jobs that the loaded applications offer',
    schema: { response: Type.Array(JobExecutorSchema) },
  }),
  ...listContracts({
    url: '/scheduler/task',
    auth: 'scheduler:task:list',
    summary: 'Tasks of the tenant',
    filter: Type.Object({
      jobName: Type.Optional(Type.String()),
      executor: Type.Optional(Type.String()),
      appCode: Type.Optional(Type.String()),
      status: Type.Optional(Status),
    }),
    row: JobTaskSchema,
  }),
  get: contract({
    method: 'GET',
    url: '/scheduler/task/:jobId',
    auth: 'scheduler:task:query',
    summary: 'A task',
    schema: { params: oneTask, response: JobTaskSchema },
  }),
  add: contract({
    method: 'POST',
    url: '/scheduler/task',
    auth: 'scheduler:task:add',
    summary: 'Add a task',
    schema: { body: JobTaskInputSchema, response: oneTask },
  }),
  edit: contract({
    method: 'PUT',
    url: '/scheduler/task',
    auth: 'scheduler:task:edit',
    summary: 'Replace a task; fields left out get their defaults',
    schema: { body: Type.Object({ jobId: Id, updateTime: SeenTime, ...fields }), response: Nothing },
  }),
  status: contract({
    method: 'PUT',
    url: '/scheduler/task/:jobId/status',
    auth: 'scheduler:task:edit',
    summary: 'Enable or disable a task',
    schema: { params: oneTask, body: Type.Object({ status: Status }), response: Nothing },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/scheduler/task/:jobId',
    auth: 'scheduler:task:remove',
    summary: 'Remove a task and its history',
    schema: { params: oneTask, response: Nothing },
  }),
  run: contract({
    method: 'POST',
    url: '/scheduler/task/:jobId/run',
    auth: 'scheduler:task:run',
    summary: 'Run a task at once, with its own parameters or with those of the body',
    schema: {
      params: oneTask,
      body: nullable(Type.Object({ params: Type.Optional(Type.Unknown()) })),
      response: Type.Object({ logId: Id }),
    },
  }),
};

export type MisfirePolicy = DataOf<typeof MisfirePolicySchema>;
export type Concurrency = DataOf<typeof ConcurrencySchema>;
export type JobTaskInput = DataOf<typeof JobTaskInputSchema>;
export type JobTask = DataOf<typeof JobTaskSchema>;
export type JobExecutor = DataOf<typeof JobExecutorSchema>;
export type SchedulerCenter = DataOf<typeof SchedulerCenterSchema>;
