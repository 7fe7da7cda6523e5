import type { TaskKind } from '../../data/index.ts';
import { PlatformError, toPlatformError, type Clock, type Logger } from '../../kernel/index.ts';
import type { Task, TaskFailure, TaskReport } from './task.ts';
import type { TaskFeed } from './task-feed.ts';
import { failureOf, pendingSteps, TaskRun, type TaskWork } from './task-run.ts';
import type { TaskProgress, TaskStore } from './task-store.ts';

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

export interface TaskRunnerServices<J> {
  readonly store: TaskStore;
  /** Runs `work` while no other node does for the same application, so that two do not begin at the same moment. */
  exclusively<T>(appCode: string, work: () => Promise<T>): Promise<T>;
  readonly feed: TaskFeed;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process, in `owner_node`. */
  readonly ownerNode: string;
  /** Puts everything back as it was before the task; may run more than once. */
  takeBack(journal: Partial<J>, failure: TaskFailure, log: (line: string) => void): Promise<void>;
  /** Clears up after a task whose journal says that it committed; false where it has not. */
  complete(journal: Partial<J>): Promise<boolean>;
}

/** Runs operations, one at a time for each application, and takes back those that fail. */
export class TaskRunner<J extends object> {
  readonly #services: TaskRunnerServices<J>;
  readonly #busy = new Map<string, number | undefined>();
  readonly #runs = new Map<number, { run: TaskRun<J>; done: Promise<unknown> }>();

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
        const running = await this.#services.store.runningOf(appCode);
        if (running !== undefined) throw taskRunning(appCode, running);
        return this.#insert(operation);
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

  /** True when the task runs in this process. */
  runs(taskId: number): boolean {
    return this.#runs.has(taskId);
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

  async #run(operation: Operation<J>, run: TaskRun<J>): Promise<TaskOutcome> {
    const { store } = this.#services;
    let outcome: TaskOutcome;
    try {
      await this.#steps(operation, run);
      const timings = Object.fromEntries(run.steps.map((step) => [step.name, step.durationMs]));
      const report = { taskId: run.taskId, ...operation.report(), timings };
      await store.succeed(run.taskId, run.snapshot, report);
      outcome = { taskId: run.taskId, status: 'succeeded', report };
    } catch (thrown) {
      outcome = await this.#fail(run, thrown);
    }
    await operation.cleanUp().catch((error: unknown) => {
      this.#services.logger.warn('Clearing up after a task failed', { taskId: run.taskId, error });
    });
    this.#busy.delete(operation.appCode);
    this.#runs.delete(run.taskId);
    await this.#announceEnd(run.taskId);
    return outcome;
  }

  /** What goes wrong after the commit is a leftover, not a failure. */
  async #steps(operation: Operation<J>, run: TaskRun<J>): Promise<void> {
    try {
      for (const [index, step] of operation.steps.entries()) {
        await run.step(index, (task) => step.run(task));
      }
    } catch (thrown) {
      if (!(await this.#services.complete(run.journal).catch(() => false))) throw thrown;
      run.log(`warning: clearing up was interrupted: ${failureOf(run.stage, thrown).message}`);
    }
  }

  async #fail(run: TaskRun<J>, thrown: unknown): Promise<TaskOutcome> {
    const { store, logger } = this.#services;
    const failure = run.failed(thrown);
    const taskId = run.taskId;
    logger.warn('Task failed', { taskId, ...failure, error: thrown });
    try {
      await this.#services.takeBack(run.journal, failure, (line) => run.log(line));
      await store.fail(taskId, failure.stage, failure);
      await store.closeJournal(taskId, run.logText, run.steps);
    } catch (error) {
      run.log(`Taking back failed: ${error instanceof Error ? error.message : String(error)}`);
      logger.error('Taking a failed task back did not succeed', { taskId, error });
      await store.fail(taskId, failure.stage, failure).catch((problem: unknown) => {
        logger.error('The failure of a task could not be recorded', { taskId, error: problem });
      });
    }
    return { taskId, status: 'failed', failure, error: toPlatformError(thrown) };
  }

  async #announceEnd(taskId: number): Promise<void> {
    const task: Task | undefined = await this.#services.store.findOfAnyTenant(taskId).catch(() => undefined);
    if (task) this.#services.feed.publish(taskId, { type: 'end', data: task });
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
