import { locales } from './locales.ts';
import { languageKey } from './text-in.ts';

type Texts = Record<string, string>;

/** Texts by language for a form: an empty one for each language of the shell that has none. */
export const textsToEdit = (stored: Readonly<Texts> = {}): Texts => ({
  ...Object.fromEntries(locales.map((locale) => [languageKey(stored, locale), ''])),
  ...stored,
});

/** The texts that a form has, trimmed, without empty ones. */
export const writtenTexts = (texts: Readonly<Texts>): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) => (text.trim() ? [[language, text.trim()]] : [])),
  );
