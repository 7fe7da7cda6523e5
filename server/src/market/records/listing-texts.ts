import type { AppTexts } from '@platform/package-format';

/** Name and description as an application ships them, with those in other languages. */
export interface ShippedTexts extends AppTexts {
  readonly name: string;
  readonly description?: string | null | undefined;
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

/** Texts in other languages translate the shipped text, not one that the publisher wrote. */
export function translationsOf(
  { name, names, description, descriptions }: ShippedTexts,
  shown: ShownTexts,
): AppTexts {
  return {
    ...(names && name === shown.name ? { names } : {}),
    ...(descriptions && (description ?? null) === shown.description ? { descriptions } : {}),
  };
}

/** The columns of a listing with these texts. */
export function textColumns(
  { name, names, description, descriptions }: ShippedTexts,
  shown: ShownTexts,
): TextColumns {
  const shipped: ShippedTexts = { name, names, description, descriptions };
  const other = translationsOf(shipped, shown);
  return {
    shipped_json: JSON.stringify(shipped),
    other_names: lines(other.names),
    other_descriptions: lines(other.descriptions),
  };
}

const lines = (texts: Readonly<Record<string, string>> = {}): string | null =>
  Object.values(texts).join('\n') || null;
