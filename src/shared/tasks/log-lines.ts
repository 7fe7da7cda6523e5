import { splitLog } from './task-events.ts';

/** A line of a log with its time in the person's zone. */
export interface LogLine {
  time: string;
  text: string;
}

const STAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) (.*)$/s;

/**
 * The lines of a log, which the server writes in UTC.
 *
 * @param timeZone IANA name; default: the browser's
 */
export function logLines(text: string, locale: string, timeZone?: string): LogLine[] {
  const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return splitLog(text).map((line) => {
    const [, stamp, rest] = STAMP.exec(line) ?? [];
    return stamp === undefined
      ? { time: '', text: line }
      : { time: clock.format(new Date(stamp)), text: rest ?? '' };
  });
}
