import type { TaskStatus } from '../../data/index.ts';
import { PlatformError, type Clock, type Logger } from '../../kernel/index.ts';
import type { OperationFailure, StepRecord, TaskFailure } from './task.ts';
import { endsElsewhere, type TakenOver } from './taken-over.ts';
import type { OpenTask, TaskEnd, TaskStore } from './task-store.ts';

/** How an operation's journal is brought to one of its two ends. */
export interface JournalEnds<J> {
  /**
   * Puts everything back as it was before the task; may run more than once.
   *
   * @param live false at start, when no backend has been loaded yet
   */
  takeBack(
    journal: Partial<J>,
    failure: OperationFailure,
    log: (line: string) => void,
    live: boolean,
  ): Promise<void>;
  /** Does what a task had left to do after its commit; false where it has not committed. */
  complete(journal: Partial<J>, log: (line: string) => void): Promise<boolean>;
  isCommitted(journal: Partial<J>): boolean;
  /** Brings to its end what all nodes share, of a journal of another node; may run more than once. */
  endShared(journal: Partial<J>, failure: OperationFailure, log: (line: string) => void): Promise<void>;
  /** The node whose journal it is has more to do, on its own disk. */
  leftToItsNode(journal: Partial<J>): boolean;
}

export interface SettlementServices<J extends object> extends JournalEnds<J> {
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
export class TaskSettlement<J extends TakenOver> {
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

  /**
   * Another node's, with something left to do that is not that node's alone; or one that a node took over and did not
   * bring to its end.
   */
  isForAnyNode(task: OpenTask): boolean {
    const { sharedEnded, takenOver } = this.#journalOf(task);
    return sharedEnded !== true && (takenOver !== undefined || !this.isOfThisNode(task));
  }

  /**
   * Ends a task of another node that has stood still for the time limit. Of several nodes one does it; the node that left
   * it can change nothing more, and does the rest of it, on its own disk, when it is back.
   *
   * @returns false when the task has moved, or another node was first
   */
  async takeOver(task: OpenTask, failure: TaskFailure): Promise<boolean> {
    const { store, ownerNode, logger, ...ends } = this.#services;
    const before = this.#journalOf(task);
    const journal = { ...before, takenOver: ownerNode };
    const end = endOf(task, ends.isCommitted(before), failure);
    if (!(await store.takeOver(task, end, journal))) return false;
    const { lines, log } = this.#logOf(task);
    if (end.failure) log(failure.message);
    log(`Another node has taken the task over, as ${nodeOf(task.ownerNode)} left it`);
    if (!(await store.hasLater(task.appCode, task.taskId))) {
      await ends.endShared(journal, this.ofOperation(failure, task), log);
    }
    const left = ends.leftToItsNode(journal);
    await store.keepJournal(task.taskId, left ? { ...journal, sharedEnded: true } : null, lines.join('\n'));
    logger.warn('A task of another node was ended', {
      taskId: task.taskId,
      appCode: task.appCode,
      ...failure,
    });
    return true;
  }

  /** @throws what kept it from being settled; it stays open then, and this may be called again */
  async settle(task: OpenTask, failure: TaskFailure, options: SettleOptions): Promise<void> {
    const { store } = this.#services;
    const { lines, log } = this.#logOf(task);
    const { journal } = await this.renewed(task.taskId);
    const ours = this.isOfThisNode(task) && !(await store.hasLater(task.appCode, task.taskId));
    if (ours && (await this.#services.complete(journal, log))) {
      log('The change was committed before the task was interrupted; the rest has been done now');
      await this.#succeed(task, lines.join('\n'));
      return;
    }
    if (task.status === 'running') log(failure.message);
    if (ours) {
      await this.#services.takeBack(journal, this.ofOperation(failure, task), log, options.live);
    }
    await this.#fail(task, failure, options.currentStep ?? failure.stage);
    const steps = ended(task.steps, 'failed', ['running']);
    await store.closeJournal(task.taskId, lines.join('\n'), steps);
  }

  /**
   * A task as it stands; for the time limit from here on no other node takes it over.
   *
   * @throws TASK_TAKEN_OVER (409) while another node brings records and data to their end
   */
  async renewed(taskId: number): Promise<{
    readonly status: TaskStatus | undefined;
    readonly isOpen: boolean;
    readonly journal: Partial<J>;
  }> {
    const { store } = this.#services;
    await store.renew(taskId);
    const standing = await store.standing(taskId);
    const journal = JSON.parse(standing?.journal ?? '{}') as Partial<J>;
    const isOpen = standing?.status === 'running' || (standing?.journal ?? null) !== null;
    if (!endsElsewhere(journal)) return { status: standing?.status, isOpen, journal };
    throw new PlatformError({
      code: 'TASK_TAKEN_OVER',
      status: 409,
      message: 'Another node has taken the task over and is about to end it.',
      fix: 'Nothing needs to be done: this is looked at again.',
    });
  }

  /** A failure as the record of the application keeps it. */
  ofOperation(
    failure: TaskFailure,
    { kind, version, taskId }: Pick<OpenTask, 'kind' | 'version' | 'taskId'>,
  ): OperationFailure {
    const at = new Date(this.#services.clock.now()).toISOString();
    return { ...failure, operation: { kind, version, taskId, at } };
  }

  #journalOf(task: OpenTask): Partial<J> {
    return JSON.parse(task.journal ?? '{}') as Partial<J>;
  }

  #logOf(task: OpenTask): { readonly lines: string[]; readonly log: (line: string) => void } {
    const lines = task.logText === '' ? [] : [task.logText];
    const log = (line: string): void => {
      lines.push(`${new Date(this.#services.clock.now()).toISOString()} ${line}`);
    };
    return { lines, log };
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

function endOf(task: OpenTask, committed: boolean, failure: TaskFailure): TaskEnd {
  const { currentStep, steps, status } = task;
  if (committed)
    return {
      status: 'succeeded',
      currentStep,
      failure: undefined,
      steps: ended(steps, 'succeeded', ['running', 'pending']),
    };
  if (status === 'running')
    return {
      status: 'failed',
      currentStep: failure.message,
      failure,
      steps: ended(steps, 'failed', ['running']),
    };
  return { status, currentStep, failure: undefined, steps };
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
