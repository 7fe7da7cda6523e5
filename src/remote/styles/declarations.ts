/** A string, which nothing is replaced in; as part of a regular expression. */
export const STRING = `"(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*'`;
/** A declaration: its groups are `before`, up to the value, `property` and `value`. */
export const DECLARATION = `(?<=[{;]\\s*)(?<before>(?<property>[-\\w]+)\\s*:\\s*)(?<value>(?:${STRING}|[^;{}"'])+)`;

/**
 * The custom properties that declarations take their value from.
 * @param kindOf what a property's value names; undefined where it is of no interest
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
