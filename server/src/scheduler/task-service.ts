import { PlatformError, requestContext, type Clock } from '../kernel/index.ts';
import type { JobExecutors } from '../plugin-runtime/index.ts';
import type { Edits } from '../system/index.ts';
import { nextTime } from './cron-times.ts';
import type { DueTimes } from './due-times.ts';
import type { RunStore } from './run-store.ts';
import type { TaskRunner } from './task-runner.ts';
import type { TaskStore } from './task-store.ts';
import type { Task, TaskInput } from './task.ts';

interface TaskServiceOptions {
  readonly tasks: TaskStore;
  readonly runs: RunStore;
  readonly runner: TaskRunner;
  readonly times: Pick<DueTimes, 'follow'>;
  /** False without a scheduler center. */
  readonly enabled: boolean;
  readonly executors: JobExecutors;
  readonly edits: Edits;
  readonly clock: Clock;
}

/** Operations of people on the tasks of their tenant. */
export class TaskService {
  readonly #options: TaskServiceOptions;

  constructor(options: TaskServiceOptions) {
    this.#options = options;
  }

  /** @throws JOB_CRON_INVALID, JOB_EXECUTOR_UNKNOWN (400) */
  async add(input: TaskInput): Promise<number> {
    const { tasks, times } = this.#options;
    const appCode = this.#owner(input.executor);
    const nextRunTime = this.#next(input);
    const jobId = await tasks.insert(input, { appCode, nextRunTime });
    await times.follow({ jobId, nextRunTime });
    return jobId;
  }

  /**
   * Replaces a task that is as the person saw it, and recomputes its next time.
   *
   * @throws RECORD_NOT_FOUND, JOB_CRON_INVALID, JOB_EXECUTOR_UNKNOWN, CHANGED_MEANWHILE
   */
  async edit(
    jobId: number,
    input: TaskInput,
    { seen, viewOf }: { readonly seen: string | undefined; readonly viewOf: (task: Task) => object },
  ): Promise<void> {
    const { tasks, times, edits } = this.#options;
    const current = await tasks.get(jobId);
    const appCode = input.executor === current.executor ? current.appCode : this.#owner(input.executor);
    const nextRunTime = this.#next(input);
    const shown = async () => viewOf(await tasks.get(jobId));
    await edits.run('sys_job', { id: jobId, seen, shown }, () =>
      tasks.update(jobId, input, { appCode, nextRunTime }),
    );
    await times.follow({ jobId, nextRunTime });
  }

  /** Enables or disables a task; a run in progress continues. @throws RECORD_NOT_FOUND (404) */
  async setStatus(jobId: number, status: 0 | 1): Promise<void> {
    const { tasks, times } = this.#options;
    const { cron, timeZone } = await tasks.get(jobId);
    const nextRunTime = this.#next({ cron, timeZone, status });
    await tasks.setStatus(jobId, status, nextRunTime);
    await times.follow({ jobId, nextRunTime });
  }

  /**
   * Ends a run without a retry. Later results of the job are ignored.
   *
   * @throws RECORD_NOT_FOUND (404), JOB_RUN_ENDED (409)
   */
  async stop(logId: number): Promise<void> {
    const { runs, runner } = this.#options;
    await runs.get(logId);
    if (await runs.askToStop(logId)) return runner.stop(logId);
    throw new PlatformError({
      code: 'JOB_RUN_ENDED',
      status: 409,
      message: 'The run has already ended.',
      fix: 'No action is needed.',
    });
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async remove(jobId: number): Promise<void> {
    await this.#options.tasks.get(jobId);
    await this.#options.tasks.remove(jobId);
  }

  /**
   * Runs a task at once, enabled or not.
   *
   * @param given `params` in place of the task's own, for all attempts of this run
   * @returns identifier of the run's record
   * @throws RECORD_NOT_FOUND, JOB_CENTER_DISABLED, JOB_EXECUTOR_NOT_LOADED, JOB_RUNNING (409)
   */
  async run(jobId: number, given: { readonly params?: unknown } = {}): Promise<number> {
    const { tasks, runner, executors, enabled } = this.#options;
    if (!enabled) {
      throw new PlatformError({
        code: 'JOB_CENTER_DISABLED',
        status: 409,
        message: 'The scheduler center is disabled: scheduler.center.address is empty.',
        fix: 'Set it to "embedded" or to the address of a Redis, and restart the host.',
      });
    }
    const task = await tasks.get(jobId);
    const job = executors.find(task.executor, task.tenantId);
    if (!job) {
      throw new PlatformError({
        code: 'JOB_EXECUTOR_NOT_LOADED',
        status: 409,
        message: `The job ${task.executor} of application ${task.appCode} is not available: the application is not loaded, or disabled.`,
        fix: 'Install or enable the application. Tasks that are due until then wait.',
        details: { params: { executor: task.executor, app: task.appCode } },
      });
    }
    if (task.concurrency !== 'parallel' && (await runner.isRunning(jobId))) {
      throw new PlatformError({
        code: 'JOB_RUNNING',
        status: 409,
        message: `The task ${task.jobName} is running.`,
        fix: 'Wait until it has finished, or allow the task to run in parallel.',
      });
    }
    return runner.begin('params' in given ? { ...task, params: given.params } : task, job);
  }

  #next({
    cron,
    timeZone = null,
    status = 0,
  }: Pick<TaskInput, 'cron' | 'timeZone' | 'status'>): string | null {
    const next = nextTime(cron, timeZone, this.#options.clock.now());
    return status === 1 ? next : null;
  }

  #owner(executor: string): string {
    const { executors } = this.#options;
    const tenantId = requestContext.current()?.tenantId ?? '';
    const job = executors.find(executor, tenantId) && executors.list().find(({ name }) => name === executor);
    if (job) return job.appCode;
    throw new PlatformError({
      code: 'JOB_EXECUTOR_UNKNOWN',
      status: 400,
      message: `No loaded and enabled application has a job named ${executor}.`,
      fix: 'Use the name of a @JobExecutor. GET /scheduler/executor lists them.',
      details: { params: { executor } },
    });
  }
}
