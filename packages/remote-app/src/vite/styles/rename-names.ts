import type {
  AnimationName,
  Declaration,
  FontFamily,
  ListStyleType,
  TokenOrValue,
  Visitor,
} from 'lightningcss';
import { kindOf, rawValueOf, type NameKind, type StyleNames } from './style-names.ts';

/** Prefixes the collected names of a sheet, in definitions and uses. @param prefix `hello--` */
export function renameNames(names: StyleNames, prefix: string): Visitor<never> {
  /** The new name; undefined if the sheet does not define the old one. */
  const renamed = (kind: NameKind, name: string): string | undefined => {
    const key = kind === 'font' ? name.toLowerCase() : name;
    return names[kind].has(key) ? prefix + key : undefined;
  };
  const animation = (name: AnimationName): AnimationName =>
    name.type === 'none' ? name : { type: 'ident', value: renamed('keyframes', name.value) ?? name.value };
  const family = (name: FontFamily): FontFamily => renamed('font', name) ?? name;
  const listStyle = (type: ListStyleType): ListStyleType =>
    type.type === 'counter-style' && type.value.type === 'name'
      ? {
          ...type,
          value: { ...type.value, value: renamed('counter-style', type.value.value) ?? type.value.value },
        }
      : type;

  function renameParsed(declaration: Declaration): Declaration | undefined {
    switch (declaration.property) {
      case 'animation-name':
        return { ...declaration, value: declaration.value.map(animation) };
      case 'animation':
        return {
          ...declaration,
          value: declaration.value.map((one) => ({ ...one, name: animation(one.name) })),
        };
      case 'font-family':
        return { ...declaration, value: declaration.value.map(family) };
      case 'font':
        return {
          ...declaration,
          value: { ...declaration.value, family: declaration.value.family.map(family) },
        };
      case 'list-style-type':
        return { ...declaration, value: listStyle(declaration.value) };
      case 'list-style':
        return {
          ...declaration,
          value: { ...declaration.value, listStyleType: listStyle(declaration.value.listStyleType) },
        };
      default:
        return undefined;
    }
  }

  const token =
    (kind: NameKind) =>
    (one: TokenOrValue): TokenOrValue => {
      if (one.type === 'function')
        return { ...one, value: { ...one.value, arguments: one.value.arguments.map(token(kind)) } };
      if (one.type === 'var')
        return { ...one, value: { ...one.value, fallback: one.value.fallback?.map(token(kind)) ?? null } };
      if (one.type !== 'token') return one;
      const { type } = one.value;
      // A string is a name for fonts and animations; elsewhere it is text.
      if (type !== 'ident' && (type !== 'string' || kind === 'counter-style')) return one;
      const name = renamed(kind, one.value.value);
      if (name === undefined) return one;
      return { type: 'token', value: { type: kind === 'font' ? 'string' : 'ident', value: name } };
    };

  function renameRaw(declaration: Declaration): Declaration | undefined {
    const { property, tokens } = rawValueOf(declaration);
    const kind = kindOf(property) ?? names.variables.get(property);
    if (!kind || tokens.length === 0) return undefined;
    const value = (kind === 'font' ? joinFamilies(tokens) : tokens).map(token(kind));
    if (declaration.property === 'unparsed')
      return { ...declaration, value: { ...declaration.value, value } };
    return declaration.property === 'custom'
      ? { ...declaration, value: { ...declaration.value, value } }
      : undefined;
  }

  return {
    Rule: {
      keyframes: (rule) =>
        withoutNulls({
          ...rule,
          value: { ...rule.value, name: { type: 'ident', value: prefix + rule.value.name.value } },
        }),
      'counter-style': (rule) =>
        withoutNulls({ ...rule, value: { ...rule.value, name: prefix + rule.value.name } }),
      // The first name stays for canvases, inline styles and other sheets.
      'font-face'(rule) {
        const properties = withoutNulls(rule.value.properties);
        const named = properties.map((property) =>
          property.type === 'font-family' ? { ...property, value: family(property.value) } : property,
        );
        return [properties, named].map((list) => ({ ...rule, value: { ...rule.value, properties: list } }));
      },
    },
    Declaration: (declaration) => withoutNulls(renameParsed(declaration) ?? renameRaw(declaration)),
  };
}

/** Removes null properties, which the parser returns but does not accept back. */
function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutNulls(one as unknown)])) as T;
}

/** Joins the identifiers of a family of several words, `My Font`, to one. */
function joinFamilies(tokens: readonly TokenOrValue[]): TokenOrValue[] {
  const joined: TokenOrValue[] = [];
  for (const one of tokens) {
    const space = joined.at(-1);
    const word = joined.at(-2);
    if (identOf(one) !== undefined && isSpace(space) && identOf(word) !== undefined) {
      const value = `${identOf(word)} ${identOf(one)}`;
      joined.splice(-2, 2, { type: 'token', value: { type: 'ident', value } });
    } else joined.push(one);
  }
  return joined;
}

function identOf(token: TokenOrValue | undefined): string | undefined {
  return token?.type === 'token' && token.value.type === 'ident' ? token.value.value : undefined;
}

function isSpace(token: TokenOrValue | undefined): boolean {
  return token?.type === 'token' && token.value.type === 'white-space';
}
