import type { TaskKind } from '../../data/index.ts';
import { PlatformError, toPlatformError, traced, type Clock, type Logger } from '../../kernel/index.ts';
import type { OperationTimes } from './operation-times.ts';
import type { Task, TaskFailure, TaskReport } from './task.ts';
import type { TaskFeed } from './task-feed.ts';
import { toTaskFailure } from './task-failure.ts';
import { pendingSteps, TaskRun, type TaskWork } from './task-run.ts';
import type { JournalHandlers, SettleOptions, TaskSettlement } from './task-settlement.ts';
import type { Takeover } from './takeover.ts';
import type { OpenTask, TaskProgress, TaskStore } from './task-store.ts';

export interface OperationStep<J> {
  readonly name: string;
  run(task: TaskWork<J>): Promise<void>;
}

/** One change of an application, as journaled steps. (design 4.4) */
export interface Operation<J> {
  readonly kind: TaskKind;
  readonly appCode: string;
  readonly tenantId: string;
  readonly actor: string | null;
  readonly version: string | null;
  readonly steps: ReadonlyArray<OperationStep<J>>;
  report(): TaskReport;
  /** Removes temporary files, whatever the outcome. */
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
  /** Never rejects: a failure is an outcome, too. */
  readonly done: Promise<TaskOutcome>;
}

export interface TaskRunnerServices<J extends Takeover> {
  readonly journals: JournalHandlers<J>;
  readonly store: TaskStore;
  readonly settlement: TaskSettlement<J>;
  /** Runs `work` under a lock of the application, so that two nodes do not start at once. */
  exclusively<T>(appCode: string, work: () => Promise<T>): Promise<T>;
  /** Gives up what this host has prepared of an application for an operation of another one. */
  readonly released?: (appCode: string) => Promise<void>;
  readonly feed: TaskFeed;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Value of `owner_node` for this process. */
  readonly ownerNode: string;
  /** Told of the end of each operation, after its rollback where it failed. */
  readonly times: OperationTimes;
  /** Receives each failed task. Must not throw. */
  readonly onFailed: (task: Task) => void;
  /** Reports of the other hosts on a committed operation, added to its own. Must not throw. */
  readonly hosts?: (appCode: string, run: TaskWork<J>) => Promise<TaskReport>;
}

/** Runs operations, one at a time per application, and rolls failed ones back. */
export class TaskRunner<J extends Takeover> {
  readonly #services: TaskRunnerServices<J>;
  readonly #busy = new Map<string, number | undefined>();
  /** Work on an application that is no operation; one that starts waits for its end. */
  readonly #other = new Map<string, Promise<void>>();
  readonly #runs = new Map<number, { run: TaskRun<J>; done: Promise<unknown> }>();
  /** Failures of this process's tasks that could not be settled, as when the database was down. */
  readonly #unsettled = new Map<number, TaskFailure>();

  constructor(services: TaskRunnerServices<J>) {
    this.#services = services;
  }

  /** @throws TASK_RUNNING (409) with the running task's id */
  async start(operation: Operation<J>): Promise<StartedTask> {
    const { appCode } = operation;
    if (this.#busy.has(appCode)) throw taskRunning(appCode, this.#busy.get(appCode));
    this.#busy.set(appCode, undefined);
    try {
      await this.#other.get(appCode);
      const taskId = await this.#services.exclusively(appCode, async () => {
        await this.#settleOpen(appCode);
        await this.#services.released?.(appCode);
        return this.#insertAlone(operation);
      });
      this.#busy.set(appCode, taskId);
      const names = operation.steps.map((step) => step.name);
      const run = new TaskRun<J>(taskId, names, operation.version, this.#services);
      const entry = { run, done: Promise.resolve() as Promise<unknown> };
      this.#runs.set(taskId, entry);
      const done = this.#traced(operation, run);
      entry.done = done;
      return { taskId, done };
    } catch (error) {
      this.#busy.delete(appCode);
      throw error;
    }
  }

  /**
   * Ends a task of a host that has died, so that only one that runs refuses.
   *
   * @throws TASK_RUNNING (409) when an operation on the application runs on any node
   */
  async assertIdle(appCode: string): Promise<void> {
    if (this.#busy.has(appCode)) throw taskRunning(appCode, this.#busy.get(appCode));
    const { settlement, store } = this.#services;
    for (const task of await store.open(appCode)) {
      if (task.status !== 'running' || settlement.isOfThisProcess(task)) continue;
      if (!(await this.#endAbandoned(task))) throw taskRunning(appCode, task.taskId);
    }
  }

  /**
   * Runs work on an application unless an operation of this process is on it. One that starts
   * meanwhile waits.
   *
   * @returns false when the work did not run
   */
  async whileIdle(appCode: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#busy.has(appCode) || this.#other.has(appCode)) return false;
    const done = work();
    const settled = done.catch(() => undefined);
    this.#other.set(appCode, settled);
    try {
      await done;
    } finally {
      this.#other.delete(appCode);
    }
    return true;
  }

  /** Whether an operation of this process is on the application. */
  isBusy(appCode: string): boolean {
    return this.#busy.has(appCode);
  }

  /** True when the task runs in this process. */
  runs(taskId: number): boolean {
    return this.#runs.has(taskId);
  }

  /**
   * Settles an abandoned task, unless an operation on its application starts or runs.
   *
   * @throws the error that prevented it; the task stays open
   */
  async settle(task: OpenTask, failure: TaskFailure, options: SettleOptions): Promise<void> {
    await this.#ifIdle(task, () => this.#settle(task, failure, options));
  }

  /** Settles an abandoned task of another node. @throws the error that prevented it */
  async takeOver(task: OpenTask, failure: TaskFailure): Promise<void> {
    await this.#ifIdle(task, async () => void (await this.#takeOver(task, failure)));
  }

  /** Failure of an open task: the one remembered in this process, else that its host is gone. */
  failureOf(task: OpenTask): TaskFailure {
    return (
      this.#unsettled.get(task.taskId) ?? {
        stage: task.currentStep ?? 'start',
        code: 'TASK_OWNER_GONE',
        message: 'The host stopped while the task ran. Its changes were rolled back.',
        fix: 'Start it again.',
      }
    );
  }

  /** Progress of a task of this process. */
  live(taskId: number): TaskProgress | undefined {
    return this.#runs.get(taskId)?.run.snapshot;
  }

  /** Stops a task of this process at its next step. */
  stop(taskId: number, reason: PlatformError): void {
    this.#runs.get(taskId)?.run.stop(reason);
  }

  /** Stops all tasks of this process at their next step and waits for their rollback. */
  async close(): Promise<void> {
    const reason = new PlatformError({
      code: 'TASK_HOST_STOPPED',
      status: 503,
      message: 'The host was stopped while the task ran. Its changes were rolled back.',
      fix: 'Start it again.',
    });
    const runs = [...this.#runs.values()];
    for (const { run } of runs) run.stop(reason);
    await Promise.all(runs.map(({ done }) => done));
  }

  async #ifIdle({ appCode, taskId }: OpenTask, work: () => Promise<void>): Promise<void> {
    if (this.#busy.has(appCode)) return;
    this.#busy.set(appCode, taskId);
    try {
      await this.#other.get(appCode);
      await work();
    } finally {
      this.#busy.delete(appCode);
    }
  }

  /**
   * Without a common lock, two nodes may insert at once: each sees the other's task and withdraws.
   */
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

  /**
   * Settles first an earlier task of this process, or of a host that has died.
   *
   * @throws TASK_RUNNING (409) for one that runs
   */
  async #settleOpen(appCode: string): Promise<void> {
    const { settlement, store } = this.#services;
    for (const task of await store.open(appCode)) {
      if (settlement.mayTakeOver(task)) {
        if (!(await this.#endAbandoned(task))) throw taskRunning(appCode, task.taskId);
      } else if (settlement.isOfThisProcess(task) && !this.runs(task.taskId)) {
        await this.#settle(task, this.failureOf(task), { live: true }).catch((error: unknown) => {
          throw notSettled(task, error);
        });
      } else if (task.status === 'running') throw taskRunning(appCode, task.taskId);
    }
  }

  /** @returns false for the task of a host that lives, and when another node was first */
  async #endAbandoned(task: OpenTask): Promise<boolean> {
    if (!(await this.#services.settlement.isAbandoned(task))) return false;
    return this.#takeOver(task, this.failureOf(task));
  }

  /** @returns false when another node was first */
  async #takeOver(task: OpenTask, failure: TaskFailure): Promise<boolean> {
    const isOurs = await this.#services.settlement.takeOver(task, failure);
    if (isOurs) await this.#announceEnd(task.taskId);
    return isOurs;
  }

  async #settle(task: OpenTask, failure: TaskFailure, options: SettleOptions): Promise<void> {
    await this.#services.settlement.settle(task, failure, options);
    this.#unsettled.delete(task.taskId);
    await this.#announceEnd(task.taskId);
  }

  #traced(operation: Operation<J>, run: TaskRun<J>): Promise<TaskOutcome> {
    const { kind, appCode, tenantId } = operation;
    return traced(
      () => ({
        name: `operation ${kind}`,
        attributes: {
          'platform.application': appCode,
          'platform.tenant': tenantId,
          'platform.task': run.taskId,
        },
      }),
      () => this.#run(operation, run),
      (outcome) => (outcome.status === 'failed' ? outcome.failure.message : undefined),
    );
  }

  async #run(operation: Operation<J>, run: TaskRun<J>): Promise<TaskOutcome> {
    const startedAt = performance.now();
    let outcome: TaskOutcome;
    try {
      for (const [index, step] of operation.steps.entries()) {
        await traced(
          () => ({ name: `step ${step.name}` }),
          () => run.step(index, (task) => step.run(task)),
        );
      }
      outcome = await this.#succeed(operation, run);
    } catch (thrown) {
      outcome = await this.#end(operation, run, thrown);
    }
    const labels = { kind: operation.kind, outcome: outcome.status };
    this.#services.times.ended(labels, performance.now() - startedAt);
    await operation.cleanUp().catch((error: unknown) => {
      this.#services.logger.warn('Cleaning up after a task failed', { taskId: run.taskId, error });
    });
    this.#busy.delete(operation.appCode);
    this.#runs.delete(run.taskId);
    await this.#announceEnd(run.taskId);
    return outcome;
  }

  async #succeed(operation: Operation<J>, run: TaskRun<J>): Promise<TaskOutcome> {
    const timings = Object.fromEntries(run.steps.map((step) => [step.name, step.durationMs]));
    const hosts = await this.#services.hosts?.(operation.appCode, run);
    const report = { taskId: run.taskId, ...operation.report(), ...hosts, timings };
    const { store } = this.#services;
    if (!(await store.succeed(run.taskId, run.snapshot, report)))
      await store.closeJournal(run.taskId, run.logText, run.steps);
    return { taskId: run.taskId, status: 'succeeded', report };
  }

  /**
   * An error after the commit interrupts only the clean-up, so the task still succeeds.
   *
   * Only the database knows whether the commit happened. If it cannot be reached, the task stays
   * open until the next operation, the sweeper or the next start settles it.
   */
  async #end(operation: Operation<J>, run: TaskRun<J>, thrown: unknown): Promise<TaskOutcome> {
    const services = this.#services;
    const { logger, store } = services;
    const { taskId } = run;
    const failure = toTaskFailure(run.stage, thrown);
    const log = (line: string): void => run.log(line);
    try {
      const { status, isOpen, journal } = await services.settlement.renew(taskId);
      if (status === 'succeeded' && !isOpen) return await this.#succeed(operation, run);
      if (await services.journals.complete(journal, services.settlement.settling(taskId, log))) {
        run.log(`Warning: the clean-up was interrupted and has been repeated: ${failure.message}`);
        run.finish();
        return await this.#succeed(operation, run);
      }
      run.fail(failure);
      logger.warn('Task failed', { taskId, ...failure, error: thrown });
      const task = { kind: operation.kind, version: run.snapshot.version, taskId };
      const recorded = services.settlement.operationFailure(failure, task);
      await services.journals.rollBack(journal, recorded, { live: true, log });
      await store.fail(taskId, failure.stage, failure);
      await store.closeJournal(taskId, run.logText, run.steps);
    } catch (error) {
      this.#unsettled.set(taskId, failure);
      run.log(
        `The task could not be settled and will be retried: ${toTaskFailure(run.stage, error).message}`,
      );
      logger.error('A task could not be settled; it will be retried', { taskId, ...failure, error });
    }
    return { taskId, status: 'failed', failure, error: toPlatformError(thrown) };
  }

  async #announceEnd(taskId: number): Promise<void> {
    const task: Task | undefined = await this.#services.store.findOfAnyTenant(taskId).catch(() => undefined);
    if (!task) return;
    this.#services.feed.publish(taskId, { type: 'end', data: task });
    if (task.status === 'failed') this.#services.onFailed(task);
  }
}

function taskRunning(appCode: string, taskId: number | undefined): PlatformError {
  return new PlatformError({
    code: 'TASK_RUNNING',
    status: 409,
    message: `Another operation on ${appCode} is running.`,
    fix: 'Wait until it ends, then try again.',
    details: { appCode, ...(taskId === undefined ? {} : { taskId }) },
  });
}

function notSettled({ appCode, taskId }: OpenTask, error: unknown): PlatformError {
  const { code, message, fix } = toTaskFailure('settle', error);
  return new PlatformError({
    code,
    status: 503,
    message: `The previous operation on ${appCode} could not be settled: ${message}`,
    fix: fix ?? '',
    details: { appCode, taskId },
    cause: error,
  });
}
