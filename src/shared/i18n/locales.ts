export const locales = ['zh-CN', 'en-US'] as const;

export type Locale = (typeof locales)[number];

/** Each language by its own name. */
export const localeNames: Readonly<Record<Locale, string>> = { 'zh-CN': '简体中文', 'en-US': 'English' };

/**
 * The supported language nearest to the browser's wishes, in their order; English when none fits.
 */
export function negotiateLocale(wishes: readonly string[]): Locale {
  for (const wish of wishes) {
    const language = wish.toLowerCase().split('-')[0];
    const match = locales.find((locale) => locale.toLowerCase().startsWith(`${language}-`));
    if (match) return match;
  }
  return 'en-US';
}
