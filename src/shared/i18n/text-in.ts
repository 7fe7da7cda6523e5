/** The key of a language's text: language and region (`zh-CN`), or the language (`zh`). */
export function languageKey(texts: Readonly<Record<string, string>>, locale: string): string {
  const [language = locale] = locale.split('-');
  return Object.hasOwn(texts, locale) || !Object.hasOwn(texts, language) ? locale : language;
}

/** The text in a language: of language and region (`zh-CN`), else of the language (`zh`). */
export const textIn = (
  texts: Readonly<Record<string, string>> | undefined,
  locale: string,
): string | undefined => texts?.[languageKey(texts, locale)];
