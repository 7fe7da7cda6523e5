import { remembered } from './remembered.ts';

const numbers = remembered(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
const dates = remembered(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
const relatives = remembered((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes with a decimal unit and at most one fraction digit: `7.1 kB`. */
export function formatBytes(bytes: number, locale: string): string {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const digits = power === 0 ? 0 : 1;
  const number = numbers(locale, { maximumFractionDigits: digits }).format(bytes / 1000 ** power);
  return `${number} ${byteUnits[power]}`;
}

/**
 * A duration in milliseconds, in its two largest units: `840 ms`, `3.2 s`, `2 min 05 s`, `1 h 20
 * min`.
 */
export function formatDuration(milliseconds: number, locale: string): string {
  const number = (value: number, digits = 0) =>
    numbers(locale, { maximumFractionDigits: digits }).format(value);
  if (milliseconds < 1000) return `${number(Math.max(0, milliseconds))} ms`;
  if (milliseconds < 59_950) return `${number(milliseconds / 1000, 1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
  const minutes = Math.round(seconds / 60);
  return `${number(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')} min`;
}

const relativeSteps: ReadonlyArray<[Intl.RelativeTimeFormatUnit, number]> = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/**
 * A moment as seen from `now`: `3 minutes ago`, `yesterday`; below a minute `now`. Both in
 * milliseconds since 1970.
 */
export function formatRelativeTime(time: number, now: number, locale: string): string {
  const format = relatives(locale);
  const seconds = (time - now) / 1000;
  const step = relativeSteps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? format.format(Math.trunc(seconds / step[1]), step[0]) : format.format(0, 'second');
}

/**
 * The day alone.
 *
 * @param timeZone IANA name; default: the browser's
 */
export function formatDate(time: number | string | Date, locale: string, timeZone?: string): string {
  return dates(locale, { dateStyle: 'medium', timeZone }).format(new Date(time));
}

/**
 * Date and time to the second.
 *
 * @param timeZone IANA name; default: the browser's
 */
export function formatDateTime(time: number | string | Date, locale: string, timeZone?: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'medium', timeZone } as const;
  return dates(locale, style).format(new Date(time));
}

export function formatNumber(value: number, locale: string): string {
  return numbers(locale).format(value);
}

/** IANA name of the browser's time zone. */
export function browserTimeZone(): string {
  return dates('en-US').resolvedOptions().timeZone;
}
