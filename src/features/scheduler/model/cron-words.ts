import cronstrue from 'cronstrue';
import 'cronstrue/locales/en.js';
import 'cronstrue/locales/zh_CN.js';

/** A cron expression in words; undefined if invalid. */
export function cronWords(cron: string, locale: string): string | undefined {
  try {
    return cronstrue.toString(cron.trim(), {
      locale: locale.startsWith('zh') ? 'zh_CN' : 'en',
      use24HourTimeFormat: true,
      verbose: true,
      throwExceptionOnParseError: true,
    });
  } catch {
    return undefined;
  }
}

/** Common expressions; their names are `scheduler.preset.<key>`. */
export const cronPresets: Readonly<Record<string, string>> = {
  fiveMinutes: '*/5 * * * *',
  hourly: '0 * * * *',
  daily: '0 3 * * *',
  weekdays: '0 8 * * 1-5',
  weekly: '0 3 * * 1',
  monthly: '0 3 1 * *',
};
