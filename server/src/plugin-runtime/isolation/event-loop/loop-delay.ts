import { onLongWork, type Logger, type Undo } from '../../../kernel/index.ts';
import type { ServingApplication } from '../../contract/application-table.ts';
import type { LoopHolds } from './loop-holds.ts';

/** A serving version, as far as delays of the event loop concern it. */
export interface BusyApplication extends ServingApplication<{ readonly holds: LoopHolds }> {
  /** True if it answered a request within the last `withinMs` milliseconds. */
  wasBusy(withinMs: number): boolean;
}

/** A time in which the event loop did not turn. */
export interface LoopDelay {
  readonly durationMs: number;
  /**
   * The process took next to no processor time: it was stopped, the machine slept, or somebody
   * waited synchronously.
   */
  readonly isIdle: boolean;
  /** The host had announced long work of its own: a heap dump, a migration. */
  readonly isAnnounced: boolean;
}

/** Below this share of a delay nobody has computed. Even a busy machine leaves a loop more. */
const IDLE_SHARE = 0.02;

/** Processor time of this process so far, in milliseconds. */
function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Watches for delays of the event loop, including those after an `await`.
 *
 * `HoldMeter` attributes holds to an application, but cannot see past the first `await`.
 *
 * @param onDelay receives each delay once it is over
 * @param processorMs reads the processor time of the process, in milliseconds
 */
export function watchLoopDelay(
  thresholdMs: number,
  onDelay: (delay: LoopDelay) => void,
  processorMs: () => number = ownProcessorMs,
): Undo {
  const beatMs = Math.max(10, Math.floor(thresholdMs / 4));
  let last = performance.now();
  let used = processorMs();
  let isAnnounced = false;
  const undo = onLongWork(() => (isAnnounced = true));
  const timer = setInterval(() => {
    const now = performance.now();
    const usedNow = processorMs();
    const durationMs = Math.round(now - last - beatMs);
    const isIdle = usedNow - used < durationMs * IDLE_SHARE;
    last = now;
    used = usedNow;
    if (durationMs >= thresholdMs) onDelay({ durationMs, isIdle, isAnnounced });
    isAnnounced = false;
  }, beatMs).unref();
  return () => {
    clearInterval(timer);
    return undo();
  };
}

/**
 * Logs a delay that no application is accountable for, with the applications that were at work.
 *
 * @returns the applications that are accountable, else those at work; `what` names the holder.
 *   Nobody is accountable for a time in which nobody computed.
 */
export function reportDelay(
  { durationMs, isIdle }: LoopDelay,
  serving: readonly BusyApplication[],
  logger: Logger,
): { readonly applications: readonly string[]; readonly certain: boolean; readonly what?: string } {
  if (isIdle) {
    logger.warn(
      `The event loop was blocked for ${durationMs} ms: it was stopped, the machine slept, or code waited synchronously`,
    );
    return { applications: [], certain: false };
  }
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
