import { DECLARATION, STRING, variablesOf } from './declarations.ts';

const DEFINITION = new RegExp(
  `(?<before>@(?:-webkit-)?(?<kind>keyframes|counter-style)\\s+)(?<name>${STRING}|[^\\s{"']+)(?=\\s*\\{)`,
  'g',
);
const WORD = new RegExp(
  `${STRING}|(?<![-\\w.#%])-?(?:-|[a-z_]|[^\\x00-\\x7f])(?:[-\\w]|[^\\x00-\\x7f])*(?![-\\w(])`,
  'gi',
);
const ANIMATION = /^(?:-webkit-)?animation(?:-name)?$/;
const COUNTERS = /^(?:list-style(?:-type)?|content|system|fallback)$/;
/** Keywords of shorthands, which cannot be told apart from equal names. */
const KEYWORDS = new Set(
  (
    'none initial inherit unset revert auto normal ease linear ease-in ease-out ease-in-out step-start step-end infinite reverse ' +
    'alternate alternate-reverse forwards backwards both running paused inside outside'
  ).split(' '),
);

type Kind = 'keyframes' | 'counter-style';

/**
 * Prefixes the names of `@keyframes` and `@counter-style` with the application's code, `spin` →
 * `hello--spin`, with their uses in the sheet, also through custom properties (design 9.7-48).
 * Sheets of the preset have been prefixed by its CSS parser; this covers hand-written ones. Names
 * that code writes into `element.style` are not changed.
 */
export function localNames(text: string, code: string): string {
  const names: Record<Kind, Set<string>> = { keyframes: new Set(), 'counter-style': new Set() };
  for (const { groups } of text.matchAll(DEFINITION)) {
    const name = unquoted(groups?.['name'] ?? '');
    if (!KEYWORDS.has(name)) names[groups?.['kind'] as Kind].add(name);
  }
  if (names.keyframes.size + names['counter-style'].size === 0) return text;
  const local = (word: string, kind: Kind): string => {
    // A string is a name for animations only.
    const name = kind === 'keyframes' ? unquoted(word) : word;
    return names[kind].has(name) ? `${code}--${name}` : word;
  };
  const properties = variablesOf(text, kindOf);
  return text
    .replace(DEFINITION, (_whole, before: string, kind: Kind, name: string) => before + local(name, kind))
    .replace(
      new RegExp(DECLARATION, 'g'),
      (whole: string, before: string, property: string, value: string) => {
        const kind = kindOf(property) ?? properties.get(property);
        return kind ? before + value.replace(WORD, (word) => local(word, kind)) : whole;
      },
    );
}

function kindOf(property: string): Kind | undefined {
  if (ANIMATION.test(property)) return 'keyframes';
  return COUNTERS.test(property) ? 'counter-style' : undefined;
}

const unquoted = (name: string): string => name.replace(/^(["'])(.*)\1$/s, '$2');
