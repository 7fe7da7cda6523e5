import { splitSelectors } from './selectors.ts';

/** Where the shell's styles keep the fonts of its texts. */
const FONT_VARIABLES = ['--font-sans', '--font-mono'];

/** The families that the shell's own texts have, in lower case; a remote may not give them another face (design 9.7-48). */
export function fontsOfPage(page: Document): Set<string> {
  const { documentElement, defaultView } = page;
  const style = defaultView?.getComputedStyle(documentElement);
  const lists = FONT_VARIABLES.map((name) => style?.getPropertyValue(name) ?? '');
  return new Set(lists.flatMap(splitSelectors).map(familyOf).filter(Boolean));
}

/** The name of a font family, as names are compared. */
export const familyOf = (text: string): string =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .toLowerCase();
