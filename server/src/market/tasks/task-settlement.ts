import type { Clock, Logger } from '../../kernel/index.ts';
import type { StepRecord, TaskFailure } from './task.ts';
import type { OpenTask, TaskStore } from './task-store.ts';

/** How an operation's journal is brought to one of its two ends. */
export interface JournalEnds<J> {
  /**
   * Puts everything back as it was before the task; may run more than once.
   *
   * @param live false at start, when no backend has been loaded yet
   */
  takeBack(
    journal: Partial<J>,
    failure: TaskFailure,
    log: (line: string) => void,
    live: boolean,
  ): Promise<void>;
  /** Does what a task had left to do after its commit; false where it has not committed. */
  complete(journal: Partial<J>, log: (line: string) => void): Promise<boolean>;
}

export interface SettlementServices<J> extends JournalEnds<J> {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process, in `owner_node`: `<node>/<process>`. */
  readonly ownerNode: string;
}

export interface SettleOptions {
  readonly live: boolean;
  /** What the task shows as its step; default: where it stopped. */
  readonly currentStep?: string;
}

/** Ends tasks that nobody works on any more: what had been committed is completed, everything else taken back. (design 4.4) */
export class TaskSettlement<J> {
  readonly #services: SettlementServices<J>;

  constructor(services: SettlementServices<J>) {
    this.#services = services;
  }

  /** The task was begun on this host, whose disk its journal tells of. */
  isOfThisNode(task: OpenTask): boolean {
    return nodeOf(task.ownerNode) === nodeOf(this.#services.ownerNode);
  }

  isOfThisProcess(task: OpenTask): boolean {
    return task.ownerNode === this.#services.ownerNode;
  }

  /** @throws what kept it from being settled; it stays open then, and this may be called again */
  async settle(task: OpenTask, failure: TaskFailure, options: SettleOptions): Promise<void> {
    const { store, clock } = this.#services;
    const lines = task.logText === '' ? [] : [task.logText];
    const log = (line: string): void => {
      lines.push(`${new Date(clock.now()).toISOString()} ${line}`);
    };
    const journal = JSON.parse(task.journal ?? '{}') as Partial<J>;
    const ours = this.isOfThisNode(task) && !(await store.hasLater(task.appCode, task.taskId));
    if (ours && (await this.#services.complete(journal, log))) {
      log('The change was committed before the task was interrupted; the rest has been done now');
      await this.#succeed(task, lines.join('\n'));
      return;
    }
    if (task.status === 'running') log(failure.message);
    if (ours) await this.#services.takeBack(journal, failure, log, options.live);
    await this.#fail(task, failure, options.currentStep ?? failure.stage);
    const steps = ended(task.steps, 'failed', ['running']);
    await store.closeJournal(task.taskId, lines.join('\n'), steps);
  }

  async #succeed(task: OpenTask, logText: string): Promise<void> {
    const steps = ended(task.steps, 'succeeded', ['running', 'pending']);
    const progress = { currentStep: task.currentStep, progress: 100, logText, steps, version: task.version };
    const succeeded = await this.#services.store.succeed(task.taskId, progress, {
      appCode: task.appCode,
      version: task.version,
    });
    if (!succeeded) await this.#services.store.closeJournal(task.taskId, logText, task.steps);
  }

  async #fail(task: OpenTask, failure: TaskFailure, currentStep: string): Promise<void> {
    const { store, logger } = this.#services;
    if (!(await store.fail(task.taskId, currentStep, failure))) return;
    logger.warn('A task was ended', { taskId: task.taskId, appCode: task.appCode, ...failure });
  }
}

function ended(
  steps: readonly StepRecord[],
  status: 'succeeded' | 'failed',
  instead: ReadonlyArray<StepRecord['status']>,
): StepRecord[] {
  return steps.map((step) => (instead.includes(step.status) ? { ...step, status } : step));
}

function nodeOf(ownerNode: string): string {
  return ownerNode.split('/')[0] ?? ownerNode;
}
