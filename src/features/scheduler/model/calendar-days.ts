import { instantOf, localText } from '@/shared/ui/local-time.ts';
import type { PlannedTask } from '../api/job-task.ts';

/** Days that the calendar shows at once. */
export const SHOWN_DAYS = 7;

export interface CalendarEntry {
  readonly time: string;
  readonly task: PlannedTask;
}

export interface CalendarDay {
  /** Its begin, on the person's clock. */
  readonly begin: Date;
  readonly entries: readonly CalendarEntry[];
}

/**
 * The begin of the day that is some days after that of a moment.
 *
 * @param timeZone IANA name of the person's
 */
export function dayAfter(moment: Date, days: number, timeZone: string): Date {
  const day = new Date(`${localText(moment.getTime(), timeZone).slice(0, 10)}T00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return new Date(instantOf(`${day.toISOString().slice(0, 10)}T00:00`, timeZone) ?? day);
}

/** The shown days from a moment's on, with all times of tasks in order. */
export function calendarDays(first: Date, tasks: readonly PlannedTask[], timeZone: string): CalendarDay[] {
  const entries = tasks
    .flatMap((task) => task.times.map((time) => ({ time, task })))
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
  return Array.from({ length: SHOWN_DAYS }, (_none, at) => {
    const begin = dayAfter(first, at, timeZone);
    const end = dayAfter(first, at + 1, timeZone);
    const within = ({ time }: CalendarEntry): boolean => new Date(time) >= begin && new Date(time) < end;
    return { begin, entries: entries.filter(within) };
  });
}
