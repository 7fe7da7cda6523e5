import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExecuteResult } from '@platform/plugin-sdk/job';
import { requestContext, type Clock, type Logger } from '../kernel/index.ts';
import type { JobExecutors, RunJob } from '../plugin-runtime/index.ts';
import { RemoteLog } from './remote-log.ts';
import type { RunStore } from './run-store.ts';
import type { Task } from './task.ts';

interface TaskRunnerOptions {
  readonly runs: RunStore;
  readonly executors: JobExecutors;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Before the second attempt, in milliseconds; doubles with each further one, up to five minutes. */
  readonly retryDelayMs: number;
}

const LONGEST_DELAY_MS = 300_000;
/** How often the record of a run is brought up to date, in milliseconds. */
const HEARTBEAT_MS = 5_000;

/** Runs tasks on this node, with their attempts and time limits. */
export class TaskRunner {
  readonly #options: TaskRunnerOptions;
  readonly #active = new Map<number, number>();
  readonly #runs = new Set<Promise<void>>();
  readonly #ended = new AbortController();

  constructor(options: TaskRunnerOptions) {
    this.#options = options;
  }

  /** True while a run of the task goes on, here or on another node. */
  async isRunning(jobId: number): Promise<boolean> {
    return this.#active.has(jobId) || this.#options.runs.isRunning(jobId);
  }

  /** Begins a run. @returns identifier of the first attempt's record */
  async begin(task: Task, job: RunJob): Promise<number> {
    this.#active.set(task.jobId, (this.#active.get(task.jobId) ?? 0) + 1);
    let logId: number;
    try {
      logId = await this.#options.runs.begin(task, 1, 'running');
    } catch (error) {
      this.#leave(task.jobId);
      throw error;
    }
    const run = this.#attempts(task, job, logId)
      .catch((error: unknown) => {
        this.#options.logger.error('The run of a task could not be recorded', { jobId: task.jobId, error });
      })
      .finally(() => {
        this.#leave(task.jobId);
        this.#runs.delete(run);
      });
    this.#runs.add(run);
    return logId;
  }

  /** Ends what runs, and waits for its records. */
  async close(): Promise<void> {
    this.#ended.abort(new Error('The host is stopping.'));
    await Promise.all(this.#runs);
  }

  #leave(jobId: number): void {
    const count = (this.#active.get(jobId) ?? 1) - 1;
    if (count === 0) this.#active.delete(jobId);
    else this.#active.set(jobId, count);
  }

  async #attempts(task: Task, first: RunJob, firstLogId: number): Promise<void> {
    const { runs, logger, retryDelayMs } = this.#options;
    let job = first;
    let logId = firstLogId;
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt(task, job, attempt, logId);
      if (result.ok || this.#ended.signal.aborted) return;
      const fields = { jobId: task.jobId, executor: task.executor, attempt, reason: result.message };
      if (attempt >= task.maxAttempts) {
        logger.error(`Task ${task.jobName} failed`, fields);
        return;
      }
      logger.warn(`Task ${task.jobName} failed and will be tried again`, fields);
      const next = await this.#jobAfter(task, Math.min(retryDelayMs * 2 ** (attempt - 1), LONGEST_DELAY_MS));
      if (!next) return;
      job = next;
      logId = await runs.begin(task, attempt + 1, 'running');
    }
  }

  /** Waits for the delay, and then for the application where it is not loaded. @returns undefined when the host stops */
  async #jobAfter(task: Task, delayMs: number): Promise<RunJob | undefined> {
    const { signal } = this.#ended;
    let job: RunJob | undefined;
    while (!job && !signal.aborted) {
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
      job = this.#options.executors.find(task.executor, task.tenantId);
    }
    return signal.aborted ? undefined : job;
  }

  async #attempt(task: Task, job: RunJob, attempt: number, logId: number): Promise<ExecuteResult> {
    const { runs, clock, logger } = this.#options;
    const log = new RemoteLog(clock);
    const touch = (): void => {
      runs.touch(logId, log.text).catch((error: unknown) => {
        logger.warn('The record of a running task was not brought up to date', { logId, error });
      });
    };
    const heartbeat = setInterval(touch, HEARTBEAT_MS).unref();
    const result = await this.#execute(task, job, attempt, log);
    clearInterval(heartbeat);
    await runs.end(logId, result.ok ? 'succeeded' : 'failed', result.message, log.text);
    return result;
  }

  async #execute(task: Task, job: RunJob, attempt: number, log: RemoteLog): Promise<ExecuteResult> {
    const limit = new AbortController();
    const signal = AbortSignal.any([limit.signal, this.#ended.signal]);
    const { promise: ended, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    const timer =
      task.timeoutMs > 0
        ? setTimeout(
            () => limit.abort(new Error(`It did not end within ${task.timeoutMs} ms.`)),
            task.timeoutMs,
          )
        : undefined;
    const { tenantId, appCode } = task;
    const args = { taskId: task.jobId, taskName: task.jobName, params: task.params, attempt, signal, log };
    try {
      const work = requestContext.run({ requestId: randomUUID(), tenantId, user: undefined, appCode }, () =>
        job(args),
      );
      const result: unknown = await Promise.race([work, ended]);
      return result instanceof ExecuteResult
        ? result
        : ExecuteResult.failure('jobExecute did not resolve to an ExecuteResult.');
    } catch (error) {
      log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return ExecuteResult.failure(error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(timer);
    }
  }
}
