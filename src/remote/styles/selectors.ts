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

/** Has selectors of the page itself, `:root`, `body.dark`, mean the element of the surrounding `@scope`: `body.dark :scope`. */
export function pageAsScope(list: string): string {
  return splitSelectors(list)
    .map((selector) => (PAGE.test(subjectOf(selector)) ? `${selector} :scope` : selector))
    .join(', ');
}

/** Whether every selector of a list has Vue's scope attribute on its subject (design 9.6-35). */
export function isVueScoped(list: string): boolean {
  return splitSelectors(list).every((selector) =>
    /\[data-v-[\w-]+\]/.test(subjectOf(selector).replace(/\([^)]*\)/g, '')),
  );
}
