import { schedulerRunContracts } from '@platform/host-api';
import { defineRoute, eventStream, type Route } from '../kernel/index.ts';
import type { RunStore } from './run-store.ts';
import { RunWatch } from './run-watch.ts';
import type { TaskRunner } from './task-runner.ts';
import type { TaskService } from './task-service.ts';
import type { TaskRun } from './task.ts';

interface RunRoutes {
  readonly runs: RunStore;
  readonly runner: Pick<TaskRunner, 'logOf' | 'onLine'>;
  readonly service: Pick<TaskService, 'stop'>;
}

/** `/scheduler/log`: past and current runs of the tenant's tasks. (spec: L5; design 3.8) */
export function runRoutes({ runs, runner, service }: RunRoutes): Route[] {
  /** The log of a run on this node is live; that of another node lags by up to a second. */
  const live = (run: TaskRun): TaskRun => ({ ...run, logText: runner.logOf(run.logId) ?? run.logText });
  const watch = new RunWatch(runs, runner);
  return [
    defineRoute({
      ...schedulerRunContracts.list,
      handler: async (ctx) => {
        const { total, rows } = await runs.list(ctx.query, ctx.page);
        return { total, rows: rows.map(live) };
      },
    }),
    defineRoute({
      ...schedulerRunContracts.get,
      handler: async (ctx) => live(await runs.get(ctx.params.logId)),
    }),
    defineRoute({
      ...schedulerRunContracts.follow,
      handler: async (ctx) => {
        const run = await runs.get(ctx.params.logId);
        return eventStream(ctx, (sink) => watch.follow(run, sink));
      },
    }),
    defineRoute({
      ...schedulerRunContracts.stop,
      audit: 'Stop a task',
      handler: (ctx) => service.stop(ctx.params.logId),
    }),
  ];
}
