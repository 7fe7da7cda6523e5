import { setTimeout as pause } from 'node:timers/promises';
import type { Undo } from './disposer.ts';

/** Schedules delayed work. Simulations supply virtual time. */
export interface Timers {
  /** Milliseconds of a clock that never goes back. */
  elapsed(): number;
  /** Runs `work` at each interval. It keeps no process alive. */
  every(intervalMs: number, work: () => void): Undo;
  pause(ms: number): Promise<void>;
}

/** Timers of the current process. */
export const systemTimers: Timers = {
  elapsed: () => performance.now(),
  every: (intervalMs, work) => {
    const timer = setInterval(work, intervalMs).unref();
    return () => clearInterval(timer);
  },
  pause: (ms) => pause(ms),
};
