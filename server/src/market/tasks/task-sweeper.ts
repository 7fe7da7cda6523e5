import type { Clock, Logger } from '../../kernel/index.ts';
import type { TaskFailure } from './task.ts';
import { errorOf } from './task-failure.ts';
import type { TaskRunner } from './task-runner.ts';
import type { SettleOptions, TaskSettlement } from './task-settlement.ts';
import type { Takeover } from './takeover.ts';
import type { OpenTask, TaskStore } from './task-store.ts';

export interface SweeperServices<J extends Takeover> {
  readonly store: TaskStore;
  readonly runner: TaskRunner<J>;
  readonly settlement: TaskSettlement<J>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeoutMinutes: number;
}

/** Finds abandoned and stalled tasks and settles them. (spec: States; design 4.4) */
export class TaskSweeper<J extends Takeover> {
  readonly #services: SweeperServices<J>;
  #sweeping: Promise<void> | undefined;

  constructor(services: SweeperServices<J>) {
    this.#services = services;
  }

  /** Settles, at start, the tasks of an earlier process of this node. */
  async recover(): Promise<void> {
    const { runner, settlement, store } = this.#services;
    for (const task of await store.open()) {
      if (settlement.mayTakeOver(task) || settlement.isOfThisProcess(task)) continue;
      if (!settlement.isOfThisNode(task) || settlement.isOfSibling(task)) continue;
      await this.#settle(task, runner.failureOf(task), { live: false });
    }
  }

  /**
   * Settles tasks older than `app-market.task.timeout-minutes`, those of hosts that have died, and
   * those that failed to settle.
   */
  sweep(): Promise<void> {
    return (this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    }));
  }

  async #sweep(): Promise<void> {
    const { clock, runner, settlement, store, timeoutMinutes } = this.#services;
    const limit = clock.now() - timeoutMinutes * 60_000;
    for (const task of await store.open()) {
      const isStalled = Date.parse(task.updateTime) < limit;
      if (runner.runs(task.taskId)) {
        if (isStalled) await this.#stop(task);
      } else if (settlement.isOfSibling(task)) {
        continue;
      } else if (settlement.mayTakeOver(task)) {
        await this.#takeOver(task, isStalled);
      } else if (isStalled && task.status === 'running') {
        const failure = this.#timedOut(task);
        await this.#settle(task, failure, { live: true, currentStep: failure.message });
      } else if (settlement.isOfThisNode(task)) {
        await this.#settle(task, runner.failureOf(task), { live: true });
      }
    }
  }

  /** Leaves a task alone while its process lives and continues. */
  #takeOver(task: OpenTask, isStalled: boolean): Promise<void> {
    const { runner, settlement } = this.#services;
    return this.#guard(task, async () => {
      if (isStalled) await runner.takeOver(task, this.#timedOut(task));
      else if (await settlement.isAbandoned(task)) await runner.takeOver(task, runner.failureOf(task));
    });
  }

  /** Declares a task failed at once; its rollback waits for the step, which may hang. */
  async #stop(task: OpenTask): Promise<void> {
    const { runner, store } = this.#services;
    const failure = this.#timedOut(task);
    await store.fail(task.taskId, failure.message, failure);
    runner.stop(task.taskId, errorOf(failure));
  }

  #settle(task: OpenTask, failure: TaskFailure, options: SettleOptions): Promise<void> {
    return this.#guard(task, () => this.#services.runner.settle(task, failure, options));
  }

  /** An error in one task must not keep the others from being settled. */
  async #guard(task: OpenTask, end: () => Promise<void>): Promise<void> {
    try {
      await end();
    } catch (error) {
      this.#services.logger.error('An abandoned task could not be settled; it will be retried', {
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
      params: { minutes: this.#services.timeoutMinutes },
      fix: 'Check the log for what the step waited for, then start the task again.',
    };
  }
}
