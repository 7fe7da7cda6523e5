import { instantOf, localText } from '../ui/local-time.ts';

/** A time that is looked at, as ISO texts: without both ends the last hour, by the host's clock. */
export interface SlowWindow {
  readonly from?: string;
  readonly to?: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Before and after a time that was typed. */
const AROUND_MS = 10 * MINUTE_MS;

/**
 * The time that slow requests are shown of: around the last moment when clocks said so, or the last
 * hour or day.
 *
 * @param around `10:00` in the person's time zone; empty for none
 * @param now milliseconds since 1970
 * @param timeZone IANA name; default: the browser's
 */
export function slowWindow(
  around: string,
  range: 'hour' | 'day',
  now: number,
  timeZone?: string,
): SlowWindow {
  const momentOn = (day: number): number =>
    Date.parse(instantOf(`${localText(day, timeZone).slice(0, 10)}T${around}`, timeZone) ?? '');
  const today = momentOn(now);
  if (Number.isNaN(today)) return range === 'hour' ? {} : { from: isoOf(now - DAY_MS) };
  const at = today <= now ? today : momentOn(now - DAY_MS);
  return { from: isoOf(at - AROUND_MS), to: isoOf(at + AROUND_MS) };
}

const isoOf = (time: number): string => new Date(time).toISOString();
