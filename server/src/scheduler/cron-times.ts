import { Cron } from 'croner';
import { PlatformError, reasonOf } from '../kernel/index.ts';

/**
 * The first time of a cron expression after a moment.
 *
 * @param cron five fields, or six with seconds in front
 * @returns ISO timestamp
 * @throws JOB_CRON_INVALID (400), also for an expression without a next time
 */
export function nextTime(cron: string, timeZone: string | null, after: number): string {
  return nextTimes(cron, timeZone, after, 1)[0] ?? '';
}

/** The next times in order; fewer if they end. @throws JOB_CRON_INVALID (400), also for none */
export function nextTimes(cron: string, timeZone: string | null, after: number, count: number): string[] {
  try {
    const times = cronOf(cron, timeZone).nextRuns(count, new Date(after));
    if (times.length > 0) return times.map((time) => time.toISOString());
  } catch (cause) {
    throw invalid(`${cron}${timeZone === null ? '' : ` in ${timeZone}`}: ${reasonOf(cause)}`, cause);
  }
  throw invalid(`${cron} is never due.`);
}

/** The times from `from` on and before `to`, at most `most`; none for an invalid expression. */
export function timesBetween(
  cron: string,
  timeZone: string | null,
  from: number,
  to: number,
  most: number,
): string[] {
  const times: string[] = [];
  try {
    const schedule = cronOf(cron, timeZone);
    let next = schedule.nextRun(new Date(from - 1));
    while (next && next.getTime() < to && times.length < most) {
      times.push(next.toISOString());
      next = schedule.nextRun(next);
    }
  } catch {
    return [];
  }
  return times;
}

const cronOf = (cron: string, timeZone: string | null): Cron =>
  new Cron(cron, {
    paused: true,
    mode: '5-or-6-parts',
    ...(timeZone === null ? {} : { timezone: timeZone }),
  });

const invalid = (message: string, cause?: unknown): PlatformError =>
  new PlatformError({
    code: 'JOB_CRON_INVALID',
    status: 400,
    message: `The schedule is invalid: ${message}`,
    fix: 'Use five fields, or six with seconds first, such as 0 3 * * *, and an IANA time zone.',
    cause,
    details: { params: { reason: message } },
  });
