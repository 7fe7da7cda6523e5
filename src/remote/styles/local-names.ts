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
/** What a shorthand takes for something else than a name, so that such a name cannot be told from it. */
const KEYWORDS = new Set(
  (
    'none initial inherit unset revert auto normal ease linear ease-in ease-out ease-in-out step-start step-end infinite reverse ' +
    'alternate alternate-reverse forwards backwards both running paused inside outside'
  ).split(' '),
);

type Kind = 'keyframes' | 'counter-style';

/**
 * Gives the names in a sheet that have no scope, `@keyframes` and `@counter-style`, the application's code, `spin` → `hello--spin`, with
 * their uses in the same sheet, also those by way of a custom property (design 9.7-48). What code writes into `style` is not seen.
 */
export function localNames(text: string, code: string): string {
  const names: Record<Kind, Set<string>> = { keyframes: new Set(), 'counter-style': new Set() };
  for (const { groups } of text.matchAll(DEFINITION)) {
    const name = unquoted(groups?.['name'] ?? '');
    if (!KEYWORDS.has(name)) names[groups?.['kind'] as Kind].add(name);
  }
  if (names.keyframes.size + names['counter-style'].size === 0) return text;
  const local = (word: string, kind: Kind): string => {
    // A quoted name is one where an animation is named; elsewhere it is a text.
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
