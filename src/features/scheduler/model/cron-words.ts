import cronstrue from 'cronstrue';
import 'cronstrue/locales/en.js';
import 'cronstrue/locales/zh_CN.js';

/** A cron expression in words; undefined if invalid. */
export function cronWords(cron: string, locale: string): string | undefined {
  try {
    const isChinese = locale.startsWith('zh');
    const words = cronstrue.toString(cron.trim(), {
      locale: isChinese ? 'zh_CN' : 'en',
      use24HourTimeFormat: true,
      verbose: true,
      throwExceptionOnParseError: true,
    });
    return isChinese ? daysFirst(words) : words;
  } catch {
    return undefined;
  }
}

/** As Chinese says it: days before times, without what an interval says already. */
function daysFirst(words: string): string {
  const [time = '', ...days] = words.split(/,\s*/).map((part) => part.replace(/^(?:在|限|仅于|仅)\s*/, ''));
  const told = time.startsWith('每') ? days.filter((part) => !/^每(?:分钟|小时|天)$/.test(part)) : days;
  return [...told.toReversed(), time].join(' ');
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
