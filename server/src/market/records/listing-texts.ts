import { isDeepStrictEqual } from 'node:util';
import type { AppTexts } from '@platform/package-format';

/** Name and description as an application ships them, with those in other languages. */
export interface ShippedTexts extends AppTexts {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** Texts of a listing: those of its application, and further languages that the publisher wrote. */
export interface ListingTexts extends ShippedTexts {
  readonly own?: AppTexts | undefined;
}

/** Name and description of a listing. */
export interface ShownTexts {
  readonly name: string;
  readonly description: string | null;
}

/** Columns of a listing that follow its texts. */
export interface TextColumns {
  readonly shipped_json: string;
  readonly other_names: string | null;
  readonly other_descriptions: string | null;
}

/**
 * Texts in other languages: the publisher's own, else those that the application ships. The latter
 * translate the shipped text, not one that the publisher wrote.
 */
export function translationsOf({ own, ...shipped }: ListingTexts, shown: ShownTexts): AppTexts {
  const { names, descriptions } = { ...shippedTranslations(shipped, shown), ...own };
  return {
    ...(isEmpty(names) ? {} : { names }),
    ...(isEmpty(descriptions) ? {} : { descriptions }),
  };
}

const shippedTranslations = (
  { name, names, description, descriptions }: ShippedTexts,
  shown: ShownTexts,
): AppTexts => ({
  ...(names && name === shown.name ? { names } : {}),
  ...(descriptions && (description ?? null) === shown.description ? { descriptions } : {}),
});

/**
 * The texts after an edit. What the application would say anyway is not the publisher's own, so
 * that it follows the next version.
 *
 * @param change all names or descriptions in other languages; absent ones stay
 * @param shown name and description after the edit
 */
export function withTranslations(texts: ListingTexts, change: AppTexts, shown: ShownTexts): ListingTexts {
  const shipped = shippedTranslations(texts, shown);
  const own: AppTexts = { ...texts.own, ...change };
  const kept = (['names', 'descriptions'] as const).filter(
    (field) => own[field] && !(change[field] && isDeepStrictEqual(own[field], shipped[field] ?? {})),
  );
  return { ...texts, own: Object.fromEntries(kept.map((field) => [field, own[field]])) };
}

/** The columns of a listing with these texts. */
export function textColumns(
  { name, names, description, descriptions, own }: ListingTexts,
  shown: ShownTexts,
): TextColumns {
  const texts: ListingTexts = {
    ...{ name, names, description, descriptions },
    ...(own?.names || own?.descriptions ? { own } : {}),
  };
  const other = translationsOf(texts, shown);
  return {
    shipped_json: JSON.stringify(texts),
    other_names: lines(other.names),
    other_descriptions: lines(other.descriptions),
  };
}

type Languages = Readonly<Record<string, string>>;

const isEmpty = (texts: Languages = {}): boolean => Object.keys(texts).length === 0;

const lines = (texts: Languages = {}): string | null => Object.values(texts).join('\n') || null;
