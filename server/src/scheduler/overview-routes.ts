import { schedulerOverviewContracts } from '@platform/host-api';
import { defineRoute, type Clock, type Route } from '../kernel/index.ts';
import { calendarOf } from './calendar.ts';
import type { RunStore } from './run-store.ts';
import type { TaskFacts } from './task-facts.ts';
import type { TaskStore } from './task-store.ts';

interface OverviewRoutes {
  readonly tasks: Pick<TaskStore, 'list' | 'get'>;
  readonly runs: Pick<RunStore, 'durations'>;
  readonly facts: TaskFacts;
  readonly clock: Clock;
}

const DAY_MS = 86_400_000;
const MOST_TASKS = 500;

/** `/scheduler`: what is to come, and how long it took. (design 12) */
export function overviewRoutes({ tasks, runs, facts, clock }: OverviewRoutes): Route[] {
  return [
    defineRoute({
      ...schedulerOverviewContracts.calendar,
      handler: async ({ query }) => {
        const from = Math.max(clock.now(), query.from ? Date.parse(query.from) : 0);
        const wanted = query.to ? Date.parse(query.to) : from + 7 * DAY_MS;
        const to = Math.max(from, Math.min(wanted, from + 31 * DAY_MS));
        const { total, rows } = await tasks.list({ status: 1 }, { pageNum: 1, pageSize: MOST_TASKS });
        return {
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          tasks: await calendarOf(rows, from, to, facts),
          cut: total > rows.length,
        };
      },
    }),
    defineRoute({
      ...schedulerOverviewContracts.durations,
      handler: async ({ params, query }) => {
        const { jobId } = await tasks.get(params.jobId);
        return runs.durations(jobId, query.count);
      },
    }),
  ];
}
