/** Part of a regular expression that matches a CSS string. */
export const STRING = `"(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*'`;
/** Matches a declaration with the groups `before` (up to the value), `property` and `value`. */
export const DECLARATION = `(?<=[{;]\\s*)(?<before>(?<property>[-\\w]+)\\s*:\\s*)(?<value>(?:${STRING}|[^;{}"'])+)`;

/**
 * Finds the custom properties that declarations take their value from.
 * @param kindOf the kind of name in a property's value; undefined to skip the property
 */
export function variablesOf<Kind>(
  text: string,
  kindOf: (property: string) => Kind | undefined,
): Map<string, Kind> {
  const variables = new Map<string, Kind>();
  for (const { groups } of text.matchAll(new RegExp(DECLARATION, 'g'))) {
    const kind = kindOf(groups?.['property'] ?? '');
    if (kind === undefined) continue;
    for (const [, name = ''] of (groups?.['value'] ?? '').matchAll(/var\(\s*(--[-\w]+)/g))
      variables.set(name, kind);
  }
  return variables;
}
