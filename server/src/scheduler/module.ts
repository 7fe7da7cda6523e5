import { NoticeService } from '@platform/plugin-sdk/core';
import { DATABASE, HOST_ID, IDS, PLATFORM_IDENTITY } from '../data/index.ts';
import { EVENTS } from '../infra/index.ts';
import { CLOCK, defineModule, HTTP, repeat, systemClock, type Module } from '../kernel/index.ts';
import { JOB_EXECUTORS } from '../plugin-runtime/index.ts';
import { Edits } from '../system/index.ts';
import { createAlert } from './alerts.ts';
import { centerKind, openCenter } from './center.ts';
import { JOB_TIMES, jobTimes } from './job-times.ts';
import { overviewRoutes } from './overview-routes.ts';
import { runRoutes } from './run-routes.ts';
import { RunStore } from './run-store.ts';
import { Scheduler } from './scheduler.ts';
import { taskFacts } from './task-facts.ts';
import { taskRoutes } from './task-routes.ts';
import { TaskRunner } from './task-runner.ts';
import { TaskService } from './task-service.ts';
import { TaskStore } from './task-store.ts';

const HOUR_MS = 3_600_000;

/** The scheduler center: embedded, on Redis, or none. (design 3.8) */
export const schedulerModule: Module = defineModule({
  name: 'scheduler',
  depends: ['http', 'data', 'infra', 'plugin-runtime'],
  async setup(ctx) {
    const { logger } = ctx;
    const settings = ctx.config.scheduler;
    const clock = ctx.services.find(CLOCK) ?? systemClock;
    const executors = ctx.use(JOB_EXECUTORS);
    const database = ctx.use(DATABASE);
    const ids = ctx.use(IDS);
    const tasks = new TaskStore(database, ids);
    const runs = new RunStore({ database, ids, clock, node: ctx.use(HOST_ID) });
    const times = await openCenter(settings.center.address, {
      tasks,
      clock,
      logger,
      tickMs: settings['tick-ms'],
      keyPrefix: `${ctx.config.cache['key-prefix']}${ctx.use(PLATFORM_IDENTITY).id}:`,
    });
    const notices = () => ctx.services.find(NoticeService);
    const alert = createAlert({ events: ctx.use(EVENTS), notices, clock, logger });
    const retryDelayMs = settings['retry-delay-ms'];
    const durations = jobTimes();
    ctx.provide(JOB_TIMES, durations);
    const runner = new TaskRunner({ runs, executors, alert, logger, clock, retryDelayMs, durations });
    const kind = centerKind(settings.center.address);
    const enabled = kind !== 'disabled';
    const edits = new Edits(database, clock);
    const service = new TaskService({ tasks, runs, runner, times, executors, edits, clock, enabled });
    const facts = taskFacts(executors);
    ctx.use(HTTP).routes([
      ...taskRoutes({
        tasks,
        runs,
        service,
        executors,
        facts,
        clock,
        center: { kind, runsHere: settings.enabled },
      }),
      ...runRoutes({ runs, runner, service }),
      ...overviewRoutes({ tasks, runs, facts, clock }),
    ]);
    ctx.onDispose(() => runner.close());
    ctx.onDispose(() => times.close());
    if (!enabled) return logger.info('The scheduler center is disabled, so its tasks do not run');
    if (!settings.enabled) return;
    const scheduler = new Scheduler({ tasks, runs, runner, executors, clock, logger });
    ctx.onReady(async () => {
      await runs.endSilent(true);
      await times.start(scheduler.take);
      const stops = [
        repeat(HOUR_MS, () => runs.prune(settings['log-keep-days']), logger, 'Old runs could not be removed'),
        repeat(60_000, () => runs.endSilent(false), logger, 'Runs of hosts that are gone could not be ended'),
      ];
      ctx.onDispose(() => stops.forEach((stop) => stop()));
    });
  },
});
