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

/** The last compound of a complex selector: what the rule is applied to. */
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

/** What a whole page is told by, unless a part beside its element is meant, as by `body::before`. */
const PAGE = /^(?::root|html|body)(?![-\w])(?!.*::)/i;
/** What the page is told by where it is dark; an application may have such an element as well. */
const DARK = /^\.dark(?![-\w])/;

/**
 * Has selectors that begin at the page reach into the surrounding `@scope`, which stands for the page: `:root` → `:root :scope`,
 * `html.dark .card` → `html.dark :scope .card`. Without `:scope`, the browser looks for the whole of it inside.
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
