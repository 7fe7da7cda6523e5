import type { Declaration, TokenOrValue, Visitor } from 'lightningcss';

/** Kinds of names that CSS does not scope. */
export type NameKind = 'keyframes' | 'counter-style' | 'font';

/** The names that a sheet defines, and the custom properties that pass them on. */
export interface StyleNames {
  readonly keyframes: Set<string>;
  readonly 'counter-style': Set<string>;
  /** In lower case. */
  readonly font: Set<string>;
  /** Custom property → kind of the names in its value. */
  readonly variables: Map<string, NameKind>;
}

const COUNTERS = /^(?:list-style(?:-type)?|content|system|fallback)$/;

/** The kind of name that a property's value refers to; undefined for all other properties. */
export function kindOf(property: string): NameKind | undefined {
  if (property === 'animation' || property === 'animation-name') return 'keyframes';
  if (property === 'font' || property === 'font-family') return 'font';
  return COUNTERS.test(property) ? 'counter-style' : undefined;
}

/** Collects the names of a sheet while a parser visits it. */
export function collectNames(): { names: StyleNames; visitor: Visitor<never> } {
  const names: StyleNames = {
    keyframes: new Set(),
    'counter-style': new Set(),
    font: new Set(),
    variables: new Map(),
  };
  return {
    names,
    visitor: {
      Rule: {
        keyframes: ({ value }) => void names.keyframes.add(value.name.value),
        'counter-style': ({ value }) => void names['counter-style'].add(value.name),
        'font-face'({ value }) {
          for (const property of value.properties)
            if (property.type === 'font-family') names.font.add(property.value.toLowerCase());
        },
      },
      Declaration(declaration) {
        const { property, tokens } = rawValueOf(declaration);
        const kind = kindOf(property);
        if (kind) for (const name of variablesIn(tokens)) names.variables.set(name, kind);
      },
    },
  };
}

/** Property and tokens of a declaration that the parser keeps as text; no tokens for all others. */
export function rawValueOf(declaration: Declaration): {
  property: string;
  tokens: readonly TokenOrValue[];
} {
  if (declaration.property === 'unparsed')
    return { property: declaration.value.propertyId.property, tokens: declaration.value.value };
  if (declaration.property === 'custom')
    return { property: declaration.value.name, tokens: declaration.value.value };
  return { property: declaration.property, tokens: [] };
}

function variablesIn(tokens: readonly TokenOrValue[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'var') return [token.value.name.ident, ...variablesIn(token.value.fallback ?? [])];
    return token.type === 'function' ? variablesIn(token.value.arguments) : [];
  });
}
