const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Time of day with milliseconds. A format is made once for each language and zone: making one takes
 * longer than all else of a line, of which a thousand may come in a second.
 *
 * @param timeZone IANA name; default: the browser's
 */
export function timeOfDay(time: string, locale: string, timeZone?: string): string {
  const key = `${locale} ${timeZone ?? ''}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    });
    formats.set(key, format);
  }
  return format.format(new Date(time));
}
