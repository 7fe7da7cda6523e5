import { NoticeService } from '@platform/plugin-sdk/core';
import { NODE_REGISTRY } from '../cluster/index.ts';
import { DATABASE, IDS, MACHINE_ID, NODE_ID } from '../data/index.ts';
import { CLUSTER_BUS, LOCKS } from '../infra/index.ts';
import { aloneWorker, CLOCK, systemClock, THIS_WORKER, type ModuleContext } from '../kernel/index.ts';
import { failureNotice } from './operations/failure-notice.ts';
import type { Journal } from './operations/journal.ts';
import { JournalRollback, type JournalDependencies } from './operations/journal-rollback.ts';
import { OPERATION_TIMES, operationTimes } from './tasks/operation-times.ts';
import { TaskFeed } from './tasks/task-feed.ts';
import { TaskRunner, type TaskRunnerServices } from './tasks/task-runner.ts';
import { TaskSettlement } from './tasks/task-settlement.ts';
import { TaskStore } from './tasks/task-store.ts';
import { TaskSweeper } from './tasks/task-sweeper.ts';
import { TaskWatch } from './tasks/task-watch.ts';

/** Shorter than others wait for it, so that the lock of a host that was killed refuses nobody. */
const LOCK_MS = 8_000;

/**
 * Settles the tasks that an earlier process left, then starts the sweeper. (design 4.4)
 *
 * @param hosts what the other hosts say of a committed operation
 * @param released gives up what this host has prepared of an application for another one
 */
export async function startTasks(
  ctx: ModuleContext,
  dependencies: JournalDependencies,
  hosts: NonNullable<TaskRunnerServices<Journal>['hosts']>,
  released: TaskRunnerServices<Journal>['released'],
): Promise<{ store: TaskStore; runner: TaskRunner<Journal>; watch: TaskWatch }> {
  const { logger } = ctx;
  const worker = ctx.services.find(THIS_WORKER) ?? aloneWorker();
  const machine = ctx.use(MACHINE_ID);
  const ownerNode = `${machine}/${ctx.use(NODE_ID)}`;
  const settings = ctx.config['app-market'].task;
  const clock = ctx.services.find(CLOCK) ?? systemClock;
  const locks = ctx.use(LOCKS);
  const nodes = ctx.use(NODE_REGISTRY);
  const store = new TaskStore(ctx.use(DATABASE), ctx.use(IDS));
  const feed = new TaskFeed(ctx.use(CLUSTER_BUS));
  ctx.onDispose(feed.follow());
  const journals = new JournalRollback(dependencies);
  const settlement = new TaskSettlement<Journal>({
    journals,
    store,
    clock,
    logger,
    ownerNode,
    siblings: () => [...worker.living()].map((token) => `${machine}/${token}`),
    living: (processes) => nodes.living(processes),
  });
  const times = operationTimes();
  ctx.provide(OPERATION_TIMES, times);
  const runner = new TaskRunner<Journal>({
    journals,
    store,
    settlement,
    feed,
    exclusively: (appCode, work) => locks.withLock(`market:task:${appCode}`, work, { ttlMs: LOCK_MS }),
    released,
    clock,
    logger,
    ownerNode,
    times,
    onFailed: failureNotice(() => ctx.services.find(NoticeService), logger),
    // The operation has succeeded by now, whatever the others say.
    hosts: (appCode, run) =>
      hosts(appCode, run).catch((error: unknown) => {
        logger.warn('The other hosts could not be asked how they follow an operation', { appCode, error });
        return {};
      }),
  });
  const timeoutMinutes = settings['timeout-minutes'];
  const sweeper = new TaskSweeper<Journal>({ store, runner, settlement, clock, logger, timeoutMinutes });
  await sweeper.recover();
  await dependencies.registry.reload();
  const sweep = (): void => {
    sweeper.sweep().catch((error: unknown) => logger.error('Sweeping tasks failed', { error }));
  };
  const timer = setInterval(sweep, settings['sweep-interval-ms']);
  timer.unref();
  ctx.onDispose(() => runner.close());
  ctx.onDispose(() => clearInterval(timer));
  return { store, runner, watch: new TaskWatch(store, feed, (taskId) => runner.live(taskId)) };
}
