import { seededName } from '@/shared/i18n/seeded-name.ts';

/** Chinese names of the categories that come with the platform. */
const CHINESE: Readonly<Record<string, readonly [given: string, chinese: string]>> = {
  Samples: ['Samples', '示例'],
};

/** The name of a category. Those of other publishers stay as they are. */
export const categoryName = (category: string, locale: string): string =>
  seededName(CHINESE, category, category, locale);
