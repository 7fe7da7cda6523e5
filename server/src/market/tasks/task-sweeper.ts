import { PlatformError, type Clock, type Logger } from '../../kernel/index.ts';
import type { TaskFailure } from './task.ts';
import type { TaskRunner } from './task-runner.ts';
import type { SettleOptions, TaskSettlement } from './task-settlement.ts';
import type { TakenOver } from './taken-over.ts';
import type { OpenTask, TaskStore } from './task-store.ts';

export interface SweeperServices<J extends TakenOver> {
  readonly store: TaskStore;
  readonly runner: TaskRunner<J>;
  readonly settlement: TaskSettlement<J>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeoutMinutes: number;
}

/** Looks for tasks that nobody works on any more, and for those that stand still. (spec: States; design 4.4) */
export class TaskSweeper<J extends TakenOver> {
  readonly #services: SweeperServices<J>;
  #sweeping: Promise<void> | undefined;

  constructor(services: SweeperServices<J>) {
    this.#services = services;
  }

  /** At start: tasks of an earlier process of this node. */
  async recover(): Promise<void> {
    const { runner, settlement, store } = this.#services;
    for (const task of await store.open()) {
      if (settlement.isForAnyNode(task) || settlement.isOfThisProcess(task)) continue;
      if (!settlement.isOfThisNode(task)) continue;
      await this.#settle(task, runner.failureLeft(task), { live: false });
    }
  }

  /** Tasks whose `update_time` is older than `app-market.task.timeout-minutes`, and those that could not be ended before. */
  sweep(): Promise<void> {
    return (this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    }));
  }

  async #sweep(): Promise<void> {
    const { clock, runner, settlement, store, timeoutMinutes } = this.#services;
    const limit = clock.now() - timeoutMinutes * 60_000;
    for (const task of await store.open()) {
      const stands = Date.parse(task.updateTime) < limit;
      if (runner.runs(task.taskId)) {
        if (stands && task.status === 'running') await this.#stop(task);
      } else if (settlement.isForAnyNode(task)) {
        if (stands) await this.#ended(task, () => runner.takeOver(task, this.#timedOut(task)));
      } else if (stands && task.status === 'running') {
        const failure = this.#timedOut(task);
        await this.#settle(task, failure, { live: true, currentStep: failure.message });
      } else if (settlement.isOfThisNode(task)) {
        await this.#settle(task, runner.failureLeft(task), { live: true });
      }
    }
  }

  /** One that may hang: it is failed at once, and taken back when its step ends. */
  async #stop(task: OpenTask): Promise<void> {
    const { runner, store } = this.#services;
    const failure = this.#timedOut(task);
    await store.fail(task.taskId, failure.message, failure);
    runner.stop(task.taskId, new PlatformError({ ...failure, status: 504, fix: failure.fix ?? '' }));
  }

  #settle(task: OpenTask, failure: TaskFailure, options: SettleOptions): Promise<void> {
    return this.#ended(task, () => this.#services.runner.settle(task, failure, options));
  }

  /** One task that cannot be ended does not keep the others from being. */
  async #ended(task: OpenTask, end: () => Promise<void>): Promise<void> {
    try {
      await end();
    } catch (error) {
      this.#services.logger.error('An abandoned task could not be ended; it is tried again', {
        taskId: task.taskId,
        error,
      });
    }
  }

  #timedOut({ currentStep }: OpenTask): TaskFailure {
    const stage = currentStep ?? 'start';
    return {
      stage,
      code: 'TASK_TIMEOUT',
      message: `Timed out: no progress for ${this.#services.timeoutMinutes} minutes in step ${stage}.`,
      fix: 'Look at the log for what the step waited for, then start the task again.',
    };
  }
}
