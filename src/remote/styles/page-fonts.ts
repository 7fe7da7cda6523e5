import { splitSelectors } from './selectors.ts';

/** Custom properties with the fonts of the shell. */
const FONT_VARIABLES = ['--font-sans', '--font-mono'];

/** The shell's font families in lower case, which applications may not redefine (design 9.7-48). */
export function fontsOfPage(page: Document): Set<string> {
  const { documentElement, defaultView } = page;
  const style = defaultView?.getComputedStyle(documentElement);
  const lists = FONT_VARIABLES.map((name) => style?.getPropertyValue(name) ?? '');
  return new Set(lists.flatMap(splitSelectors).map(familyOf).filter(Boolean));
}

/** Normalizes the name of a font family for comparison. */
export const familyOf = (text: string): string =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .toLowerCase();
