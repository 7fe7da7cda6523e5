import type { TaskKind } from '../../data/index.ts';
import { PlatformError, toPlatformError, type Clock, type Logger } from '../../kernel/index.ts';
import type { Task, TaskFailure, TaskReport } from './task.ts';
import type { TaskFeed } from './task-feed.ts';
import { failureOf } from './failure-of.ts';
import { pendingSteps, TaskRun, type TaskWork } from './task-run.ts';
import type { JournalEnds, SettleOptions, TaskSettlement } from './task-settlement.ts';
import type { TakenOver } from './taken-over.ts';
import type { OpenTask, TaskProgress, TaskStore } from './task-store.ts';

export interface OperationStep<J> {
  readonly name: string;
  run(task: TaskWork<J>): Promise<void>;
}

/** One change of an application, as steps that are journaled. (design 4.4) */
export interface Operation<J> {
  readonly kind: TaskKind;
  readonly appCode: string;
  readonly tenantId: string;
  readonly actor: string | null;
  readonly version: string | null;
  readonly steps: ReadonlyArray<OperationStep<J>>;
  report(): TaskReport;
  /** Removes what only the work itself needed, whatever its outcome. */
  cleanUp(): Promise<void>;
}

export type TaskOutcome =
  | { readonly taskId: number; readonly status: 'succeeded'; readonly report: TaskReport }
  | {
      readonly taskId: number;
      readonly status: 'failed';
      readonly failure: TaskFailure;
      readonly error: PlatformError;
    };

export interface StartedTask {
  readonly taskId: number;
  /** Never rejects: a failure is an outcome. */
  readonly done: Promise<TaskOutcome>;
}

export interface TaskRunnerServices<J extends TakenOver> extends JournalEnds<J> {
  readonly store: TaskStore;
  readonly settlement: TaskSettlement<J>;
  /** Runs `work` while no other node does for the same application, so that two do not begin at the same moment. */
  exclusively<T>(appCode: string, work: () => Promise<T>): Promise<T>;
  readonly feed: TaskFeed;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process, in `owner_node`. */
  readonly ownerNode: string;
  /** Hears of each task that has failed. Never throws. */
  readonly failed: (task: Task) => void;
}

/** Runs operations, one at a time for each application, and takes back those that fail. */
export class TaskRunner<J extends TakenOver> {
  readonly #services: TaskRunnerServices<J>;
  readonly #busy = new Map<string, number | undefined>();
  readonly #runs = new Map<number, { run: TaskRun<J>; done: Promise<unknown> }>();
  /** Tasks of this process whose end could not be reached or written down, as when the database went away. */
  readonly #left = new Map<number, TaskFailure>();

  constructor(services: TaskRunnerServices<J>) {
    this.#services = services;
  }

  /** @throws TASK_RUNNING (409) with the running task's id */
  async start(operation: Operation<J>): Promise<StartedTask> {
    const { appCode } = operation;
    if (this.#busy.has(appCode)) throw taskRunning(appCode, this.#busy.get(appCode));
    this.#busy.set(appCode, undefined);
    try {
      const taskId = await this.#services.exclusively(appCode, async () => {
        await this.#settleOpen(appCode);
        return this.#insertAlone(operation);
      });
      this.#busy.set(appCode, taskId);
      const names = operation.steps.map((step) => step.name);
      const run = new TaskRun<J>(taskId, names, operation.version, this.#services);
      const entry = { run, done: Promise.resolve() as Promise<unknown> };
      this.#runs.set(taskId, entry);
      const done = this.#run(operation, run);
      entry.done = done;
      return { taskId, done };
    } catch (error) {
      this.#busy.delete(appCode);
      throw error;
    }
  }

  /** @throws TASK_RUNNING (409) when an operation on the application runs, on whichever node */
  async assertIdle(appCode: string): Promise<void> {
    if (this.#busy.has(appCode)) throw taskRunning(appCode, this.#busy.get(appCode));
    const { settlement, store } = this.#services;
    for (const task of await store.open(appCode)) {
      if (task.status === 'running' && !settlement.isOfThisProcess(task))
        throw taskRunning(appCode, task.taskId);
    }
  }

  /** True when the task runs in this process. */
  runs(taskId: number): boolean {
    return this.#runs.has(taskId);
  }

  /**
   * Ends a task that nobody works on, unless an operation on its application begins or runs.
   *
   * @throws what kept it from being ended; it stays open
   */
  async settle(task: OpenTask, failure: TaskFailure, options: SettleOptions): Promise<void> {
    await this.#whileIdle(task, () => this.#settle(task, failure, options));
  }

  /** The same for a task of another node, which has stood still for the time limit. @throws what kept it from being ended */
  async takeOver(task: OpenTask, failure: TaskFailure): Promise<void> {
    await this.#whileIdle(task, async () => {
      if (await this.#services.settlement.takeOver(task, failure)) await this.#announceEnd(task.taskId);
    });
  }

  /** Why a task failed that is still open: what is remembered of one of this process, else that its host is gone. */
  failureLeft(task: OpenTask): TaskFailure {
    return (
      this.#left.get(task.taskId) ?? {
        stage: task.currentStep ?? 'start',
        code: 'TASK_OWNER_GONE',
        message: 'The host stopped while the task ran; what it had done was taken back.',
        fix: 'Start it again.',
      }
    );
  }

  /** How far a task of this process is. */
  live(taskId: number): TaskProgress | undefined {
    return this.#runs.get(taskId)?.run.snapshot;
  }

  /** Ends a task of this process at its next step. */
  stop(taskId: number, reason: PlatformError): void {
    this.#runs.get(taskId)?.run.stop(reason);
  }

  /** Ends all tasks of this process at their next step and waits until they are taken back. */
  async close(): Promise<void> {
    const reason = new PlatformError({
      code: 'TASK_HOST_STOPPED',
      status: 503,
      message: 'The host was stopped while the task ran; what it had done was taken back.',
      fix: 'Start it again.',
    });
    const runs = [...this.#runs.values()];
    for (const { run } of runs) run.stop(reason);
    await Promise.all(runs.map(({ done }) => done));
  }

  async #whileIdle({ appCode, taskId }: OpenTask, work: () => Promise<void>): Promise<void> {
    if (this.#busy.has(appCode)) return;
    this.#busy.set(appCode, taskId);
    try {
      await work();
    } finally {
      this.#busy.delete(appCode);
    }
  }

  /** Nodes without a common lock may look at the same moment; each then sees the other's task, and neither begins. */
  async #insertAlone(operation: Operation<J>): Promise<number> {
    const { store } = this.#services;
    const taskId = await this.#insert(operation);
    const other = (await store.open(operation.appCode)).find(
      (task) => task.taskId !== taskId && task.status === 'running',
    );
    if (!other) return taskId;
    await store.remove(taskId);
    throw taskRunning(operation.appCode, other.taskId);
  }

  #insert(operation: Operation<J>): Promise<number> {
    const { tenantId, appCode, kind, version, actor } = operation;
    return this.#services.store.insert({
      tenantId,
      appCode,
      kind,
      version,
      actor,
      ownerNode: this.#services.ownerNode,
      steps: pendingSteps(operation.steps.map((step) => step.name)),
    });
  }

  /** What an earlier task of this process has left open goes first; one that still runs refuses the new one. */
  async #settleOpen(appCode: string): Promise<void> {
    const { settlement, store } = this.#services;
    for (const task of await store.open(appCode)) {
      if (settlement.isForAnyNode(task)) throw taskRunning(appCode, task.taskId);
      if (settlement.isOfThisProcess(task) && !this.runs(task.taskId)) {
        await this.#settle(task, this.failureLeft(task), { live: true }).catch((error: unknown) => {
          throw notSettled(task, error);
        });
      } else if (task.status === 'running') throw taskRunning(appCode, task.taskId);
    }
  }

  async #settle(task: OpenTask, failure: TaskFailure, options: SettleOptions): Promise<void> {
    await this.#services.settlement.settle(task, failure, options);
    this.#left.delete(task.taskId);
    await this.#announceEnd(task.taskId);
  }

  async #run(operation: Operation<J>, run: TaskRun<J>): Promise<TaskOutcome> {
    let outcome: TaskOutcome;
    try {
      for (const [index, step] of operation.steps.entries()) {
        await run.step(index, (task) => step.run(task));
      }
      outcome = await this.#succeed(operation, run);
    } catch (thrown) {
      outcome = await this.#end(operation, run, thrown);
    }
    await operation.cleanUp().catch((error: unknown) => {
      this.#services.logger.warn('Clearing up after a task failed', { taskId: run.taskId, error });
    });
    this.#busy.delete(operation.appCode);
    this.#runs.delete(run.taskId);
    await this.#announceEnd(run.taskId);
    return outcome;
  }

  async #succeed(operation: Operation<J>, run: TaskRun<J>): Promise<TaskOutcome> {
    const timings = Object.fromEntries(run.steps.map((step) => [step.name, step.durationMs]));
    const report = { taskId: run.taskId, ...operation.report(), timings };
    const { store } = this.#services;
    if (!(await store.succeed(run.taskId, run.snapshot, report)))
      await store.closeJournal(run.taskId, run.logText, run.steps);
    return { taskId: run.taskId, status: 'succeeded', report };
  }

  /**
   * What goes wrong after the commit is a leftover, not a failure. Whether it was before, only the database knows: where
   * that cannot be asked, the task stays open until the next operation, the sweeper or the next start settles it.
   */
  async #end(operation: Operation<J>, run: TaskRun<J>, thrown: unknown): Promise<TaskOutcome> {
    const services = this.#services;
    const { logger, store } = services;
    const { taskId } = run;
    const failure = failureOf(run.stage, thrown);
    const log = (line: string): void => run.log(line);
    try {
      const { status, isOpen, journal } = await services.settlement.renewed(taskId);
      if (status === 'succeeded' && !isOpen) return await this.#succeed(operation, run);
      if (await services.complete(journal, log)) {
        run.log(`Warning: clearing up was interrupted and has been done again: ${failure.message}`);
        run.finish();
        return await this.#succeed(operation, run);
      }
      run.fail(failure);
      logger.warn('Task failed', { taskId, ...failure, error: thrown });
      const task = { kind: operation.kind, version: run.snapshot.version, taskId };
      await services.takeBack(journal, services.settlement.ofOperation(failure, task), log, true);
      await store.fail(taskId, failure.stage, failure);
      await store.closeJournal(taskId, run.logText, run.steps);
    } catch (error) {
      this.#left.set(taskId, failure);
      run.log(`The task could not be ended, which is tried again: ${failureOf(run.stage, error).message}`);
      logger.error('A task could not be ended; it is tried again', { taskId, ...failure, error });
    }
    return { taskId, status: 'failed', failure, error: toPlatformError(thrown) };
  }

  async #announceEnd(taskId: number): Promise<void> {
    const task: Task | undefined = await this.#services.store.findOfAnyTenant(taskId).catch(() => undefined);
    if (!task) return;
    this.#services.feed.publish(taskId, { type: 'end', data: task });
    if (task.status === 'failed') this.#services.failed(task);
  }
}

function taskRunning(appCode: string, taskId: number | undefined): PlatformError {
  return new PlatformError({
    code: 'TASK_RUNNING',
    status: 409,
    message: `Another operation on ${appCode} is running.`,
    fix: 'Wait until it is done, then try again.',
    details: { appCode, ...(taskId === undefined ? {} : { taskId }) },
  });
}

function notSettled({ appCode, taskId }: OpenTask, error: unknown): PlatformError {
  const { code, message, fix } = failureOf('settle', error);
  return new PlatformError({
    code,
    status: 503,
    message: `The operation on ${appCode} before this one could not be ended: ${message}`,
    fix: fix ?? '',
    details: { appCode, taskId },
    cause: error,
  });
}
