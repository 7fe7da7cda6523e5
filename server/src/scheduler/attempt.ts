import { randomUUID } from 'node:crypto';
import { ExecuteResult } from '@platform/plugin-sdk/job';
import { isA, reasonOf, requestContext, stackOf, traced, type Clock } from '../kernel/index.ts';
import type { RunJob } from '../plugin-runtime/index.ts';
import { RemoteLog } from './remote-log.ts';
import type { Task } from './task.ts';

/** A running attempt, with its log and a way to end it. */
export class Attempt {
  readonly log: RemoteLog;
  readonly #task: Task;
  readonly #hostEnds: AbortSignal;
  readonly #ended = new AbortController();
  #stopped = false;

  constructor(task: Task, clock: Clock, hostEnds: AbortSignal) {
    this.log = new RemoteLog(clock);
    this.#task = task;
    this.#hostEnds = hostEnds;
  }

  /** True once the attempt was ended from outside. */
  get stopped(): boolean {
    return this.#stopped;
  }

  stop(): void {
    this.#stopped = true;
    this.#abort(new Error('The run was stopped.'));
  }

  /** Never throws: a job that throws has failed. Its result after an end is ignored. */
  async run(job: RunJob, number: number): Promise<ExecuteResult> {
    const { jobId, jobName, params, tenantId, appCode } = this.#task;
    const signal = AbortSignal.any([this.#ended.signal, this.#hostEnds]);
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    const limit = this.#limit();
    const facts = { taskId: jobId, taskName: jobName, params, tenantId, attempt: number };
    const args = { ...facts, signal, log: this.log };
    try {
      const context = { requestId: randomUUID(), tenantId, user: undefined, appCode };
      const work = requestContext.run(context, () =>
        traced(
          () => ({
            name: `job ${this.#task.executor}`,
            attributes: {
              'platform.application': appCode,
              'platform.tenant': tenantId,
              'platform.job': jobId,
              'platform.attempt': number,
            },
          }),
          () => job(args),
          failureOf,
        ),
      );
      const result: unknown = await Promise.race([work, ended]);
      return isA(result, ExecuteResult)
        ? new ExecuteResult(result.ok === true, reasonOf(result.message))
        : ExecuteResult.failure('jobExecute did not resolve to an ExecuteResult.');
    } catch (error) {
      this.log.error(stackOf(error) || reasonOf(error));
      return ExecuteResult.failure(reasonOf(error));
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', end);
    }
  }

  #limit(): NodeJS.Timeout | undefined {
    const { timeoutMs } = this.#task;
    if (timeoutMs === 0) return undefined;
    return setTimeout(
      () => this.#abort(new Error(`The run did not finish within ${timeoutMs} ms.`)),
      timeoutMs,
    );
  }

  /** Runs as the application, which owns the errors of its listeners. */
  #abort(reason: Error): void {
    requestContext.runForApplication(this.#task.appCode, () => this.#ended.abort(reason));
  }
}

const failureOf = (result: unknown): string | undefined =>
  isA(result, ExecuteResult) && !result.ok ? reasonOf(result.message) : undefined;
