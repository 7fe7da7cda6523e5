import { PlatformError, type Clock, type Logger } from '../../kernel/index.ts';
import type { TaskFailure } from './task.ts';
import type { TaskRunner, TaskRunnerServices } from './task-runner.ts';
import type { RunningTask, TaskStore } from './task-store.ts';

export interface SweeperServices<J extends object> {
  readonly store: TaskStore;
  readonly runner: TaskRunner<J>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process, in `owner_node`: `<node>/<process>`. */
  readonly ownerNode: string;
  readonly timeoutMinutes: number;
  readonly takeBack: TaskRunnerServices<J>['takeBack'];
  /** Clears up after a task whose journal says that it committed; false where it has not. */
  complete(journal: Partial<J>): Promise<boolean>;
}

/** Ends tasks that nobody works on any more, and takes back what they had begun. (spec: States; design 4.4) */
export class TaskSweeper<J extends object> {
  readonly #services: SweeperServices<J>;

  constructor(services: SweeperServices<J>) {
    this.#services = services;
  }

  /** At start: tasks of an earlier process of this node. */
  async recover(): Promise<void> {
    const node = nodeOf(this.#services.ownerNode);
    for (const task of await this.#services.store.running()) {
      if (nodeOf(task.ownerNode) !== node || task.ownerNode === this.#services.ownerNode) continue;
      await this.#end(task, {
        stage: task.currentStep ?? 'start',
        code: 'TASK_OWNER_GONE',
        message: 'The host stopped while the task ran; what it had done was taken back.',
        fix: 'Start it again.',
      });
    }
  }

  /** Tasks whose `update_time` is older than `app-market.task.timeout-minutes`. */
  async sweep(): Promise<void> {
    const { clock, runner, timeoutMinutes } = this.#services;
    const limit = clock.now() - timeoutMinutes * 60_000;
    for (const task of await this.#services.store.running()) {
      if (Date.parse(task.updateTime) >= limit) continue;
      const failure: TaskFailure = {
        stage: task.currentStep ?? 'start',
        code: 'TASK_TIMEOUT',
        message: `Timed out: no progress for ${timeoutMinutes} minutes in step ${task.currentStep ?? 'start'}.`,
        fix: 'Look at the log for what the step waited for, then start the task again.',
      };
      if (runner.runs(task.taskId)) {
        await this.#services.store.fail(task.taskId, failure.message, failure);
        runner.stop(task.taskId, new PlatformError({ ...failure, status: 504, fix: failure.fix ?? '' }));
      } else {
        await this.#end(task, failure, failure.message);
      }
    }
  }

  /** One task that cannot be ended does not keep the others from being. */
  async #end(task: RunningTask, failure: TaskFailure, currentStep = failure.stage): Promise<void> {
    try {
      await this.#settle(task, failure, currentStep);
    } catch (error) {
      this.#services.logger.error('An abandoned task could not be ended', { taskId: task.taskId, error });
    }
  }

  async #settle(task: RunningTask, failure: TaskFailure, currentStep: string): Promise<void> {
    const { store, logger, ownerNode } = this.#services;
    const ours = nodeOf(task.ownerNode) === nodeOf(ownerNode);
    const journal = task.journal === null ? {} : (JSON.parse(task.journal) as Partial<J>);
    if (ours && (await this.#services.complete(journal))) {
      const progress = { currentStep: task.currentStep, progress: 100, logText: task.logText };
      await store.succeed(task.taskId, { ...progress, steps: task.steps, version: task.version }, {});
      return;
    }
    const lines = task.logText === '' ? [] : [task.logText];
    const log = (line: string): void => {
      lines.push(`${new Date(this.#services.clock.now()).toISOString()} ${line}`);
    };
    log(failure.message);
    if (ours) await this.#takeBack(journal, failure, log);
    if (!(await store.fail(task.taskId, currentStep, failure))) return;
    logger.warn('A task was ended', { taskId: task.taskId, appCode: task.appCode, ...failure });
    const steps = task.steps.map((step) =>
      step.status === 'running' ? { ...step, status: 'failed' as const } : step,
    );
    await store.closeJournal(task.taskId, lines.join('\n'), steps);
  }

  async #takeBack(journal: Partial<J>, failure: TaskFailure, log: (line: string) => void): Promise<void> {
    try {
      await this.#services.takeBack(journal, failure, log);
    } catch (error) {
      log(`Taking back failed: ${error instanceof Error ? error.message : String(error)}`);
      this.#services.logger.error('Taking an abandoned task back did not succeed', { error });
    }
  }
}

function nodeOf(ownerNode: string): string {
  return ownerNode.split('/')[0] ?? ownerNode;
}
