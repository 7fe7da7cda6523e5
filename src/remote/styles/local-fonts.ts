import { DECLARATION, STRING, variablesOf } from './declarations.ts';
import { familyOf } from './page-fonts.ts';
import { splitSelectors } from './selectors.ts';

const FACE = `(?<face>@font-face\\s*\\{(?:${STRING}|[^}"'])*\\})`;
const FAMILY = new RegExp(`(?<=[{;]\\s*)(?<before>font-family\\s*:\\s*)(?<family>${STRING}|[^;}"']+)`);

/**
 * Declares each font of a sheet a second time with the application's code, `Stage` →
 * `"hello--stage"`, and uses that name in the sheet, so that fonts of two applications do not clash
 * (design 9.7-48). The first name stays for other sheets, canvases and inline styles.
 */
export function localFonts(text: string, code: string): string {
  const families = new Set<string>();
  for (const { groups } of text.matchAll(new RegExp(FACE, 'g'))) {
    const family = familyOf(FAMILY.exec(groups?.['face'] ?? '')?.groups?.['family'] ?? '');
    if (family && !/["\\]/.test(family)) families.add(family);
  }
  if (families.size === 0) return text;
  const own = (family: string) => `"${code}--${familyOf(family)}"`;
  const variables = variablesOf(text, kindOf);

  function localFace(face: string): string {
    const renamed = face.replace(FAMILY, (whole, before: string, family: string) =>
      families.has(familyOf(family)) ? before + own(family) : whole,
    );
    return renamed === face ? face : `${face} ${renamed}`;
  }
  function localItem(item: string, kind: Kind): string {
    if (families.has(familyOf(item))) return own(item);
    // The first item of the shorthand starts with the size and other values.
    const family = kind === 'font' && [...families].find((name) => endsWith(item, name));
    return family ? item.slice(0, startOf(item, family)) + own(family) : item;
  }
  return text.replace(new RegExp(`${FACE}|${DECLARATION}`, 'g'), (whole: string, ...matched) => {
    const { face, before, property, value } = matched.at(-1) as Record<string, string | undefined>;
    if (face !== undefined) return localFace(face);
    const kind = kindOf(property ?? '') ?? variables.get(property ?? '');
    if (kind === undefined || before === undefined || value === undefined) return whole;
    return (
      before +
      splitSelectors(value)
        .map((item) => localItem(item, kind))
        .join(', ')
    );
  });
}

type Kind = 'font' | 'font-family';

function kindOf(property: string): Kind | undefined {
  return property === 'font' || property === 'font-family' ? property : undefined;
}

/** Start of a family, with its quotes, at the end of a text. */
function startOf(item: string, family: string): number {
  const quoted = /["']$/.test(item) ? 1 : 0;
  return item.length - family.length - 2 * quoted;
}

function endsWith(item: string, family: string): boolean {
  const start = startOf(item, family);
  return /\s/.test(item.charAt(start - 1)) && familyOf(item.slice(start)) === family;
}
