import type { TaskStatus } from '../../data/index.ts';
import { PlatformError, type Clock, type Logger } from '../../kernel/index.ts';
import type { OperationFailure, StepRecord, TaskFailure } from './task.ts';
import { isBeingSettled, type Takeover } from './takeover.ts';
import type { OpenTask, TaskEnd, TaskStore } from './task-store.ts';

/** The settlement of one task, as its journal's handlers see it. */
export interface Settling {
  log(line: string): void;
  /**
   * Asked before what cannot be undone: a process may have been stopped since it began.
   *
   * @throws TASK_TAKEN_OVER (409) when another host settles the task, or has settled it
   */
  assertCurrent(): Promise<void>;
}

/** How an operation is undone. */
export interface Undoing {
  /** False at start, before a backend is loaded and before this host takes what it should have. */
  readonly live: boolean;
  readonly log: (line: string) => void;
}

/** Brings an operation's journal to one of its two ends. */
export interface JournalHandlers<J> {
  /** Restores the state before the task. Safe to repeat. */
  rollBack(journal: Partial<J>, failure: OperationFailure, work: Undoing): Promise<void>;
  /** Finishes a committed operation; returns false for one that has not committed. */
  complete(journal: Partial<J>, work: Settling): Promise<boolean>;
  isCommitted(journal: Partial<J>): boolean;
  /** Settles records and data of another node's journal. Safe to repeat. */
  settleShared(journal: Partial<J>, failure: OperationFailure, work: Settling): Promise<void>;
  /** Settles only this node's disk: a later operation has settled the rest. Safe to repeat. */
  settleDisk(journal: Partial<J>, work: Undoing): Promise<void>;
  /** The journal's node still has work on its own disk. */
  hasLocalWork(journal: Partial<J>): boolean;
}

interface TaskState<J> {
  readonly status: TaskStatus | undefined;
  /** Whether the journal is open, as that of a task which another node took over. */
  readonly isOpen: boolean;
  readonly journal: Partial<J>;
}

export interface SettlementServices<J extends object> {
  readonly journals: JournalHandlers<J>;
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Value of `owner_node` for this process: `<node>/<process>`. */
  readonly ownerNode: string;
  /** Those of the workers that live beside this one, on the same disk. None if omitted. */
  readonly siblings?: () => readonly string[];
  /** Those of the processes whose lease runs. (design 10.4) */
  living(processes: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface SettleOptions {
  readonly live: boolean;
  /** Step that the task shows; default: the one it stopped in. */
  readonly currentStep?: string;
}

/** Settles abandoned tasks: completes committed ones, rolls the others back. (design 4.4) */
export class TaskSettlement<J extends Takeover> {
  readonly #services: SettlementServices<J>;

  constructor(services: SettlementServices<J>) {
    this.#services = services;
  }

  /** The task was started on this host, so its journal describes this disk. */
  isOfThisNode(task: OpenTask): boolean {
    return nodeOf(task.ownerNode) === nodeOf(this.#services.ownerNode);
  }

  /** Another worker of this machine runs it, or settles it itself. */
  isOfSibling(task: OpenTask): boolean {
    return !this.isOfThisProcess(task) && (this.#services.siblings?.() ?? []).includes(task.ownerNode);
  }

  isOfThisProcess(task: OpenTask): boolean {
    return task.ownerNode === this.#services.ownerNode;
  }

  /** True when records or data are unsettled, and the task is another node's or was taken over. */
  mayTakeOver(task: OpenTask): boolean {
    const { sharedEnded, takenOver } = this.#journalOf(task);
    return sharedEnded !== true && (takenOver !== undefined || !this.isOfThisNode(task));
  }

  /** May be taken over, from a process or its settler that no longer renews its lease. */
  async isAbandoned(task: OpenTask): Promise<boolean> {
    if (!this.mayTakeOver(task)) return false;
    const owner = processOf(this.#journalOf(task).takenOver ?? task.ownerNode);
    const living = await this.#services.living([owner]);
    return !living.has(owner);
  }

  /**
   * Takes over an abandoned or stalled task of another node; of several nodes, one succeeds.
   *
   * The other node can no longer change the task. It settles its own disk when it is back.
   *
   * @returns false when the task has moved on, or another node was first
   */
  async takeOver(task: OpenTask, failure: TaskFailure): Promise<boolean> {
    const { journals, logger, ownerNode, store } = this.#services;
    const before = this.#journalOf(task);
    const journal = { ...before, takenOver: ownerNode };
    const end = endOf(task, journals.isCommitted(before), failure);
    if (!(await store.takeOver(task, end, journal))) return false;
    const { lines, log } = this.#logOf(task);
    if (end.failure) log(failure.message);
    log(`Another node took over the task from ${nodeOf(task.ownerNode)}`);
    if (!(await store.hasLater(task.appCode, task.taskId))) {
      const work = this.settling(task.taskId, log, ownerNode);
      await journals.settleShared(journal, this.operationFailure(failure, task), work);
    }
    const hasLocalWork = journals.hasLocalWork(journal);
    await store.keepJournal(
      task.taskId,
      hasLocalWork ? { ...journal, sharedEnded: true } : null,
      lines.join('\n'),
    );
    logger.warn('Took over a task of another node', {
      taskId: task.taskId,
      appCode: task.appCode,
      ...failure,
    });
    return true;
  }

  /** Settles a task. Safe to repeat. @throws the error that prevented it; the task stays open */
  async settle(task: OpenTask, failure: TaskFailure, options: SettleOptions): Promise<void> {
    const { journals, store } = this.#services;
    const { lines, log } = this.#logOf(task);
    const { journal } = await this.renew(task.taskId);
    const isOfThisNode = this.isOfThisNode(task);
    const isOurs = isOfThisNode && !(await store.hasLater(task.appCode, task.taskId));
    if (isOurs && (await journals.complete(journal, this.settling(task.taskId, log)))) {
      log('The change was committed before the interruption; the clean-up is finished now');
      await this.#succeed(task, lines.join('\n'));
      return;
    }
    if (task.status === 'running') log(failure.message);
    const work = { live: options.live, log };
    if (isOurs) await journals.rollBack(journal, this.operationFailure(failure, task), work);
    else if (isOfThisNode) await journals.settleDisk(journal, work);
    await this.#fail(task, failure, options.currentStep ?? failure.stage);
    const steps = ended(task.steps, 'failed', ['running']);
    await store.closeJournal(task.taskId, lines.join('\n'), steps);
  }

  /**
   * Renews this node's claim on a task for the time limit, and reads the task.
   *
   * @throws TASK_TAKEN_OVER (409) while another node settles records and data
   */
  async renew(taskId: number): Promise<TaskState<J>> {
    await this.#services.store.renew(taskId);
    const state = await this.#read(taskId);
    if (isBeingSettled(state.journal)) throw takenOver();
    return state;
  }

  /** @param owner the process that took the task over to settle it; default: none has */
  settling(taskId: number, log: Settling['log'], owner?: string): Settling {
    const assertCurrent = async (): Promise<void> => {
      const { isOpen, journal } = await this.#read(taskId);
      if (!isOpen || journal.takenOver !== owner) throw takenOver();
    };
    return { log, assertCurrent };
  }

  async #read(taskId: number): Promise<TaskState<J>> {
    const state = await this.#services.store.state(taskId);
    const journal = JSON.parse(state?.journal ?? '{}') as Partial<J>;
    return { status: state?.status, isOpen: (state?.journal ?? null) !== null, journal };
  }

  /** The failure with its operation, for the installation's record. */
  operationFailure(
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
    logger.warn('An abandoned task was settled as failed', {
      taskId: task.taskId,
      appCode: task.appCode,
      ...failure,
    });
  }
}

const takenOver = (): PlatformError =>
  new PlatformError({
    code: 'TASK_TAKEN_OVER',
    status: 409,
    message: 'Another node has taken the task over and settles it.',
    fix: 'No action is needed: the host checks again.',
  });

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

function processOf(ownerNode: string): string {
  return ownerNode.split('/')[1] ?? ownerNode;
}
