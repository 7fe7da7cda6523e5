import type { ScheduledOptions } from '@platform/plugin-sdk/job';
import { Cron } from 'croner';
import { millisecondsOf } from '../../infra/index.ts';

/** Says when a scheduled method is due. */
export interface Trigger {
  /** For people: `every 5m`, `0 3 * * * (Europe/Berlin)`. */
  readonly text: string;
  /** @returns stops it */
  start(due: () => void): () => void;
}

/** What a timer of Node can wait for, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** @throws Error that says what is wrong with the times */
export function triggerOf(options: ScheduledOptions): Trigger {
  return 'cron' in options ? cronTrigger(options.cron, options.timeZone) : intervalTrigger(options.every);
}

function intervalTrigger(every: Parameters<typeof millisecondsOf>[0]): Trigger {
  const ms = millisecondsOf(every);
  if (ms < 1 || ms > LONGEST) throw new Error(`every: ${every} is not between 1ms and 24d`);
  return {
    text: `every ${every}`,
    start: (due) => {
      const timer = setInterval(due, ms).unref();
      return () => clearInterval(timer);
    },
  };
}

function cronTrigger(pattern: string, timezone: string | undefined): Trigger {
  const options = { mode: '5-or-6-parts', ...(timezone === undefined ? {} : { timezone }) } as const;
  if (new Cron(pattern, { ...options, paused: true }).nextRun() === null) {
    throw new Error(`cron: ${pattern} never comes`);
  }
  return {
    text: timezone === undefined ? pattern : `${pattern} (${timezone})`,
    start: (due) => {
      const cron = new Cron(pattern, { ...options, unref: true }, due);
      return () => cron.stop();
    },
  };
}
