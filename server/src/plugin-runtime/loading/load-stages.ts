import { PlatformError, within } from '../../kernel/index.ts';
import type { LoadReport, LoadStage } from '../contract/load-report.ts';

/** Runs and times the stages of one load. */
export class LoadStages {
  current: LoadStage = 'read';
  readonly timings: Array<LoadReport['stages'][number]> = [];
  readonly #limitMs: number;
  readonly #abort = new AbortController();

  /** Returns the method that the current stage waits for, if known. */
  waitingFor: () => string | undefined = () => undefined;

  /** @param limitMs time limit of {@link limited} work */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get limitMs(): number {
    return this.#limitMs;
  }

  /** Time that the stages have taken, without what was between them, in milliseconds. */
  get totalMs(): number {
    return this.timings.reduce((sum, { durationMs }) => sum + durationMs, 0);
  }

  /** Aborted when the time limit expires; no further stage starts then. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async run<T>(stage: LoadStage, work: () => T | Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    this.current = stage;
    const startedAt = performance.now();
    const result = await work();
    this.timings.push({ stage, durationMs: Math.round((performance.now() - startedAt) * 10) / 10 });
    return result;
  }

  /**
   * Runs stages within the time limit.
   *
   * @param late receives a result that arrives after the limit
   * @throws PLUGIN_LOAD_TIMEOUT
   */
  async limited<T>(work: () => Promise<T>, late: (result: T) => unknown = () => undefined): Promise<T> {
    const working = work();
    try {
      return await within(working, this.#limitMs, () => {
        const error = timeout(this.#limitMs, this.waitingFor());
        this.#abort.abort(error);
        throw error;
      });
    } catch (error) {
      void working.then(late).catch(() => undefined);
      throw error;
    }
  }
}

const timeout = (limitMs: number, waitingFor: string | undefined): PlatformError =>
  new PlatformError({
    code: 'PLUGIN_LOAD_TIMEOUT',
    status: 504,
    message: `it did not finish within ${limitMs} ms${waitingFor ? `: ${waitingFor} is still pending` : ''}`,
    fix: 'Check what init() waits for, or raise app-market.plugin-runtime.load-timeout-ms.',
  });
