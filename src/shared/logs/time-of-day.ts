const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Time of day with milliseconds. A format is made once for each language: making one takes longer
 * than all else of a line, of which a thousand may come in a second.
 */
export function timeOfDay(time: string, locale: string): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    });
    formats.set(locale, format);
  }
  return format.format(new Date(time));
}
