import type { ScheduledOptions } from '@platform/plugin-sdk/job';
import { Cron } from 'croner';
import { millisecondsOf } from '../../infra/index.ts';

/** Decides when a scheduled method is due. */
export interface Trigger {
  /** Human-readable: `every 5m`, `0 3 * * * (Europe/Berlin)`. */
  readonly text: string;
  /** Milliseconds between two runs of an interval. */
  readonly intervalMs?: number;
  /** Next time of a cron expression. */
  next?(): Date | null;
  /** @returns a function that stops the trigger */
  start(due: () => void): () => void;
}

/** Longest delay of a Node timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** @throws Error if the times are invalid */
export function triggerOf(options: ScheduledOptions): Trigger {
  return 'cron' in options ? cronTrigger(options.cron, options.timeZone) : intervalTrigger(options.every);
}

function intervalTrigger(every: Parameters<typeof millisecondsOf>[0]): Trigger {
  const ms = millisecondsOf(every);
  if (ms < 1 || ms > LONGEST) throw new Error(`every: ${every} is not between 1ms and 24d`);
  return {
    text: `every ${every}`,
    intervalMs: ms,
    start: (due) => {
      const timer = setInterval(due, ms).unref();
      return () => clearInterval(timer);
    },
  };
}

function cronTrigger(pattern: string, timezone: string | undefined): Trigger {
  const options = { mode: '5-or-6-parts', ...(timezone === undefined ? {} : { timezone }) } as const;
  if (new Cron(pattern, { ...options, paused: true }).nextRun() === null) {
    throw new Error(`cron: ${pattern} is never due`);
  }
  return {
    text: timezone === undefined ? pattern : `${pattern} (${timezone})`,
    next: () => new Cron(pattern, { ...options, paused: true }).nextRun(),
    start: (due) => {
      const cron = new Cron(pattern, { ...options, unref: true }, due);
      return () => cron.stop();
    },
  };
}
