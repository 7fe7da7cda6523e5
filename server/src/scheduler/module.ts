import { DATABASE, IDS } from '../data/index.ts';
import { CLOCK, defineModule, HTTP, systemClock, type Logger, type Module } from '../kernel/index.ts';
import { JOB_EXECUTORS } from '../plugin-runtime/index.ts';
import { schedulerRoutes } from './routes.ts';
import { RunStore } from './run-store.ts';
import { Scheduler } from './scheduler.ts';
import { TaskRunner } from './task-runner.ts';
import { TaskService } from './task-service.ts';
import { TaskStore } from './task-store.ts';

const HOUR_MS = 3_600_000;

/** The scheduler center with its embedded store. (design 3.8) */
export const schedulerModule: Module = defineModule({
  name: 'scheduler',
  depends: ['http', 'data', 'plugin-runtime'],
  setup(ctx) {
    const { logger } = ctx;
    const settings = ctx.config.scheduler;
    const clock = ctx.services.find(CLOCK) ?? systemClock;
    const executors = ctx.use(JOB_EXECUTORS);
    const database = ctx.use(DATABASE);
    const ids = ctx.use(IDS);
    const tasks = new TaskStore(database, ids);
    const runs = new RunStore({ database, ids, clock, node: String(ctx.config.platform.node) });
    const retryDelayMs = settings['retry-delay-ms'];
    const runner = new TaskRunner({ runs, executors, logger, clock, retryDelayMs });
    const service = new TaskService({ tasks, runner, executors, clock });
    ctx.use(HTTP).routes(schedulerRoutes({ tasks, runs, service, executors }));
    if (!settings.enabled) return;
    const scheduler = new Scheduler({ tasks, runs, runner, executors, clock, logger });
    ctx.onReady(async () => {
      await runs.endSilent(true);
      const stops = [
        every(settings['tick-ms'], () => scheduler.tick(), logger),
        every(HOUR_MS, () => runs.prune(settings['log-keep-days']), logger),
        every(60_000, () => runs.endSilent(false), logger),
      ];
      ctx.onDispose(() => stops.forEach((stop) => stop()));
    });
    ctx.onDispose(() => runner.close());
  },
});

function every(ms: number, work: () => Promise<void>, logger: Logger): () => void {
  const timer = setInterval(() => {
    work().catch((error: unknown) => logger.error('The scheduler met an error', { error }));
  }, ms).unref();
  return () => clearInterval(timer);
}
