import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecuteResult } from '@platform/plugin-sdk/job';
import type { Clock, Logger } from '../kernel/index.ts';
import type { JobExecutors, RunJob } from '../plugin-runtime/index.ts';
import type { Alert } from './alerts.ts';
import { Attempt } from './attempt.ts';
import type { JobTimes } from './job-times.ts';
import type { RunStore } from './run-store.ts';
import type { Task } from './task.ts';

interface TaskRunnerOptions {
  readonly runs: RunStore;
  readonly executors: JobExecutors;
  readonly alert: Alert;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly durations: JobTimes;
  /**
   * Delay before the second attempt, in milliseconds; doubles with each attempt, up to five
   * minutes.
   */
  readonly retryDelayMs: number;
}

const LONGEST_DELAY_MS = 300_000;
/** Interval of saving a run's record, in milliseconds. */
const HEARTBEAT_MS = 1_000;

/** Runs tasks on this node, with their attempts and time limits. */
export class TaskRunner {
  readonly #options: TaskRunnerOptions;
  readonly #active = new Map<number, number>();
  /** Running attempts by the identifier of their record. */
  readonly #going = new Map<number, Attempt>();
  readonly #runs = new Set<Promise<void>>();
  readonly #ended = new AbortController();

  constructor(options: TaskRunnerOptions) {
    this.#options = options;
  }

  /** True while a run of the task is in progress, here or on another node. */
  async isRunning(jobId: number): Promise<boolean> {
    return this.#active.has(jobId) || this.#options.runs.isRunning(jobId);
  }

  /** Starts a run. @returns identifier of the first attempt's record */
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

  /** The log so far of a run on this node; undefined for runs elsewhere. */
  logOf(logId: number): string | undefined {
    return this.#going.get(logId)?.log.text;
  }

  /** Passes on what a run on this node logs from now on; undefined for runs elsewhere. */
  onLine(logId: number, listener: (line: string) => void): (() => void) | undefined {
    return this.#going.get(logId)?.log.onLine(listener);
  }

  /** Ends a run of this node at once; other nodes read the request from the record. */
  stop(logId: number): void {
    this.#going.get(logId)?.stop();
  }

  /** Ends all runs and waits until their records are saved. */
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
    const { runs, alert, logger, retryDelayMs } = this.#options;
    let job = first;
    let logId = firstLogId;
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt(task, job, attempt, logId);
      if (result.ok || result.stopped || this.#ended.signal.aborted) return;
      const fields = { jobId: task.jobId, executor: task.executor, attempt, reason: result.message };
      if (attempt >= task.maxAttempts) {
        logger.error(`Task ${task.jobName} failed`, fields);
        await alert(task, attempt, result.message);
        return;
      }
      logger.warn(`Task ${task.jobName} failed and will be retried`, fields);
      const next = await this.#jobAfter(task, Math.min(retryDelayMs * 2 ** (attempt - 1), LONGEST_DELAY_MS));
      if (!next) return;
      job = next;
      logId = await runs.begin(task, attempt + 1, 'running');
    }
  }

  /**
   * Waits for the delay and for the application to be loaded.
   *
   * @returns undefined when the host stops
   */
  async #jobAfter(task: Task, delayMs: number): Promise<RunJob | undefined> {
    const { signal } = this.#ended;
    let job: RunJob | undefined;
    while (!job && !signal.aborted) {
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
      job = this.#options.executors.find(task.executor, task.tenantId);
    }
    return signal.aborted ? undefined : job;
  }

  async #attempt(task: Task, job: RunJob, number: number, logId: number): Promise<Attempted> {
    const { runs, clock, durations } = this.#options;
    const startedAt = performance.now();
    const attempt = new Attempt(task, clock, this.#ended.signal);
    this.#going.set(logId, attempt);
    const heartbeat = setInterval(() => void this.#keep(logId, attempt), HEARTBEAT_MS).unref();
    const result = await attempt.run(job, number);
    clearInterval(heartbeat);
    const { stopped } = attempt;
    const status = stopped ? 'stopped' : result.ok ? 'succeeded' : 'failed';
    durations.ended({ application: task.appCode, outcome: status }, performance.now() - startedAt);
    try {
      await runs.end(logId, status, result.message, attempt.log.text);
    } finally {
      this.#going.delete(logId);
    }
    return { ...result, stopped };
  }

  /** Saves the record, and reads from it whether another node requested a stop. */
  async #keep(logId: number, attempt: Attempt): Promise<void> {
    try {
      if (await this.#options.runs.touch(logId, attempt.log.text)) attempt.stop();
    } catch (error) {
      this.#options.logger.warn('The record of a running task could not be updated', { logId, error });
    }
  }
}

type Attempted = Pick<ExecuteResult, 'ok' | 'message'> & { readonly stopped: boolean };
