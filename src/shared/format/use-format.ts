import { useI18n } from 'vue-i18n';
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatRelativeTime,
} from './format.ts';

/** The formatters in the current language. Use inside templates or computed values, so that they follow it. */
export function useFormat() {
  const { locale } = useI18n();
  return {
    bytes: (value: number) => formatBytes(value, locale.value),
    duration: (milliseconds: number) => formatDuration(milliseconds, locale.value),
    relative: (time: number, now: number) => formatRelativeTime(time, now, locale.value),
    date: (time: number | string | Date) => formatDate(time, locale.value),
    dateTime: (time: number | string | Date) => formatDateTime(time, locale.value),
    number: (value: number) => formatNumber(value, locale.value),
  };
}
