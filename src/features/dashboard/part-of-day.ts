export type PartOfDay = 'night' | 'morning' | 'afternoon' | 'evening';

/**
 * The part of the day for a greeting, in the browser's time zone.
 * @param now milliseconds since 1970
 * @param timeZone IANA name; default: the browser's
 */
export function partOfDay(now: number, timeZone?: string): PartOfDay {
  const clock = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone });
  const hour = Number(clock.format(now));
  if (hour < 5) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}
