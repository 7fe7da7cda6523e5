import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import { contract, Id, Nothing, nullableText, oneOf, type DataOf } from '../contract/index.ts';

const oneRun = Type.Object({ logId: Id });

/** The state of an attempt; `skipped` marks a time that was left out. */
export const JobRunStatusSchema = oneOf('running', 'stopping', 'succeeded', 'failed', 'stopped', 'skipped');

/** One attempt of a run. */
export const JobRunSchema = Type.Object({
  logId: Id,
  attempt: Type.Integer(),
  status: JobRunStatusSchema,
  message: nullableText(),
  startTime: Type.String(),
  endTime: nullableText(),
});

/** An attempt with its log, as the history keeps it. */
export const JobRunRecordSchema = Type.Object({
  ...JobRunSchema.properties,
  jobId: Id,
  logText: nullableText(),
  node: Type.String(),
});

/** Data of the event `log`: what was logged since the event before. */
export const JobRunLogSchema = Type.Object({ text: Type.String() });

export const schedulerRunContracts = {
  list: contract({
    method: 'GET',
    url: '/scheduler/log/list',
    auth: 'scheduler:task:query',
    summary: 'History of tasks, one row for each attempt, with the lines that it logged',
    schema: {
      query: Type.Object({ jobId: Type.Optional(Id), status: Type.Optional(Type.String()) }),
      response: pageOf(JobRunRecordSchema),
    },
  }),
  get: contract({
    method: 'GET',
    url: '/scheduler/log/:logId',
    auth: 'scheduler:task:query',
    summary: 'One attempt, with what it has logged so far',
    schema: { params: oneRun, response: JobRunRecordSchema },
  }),
  follow: contract({
    method: 'GET',
    url: '/scheduler/log/:logId/stream',
    auth: 'scheduler:task:query',
    summary: 'An attempt as it happens: server-sent events run (the record so far), log, end (the record)',
    schema: { params: oneRun },
    produces: 'text/event-stream',
  }),
  stop: contract({
    method: 'POST',
    url: '/scheduler/log/:logId/stop',
    auth: 'scheduler:task:run',
    summary: 'End a run; it is not tried again',
    schema: { params: oneRun, response: Nothing },
  }),
};

export type JobRunStatus = DataOf<typeof JobRunStatusSchema>;
export type JobRun = DataOf<typeof JobRunSchema>;
export type JobRunLog = DataOf<typeof JobRunLogSchema>;
export type JobRunRecord = DataOf<typeof JobRunRecordSchema>;
