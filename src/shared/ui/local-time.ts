/**
 * Text of a date and time field for a moment: `2026-03-10T12:00`.
 *
 * @param timeZone IANA name; default: the browser's
 */
export function localText(time: number | string, timeZone?: string): string {
  return localSeconds(new Date(time).getTime(), timeZone).slice(0, 16);
}

/**
 * The moment of a local time, as a field of the browser has it; undefined for none. An hour that
 * the clock leaves out is the one after it.
 *
 * @param timeZone IANA name; default: the browser's
 */
export function instantOf(local: string, timeZone?: string): string | undefined {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const offsetAt = (time: number) => Date.parse(`${localSeconds(time, timeZone)}Z`) - time;
  const first = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(first)).toISOString();
}

function localSeconds(time: number, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const { year = '', month, day, hour, minute, second } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}
