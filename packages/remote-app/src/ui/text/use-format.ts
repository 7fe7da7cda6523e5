import { useUi } from '../services/use-ui.ts';
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatRelativeTime,
} from './format.ts';

/**
 * The formatters in the person's language and time zone. Call them in templates or computed values,
 * so that they follow it.
 */
export function useFormat() {
  const { locale, timeZone } = useUi();
  return {
    bytes: (value: number) => formatBytes(value, locale.value),
    duration: (milliseconds: number) => formatDuration(milliseconds, locale.value),
    relative: (time: number, now: number) => formatRelativeTime(time, now, locale.value),
    date: (time: number | string | Date) => formatDate(time, locale.value, timeZone?.value),
    dateTime: (time: number | string | Date) => formatDateTime(time, locale.value, timeZone?.value),
    number: (value: number) => formatNumber(value, locale.value),
  };
}

/** Words for how many rows there are: `1,000+` where there are more than were counted. */
export function useCount(): (rows: number, exact: boolean) => string {
  const format = useFormat();
  return (rows, exact) => format.number(rows) + (exact ? '' : '+');
}
