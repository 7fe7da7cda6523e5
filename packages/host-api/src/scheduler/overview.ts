import { Type } from 'typebox';
import { contract, Id, Time, type DataOf } from '../contract/index.ts';
import { JobRunStatusSchema } from './runs.ts';

/** The times of an enabled task in some days. */
export const PlannedTaskSchema = Type.Object({
  jobId: Id,
  jobName: Type.String(),
  appCode: Type.String(),
  cron: Type.String(),
  zone: Type.String(),
  /** False while the application is not loaded, or disabled for the tenant; the task waits. */
  ready: Type.Boolean(),
  times: Type.Array(Time),
  /** Due more often than a calendar can show; `times` is empty. */
  often: Type.Boolean(),
});

export const SchedulerCalendarSchema = Type.Object({
  from: Time,
  to: Time,
  tasks: Type.Array(PlannedTaskSchema),
  /** There are more enabled tasks than were looked at. */
  cut: Type.Boolean(),
});

/** How long an ended attempt took. */
export const RunDurationSchema = Type.Object({
  logId: Id,
  attempt: Type.Integer(),
  status: JobRunStatusSchema,
  startTime: Time,
  durationMs: Type.Integer(),
});

export const schedulerOverviewContracts = {
  calendar: contract({
    method: 'GET',
    url: '/scheduler/calendar',
    auth: 'scheduler:task:list',
    summary: 'The next times of all enabled tasks in some days',
    schema: {
      query: Type.Object({
        from: Type.Optional(Type.String({ format: 'date-time', description: 'Default and earliest: now' })),
        to: Type.Optional(
          Type.String({ format: 'date-time', description: 'Default 7 days, at most 31 days after from' }),
        ),
      }),
      response: SchedulerCalendarSchema,
    },
  }),
  durations: contract({
    method: 'GET',
    url: '/scheduler/task/:jobId/durations',
    auth: 'scheduler:task:query',
    summary: 'How long the latest ended attempts of a task took, the oldest first',
    schema: {
      params: Type.Object({ jobId: Id }),
      query: Type.Object({ count: Type.Integer({ minimum: 1, maximum: 200, default: 50 }) }),
      response: Type.Array(RunDurationSchema),
    },
  }),
};

export type PlannedTask = DataOf<typeof PlannedTaskSchema>;
export type SchedulerCalendar = DataOf<typeof SchedulerCalendarSchema>;
export type RunDuration = DataOf<typeof RunDurationSchema>;
