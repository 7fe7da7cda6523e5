import { defineRoute, pageOf, Type, type Route } from '../kernel/index.ts';
import type { RunStore } from './run-store.ts';
import { Id, nullableText } from './schemas.ts';
import type { TaskRunner } from './task-runner.ts';
import type { TaskService } from './task-service.ts';
import type { TaskRun } from './task.ts';

interface RunRoutes {
  readonly runs: RunStore;
  readonly runner: Pick<TaskRunner, 'logOf'>;
  readonly service: Pick<TaskService, 'stop'>;
}

const oneRun = Type.Object({ logId: Id });

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

/** `/scheduler/log`: what the tasks of the tenant have done and do. (spec: L5; design 3.8) */
export function runRoutes({ runs, runner, service }: RunRoutes): Route[] {
  /** A run of this node shows what it logs at once, one of another within a second. */
  const live = (run: TaskRun): TaskRun => ({ ...run, logText: runner.logOf(run.logId) ?? run.logText });
  return [
    defineRoute({
      method: 'GET',
      url: '/scheduler/log/list',
      auth: 'scheduler:task:query',
      summary: 'History of tasks, one row for each attempt, with the lines that it logged',
      schema: {
        query: Type.Object({ jobId: Type.Optional(Id), status: Type.Optional(Type.String()) }),
        response: pageOf(RunRow),
      },
      handler: async (ctx) => {
        const { total, rows } = await runs.list(ctx.query, ctx.page);
        return { total, rows: rows.map(live) };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/scheduler/log/:logId',
      auth: 'scheduler:task:query',
      summary: 'One attempt, with what it has logged so far',
      schema: { params: oneRun, response: RunRow },
      handler: async (ctx) => live(await runs.get(ctx.params.logId)),
    }),
    defineRoute({
      method: 'POST',
      url: '/scheduler/log/:logId/stop',
      auth: 'scheduler:task:run',
      summary: 'End a run; it is not tried again',
      schema: { params: oneRun },
      audit: 'Stop a task',
      handler: (ctx) => service.stop(ctx.params.logId),
    }),
  ];
}
