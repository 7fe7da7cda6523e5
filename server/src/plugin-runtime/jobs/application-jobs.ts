import type { ExecuteResult, JobArgs } from '@platform/plugin-sdk/job';
import { within } from '../../kernel/index.ts';
import type { SourceMaps } from '../contract/source-maps.ts';
import type { Job } from './collect-jobs.ts';

/** The jobs of one loaded application and their runs. */
export class ApplicationJobs {
  readonly all: readonly Job[];
  readonly #maps: SourceMaps;
  readonly #running = new Map<Promise<unknown>, Job>();
  readonly #ended = new AbortController();

  constructor(jobs: readonly Job[], maps: SourceMaps) {
    this.all = jobs;
    this.#maps = maps;
  }

  find(name: string): Job | undefined {
    return this.all.find((job) => job.name === name);
  }

  /** Runs a job; rejects if the application is unloaded before it ends. */
  async run(job: Job, args: JobArgs): Promise<ExecuteResult> {
    const { signal: ended } = this.#ended;
    const { promise: cutOff, reject } = Promise.withResolvers<never>();
    const cut = (): void => reject(new Error('The application was unloaded before the job had finished.'));
    ended.addEventListener('abort', cut, { once: true });
    const work = (async () =>
      job.handler.jobExecute({ ...args, signal: AbortSignal.any([args.signal, ended]) }))();
    const run = Promise.race([work, cutOff]);
    this.#running.set(run, job);
    try {
      return await run;
    } catch (error) {
      throw this.#maps.mapError(error);
    } finally {
      this.#running.delete(run);
      ended.removeEventListener('abort', cut);
    }
  }

  /**
   * Waits for the running jobs, then aborts the rest.
   *
   * @returns names of the aborted jobs
   */
  async drain(timeoutMs: number): Promise<string[]> {
    await within(Promise.allSettled(this.#running.keys()), timeoutMs);
    const names = [...this.#running.values()].map(({ className }) => className);
    this.#ended.abort();
    return names;
  }
}
