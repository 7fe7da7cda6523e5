/** Splits a selector list at its top-level commas. */
export function splitSelectors(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let i = 0; i < list.length; i++) {
    const character = list.charAt(i);
    if (character === '\\') i++;
    else if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(list.slice(start, i).trim());
      start = i + 1;
    }
  }
  parts.push(list.slice(start).trim());
  return parts;
}

/** The last compound of a complex selector, which the rule applies to. */
function subjectOf(selector: string): string {
  let depth = 0;
  for (let i = selector.length - 1; i >= 0; i--) {
    const character = selector.charAt(i);
    if (character === ')' || character === ']') depth++;
    else if (character === '(' || character === '[') depth--;
    else if (depth === 0 && /[\s>+~]/.test(character)) return selector.slice(i + 1);
  }
  return selector;
}

/** Selects the page, but not a pseudo-element of it such as `body::before`. */
const PAGE = /^(?::root|html|body)(?![-\w])(?!.*::)/i;
/** The dark-mode class of the page, which an application may use for elements of its own too. */
const DARK = /^\.dark(?![-\w])/;

/**
 * Rewrites selectors that start at the page, so that the surrounding `@scope` takes its place:
 * `:root` → `:root :scope`, `html.dark .card` → `html.dark :scope .card`. Without `:scope`, the
 * browser would match the whole selector inside the scope.
 */
export function pageAsScope(list: string): string {
  return splitSelectors(list).map(throughScope).join(', ');
}

function throughScope(selector: string): string {
  let end = 0;
  for (let next = end; next < selector.length;) {
    const start = next + (/^[\s>]*/.exec(selector.slice(next))?.[0].length ?? 0);
    const compound = firstCompound(selector.slice(start));
    if (!PAGE.test(compound) && !(start === 0 && DARK.test(compound))) break;
    next = end = start + compound.length;
  }
  if (end === 0) return selector;
  const through = `${selector.slice(0, end)} :scope${selector.slice(end)}`;
  return DARK.test(selector) ? `${selector}, ${through}` : through;
}

function firstCompound(selector: string): string {
  let depth = 0;
  for (let i = 0; i < selector.length; i++) {
    const character = selector.charAt(i);
    if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (depth === 0 && /[\s>+~]/.test(character)) return selector.slice(0, i);
  }
  return selector;
}

/** Whether every selector of a list has Vue's scope attribute on its subject (design 9.6-35). */
export function isVueScoped(list: string): boolean {
  return splitSelectors(list).every((selector) =>
    /\[data-v-[\w-]+\]/.test(subjectOf(selector).replace(/\([^)]*\)/g, '')),
  );
}
