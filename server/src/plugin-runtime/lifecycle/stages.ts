import { PlatformError } from '../../kernel/index.ts';
import type { LoadReport, LoadStage } from '../plugin-runtime.ts';

/** Runs the stages of one load, one after the other, and measures them. */
export class LoadStages {
  current: LoadStage = 'read';
  readonly timings: Array<LoadReport['stages'][number]> = [];
  /** Ends the load before its next stage. */
  readonly signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  async run<T>(stage: LoadStage, work: () => T | Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    this.current = stage;
    const startedAt = performance.now();
    const result = await work();
    this.timings.push({ stage, durationMs: Math.round((performance.now() - startedAt) * 10) / 10 });
    return result;
  }
}

/**
 * Runs a load within a time limit.
 *
 * @throws PLUGIN_LOAD_TIMEOUT
 */
export async function withinLoadTime<T>(
  limitMs: number,
  abort: AbortController,
  work: () => Promise<T>,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new PlatformError({
      code: 'PLUGIN_LOAD_TIMEOUT',
      status: 504,
      message: `it did not finish within ${limitMs} ms`,
      fix: 'Look at what init() waits for, or raise app-market.plugin-runtime.load-timeout-ms.',
    });
    abort.abort(error);
    reject(error);
  }, limitMs);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
