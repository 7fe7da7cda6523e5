import { NoticeService } from '@platform/plugin-sdk/core';
import { IDS } from '../../data/index.ts';
import { LOCKS } from '../../infra/index.ts';
import { CLOCK, systemClock, type ModuleContext } from '../../kernel/index.ts';
import { failureNotice } from './failure-notice.ts';
import type { Journal } from './journal.ts';
import type { OperationServices } from './services.ts';
import { completeCommitted, endShared, leftToItsNode, takeBack } from './take-back.ts';
import { TaskFeed } from '../tasks/task-feed.ts';
import { TaskRunner } from '../tasks/task-runner.ts';
import { TaskSettlement, type JournalEnds } from '../tasks/task-settlement.ts';
import { TaskStore } from '../tasks/task-store.ts';
import { TaskSweeper } from '../tasks/task-sweeper.ts';
import { TaskWatch } from '../tasks/task-watch.ts';

/** The market's tasks: what an earlier process left is settled first, then the sweeper watches. (design 4.4) */
export async function startTasks(
  ctx: ModuleContext,
  services: OperationServices,
  ownerNode: string,
): Promise<{ store: TaskStore; runner: TaskRunner<Journal>; watch: TaskWatch }> {
  const { logger } = ctx;
  const settings = ctx.config['app-market'].task;
  const clock = ctx.services.find(CLOCK) ?? systemClock;
  const locks = ctx.use(LOCKS);
  const store = new TaskStore(services.database, ctx.use(IDS));
  const feed = new TaskFeed();
  const ends: JournalEnds<Journal> = {
    complete: (journal, log) => completeCommitted(services, journal, log),
    takeBack: (journal, failure, log, live) => takeBack(services, journal, failure, log, live),
    endShared: (journal, failure, log) => endShared(services, journal, failure, log),
    isCommitted: (journal) => journal.committed === true,
    leftToItsNode,
  };
  const settlement = new TaskSettlement<Journal>({ ...ends, store, clock, logger, ownerNode });
  const runner = new TaskRunner<Journal>({
    ...ends,
    store,
    settlement,
    feed,
    exclusively: (appCode, work) => locks.withLock(`market:task:${appCode}`, work),
    clock,
    logger,
    ownerNode,
    failed: failureNotice(() => ctx.services.find(NoticeService), logger),
  });
  const timeoutMinutes = settings['timeout-minutes'];
  const sweeper = new TaskSweeper<Journal>({ store, runner, settlement, clock, logger, timeoutMinutes });
  await sweeper.recover();
  await services.registry.refresh();
  const sweep = (): void => {
    sweeper.sweep().catch((error: unknown) => logger.error('Sweeping tasks failed', { error }));
  };
  const timer = setInterval(sweep, settings['sweep-interval-ms']);
  timer.unref();
  ctx.onDispose(() => runner.close());
  ctx.onDispose(() => clearInterval(timer));
  return { store, runner, watch: new TaskWatch(store, feed, (taskId) => runner.live(taskId)) };
}
