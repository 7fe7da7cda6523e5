import type { Logger, Undo } from '../../kernel/index.ts';
import type { ApplicationTable } from '../lifecycle/application-table.ts';

/**
 * Tells when the event loop was late, whoever held it: also code after an `await`, which {@link HoldMeter} does not see.
 *
 * @param onDelay is told after the delay, in milliseconds
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

/** Logs a delay that no application has been held to account for, with those that were at work. */
export function reportDelay(durationMs: number, table: ApplicationTable, logger: Logger): void {
  const since = new Date(Date.now() - 2 * durationMs).toISOString();
  const known = table.serving.some(({ parts }) => (parts.holds.lastAt ?? '') >= since);
  if (known) return;
  const atWork = applicationsAtWork(table, 2 * durationMs);
  logger.warn(`The event loop was held for ${durationMs} ms: nobody was served`, { atWork });
}

/** Those that answered a request within the last milliseconds. */
export const applicationsAtWork = (table: ApplicationTable, withinMs: number): string[] =>
  table.serving.filter((application) => application.wasBusy(withinMs)).map(({ appCode }) => appCode);
