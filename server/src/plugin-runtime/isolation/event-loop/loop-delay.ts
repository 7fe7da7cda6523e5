import type { Logger, Undo } from '../../../kernel/index.ts';
import type { ServingApplication } from '../../contract/application-table.ts';
import type { LoopHolds } from './loop-holds.ts';

/** A serving version, as far as delays of the event loop concern it. */
export interface BusyApplication extends ServingApplication<{ readonly holds: LoopHolds }> {
  /** True if it answered a request within the last `withinMs` milliseconds. */
  wasBusy(withinMs: number): boolean;
}

/**
 * Watches for delays of the event loop, including those after an `await`.
 *
 * `HoldMeter` attributes holds to an application, but cannot see past the first `await`.
 *
 * @param onDelay receives the duration of each delay once it is over, in milliseconds
 */
export function watchLoopDelay(thresholdMs: number, onDelay: (durationMs: number) => void): Undo {
  const beatMs = Math.max(10, Math.floor(thresholdMs / 4));
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const late = Math.round(now - last - beatMs);
    last = now;
    if (late >= thresholdMs) onDelay(late);
  }, beatMs).unref();
  return () => clearInterval(timer);
}

/**
 * Logs a delay that no application is accountable for, with the applications that were at work.
 *
 * @returns the applications that are accountable, else those at work; `what` names the holder
 */
export function reportDelay(
  durationMs: number,
  serving: readonly BusyApplication[],
  logger: Logger,
): { readonly applications: readonly string[]; readonly certain: boolean; readonly what?: string } {
  const since = new Date(Date.now() - 2 * durationMs).toISOString();
  const known = serving.filter(({ parts }) => (parts.holds.lastAt ?? '') >= since);
  const [only, ...others] = known;
  if (only) {
    const what = others.length === 0 ? only.parts.holds.summary.last?.what : undefined;
    const applications = known.map(({ appCode }) => appCode);
    return { applications, certain: others.length === 0, ...(what === undefined ? {} : { what }) };
  }
  const atWork = applicationsAtWork(serving, 2 * durationMs);
  logger.warn(`The event loop was blocked for ${durationMs} ms, and all requests with it`, { atWork });
  return { applications: atWork, certain: false };
}

/** Codes of the applications that answered a request within the last `withinMs` milliseconds. */
export const applicationsAtWork = (serving: readonly BusyApplication[], withinMs: number): string[] =>
  serving.filter((application) => application.wasBusy(withinMs)).map(({ appCode }) => appCode);
