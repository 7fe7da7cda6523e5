/** The text in a language: of language and region (`zh-CN`), else of the language (`zh`). */
export const textIn = (
  texts: Readonly<Record<string, string>> | undefined,
  locale: string,
): string | undefined => texts?.[locale] ?? texts?.[locale.split('-')[0] ?? ''];
