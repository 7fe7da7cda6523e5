import { PlatformError } from '../../kernel/index.ts';
import type { LoadReport, LoadStage } from '../plugin-runtime.ts';

/** Runs the stages of one load, one after the other, and measures them. */
export class LoadStages {
  current: LoadStage = 'read';
  readonly timings: Array<LoadReport['stages'][number]> = [];
  readonly #limitMs: number;
  readonly #abort = new AbortController();

  /** Says what the current stage waits for, where that can be said. */
  waitingFor: () => string | undefined = () => undefined;

  /** @param limitMs how long {@link limited} work may take */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get limitMs(): number {
    return this.#limitMs;
  }

  /** Ends the load before its next stage. */
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
   * Runs some of the stages within the time limit.
   *
   * @param late takes the result when it comes after the time was over
   * @throws PLUGIN_LOAD_TIMEOUT
   */
  async limited<T>(work: () => Promise<T>, late: (result: T) => unknown = () => undefined): Promise<T> {
    const { promise: over, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const error = timeout(this.#limitMs, this.waitingFor());
      this.#abort.abort(error);
      reject(error);
    }, this.#limitMs);
    const working = work();
    try {
      return await Promise.race([working, over]);
    } catch (error) {
      void working.then(late).catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

const timeout = (limitMs: number, waitingFor: string | undefined): PlatformError =>
  new PlatformError({
    code: 'PLUGIN_LOAD_TIMEOUT',
    status: 504,
    message: `it did not finish within ${limitMs} ms${waitingFor ? `: ${waitingFor} has not ended` : ''}`,
    fix: 'Look at what init() waits for, or raise app-market.plugin-runtime.load-timeout-ms.',
  });
