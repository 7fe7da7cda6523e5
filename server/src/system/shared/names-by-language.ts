/** Names of a record by language, such as `zh-CN`. */
export type Names = Readonly<Record<string, string>>;

/** Content of a column of names; empty for none. */
export const namesIn = (json: string | null): Names => JSON.parse(json ?? '{}') as Names;

/**
 * Whether a name in any language has a text, in whatever case. Names are read, since a pattern
 * would find the languages, too.
 */
export function isNamed(json: string | null, text: string): boolean {
  const word = text.toLowerCase();
  return Object.values(namesIn(json)).some((name) => name.toLowerCase().includes(word));
}

/**
 * The column of names after a change. They translate the name, so that they go with it, unless
 * others are given.
 *
 * @param current the name before
 * @returns JSON, null for none, or undefined where the column stays
 */
export function namesAfter(
  current: string | null,
  change: { readonly name: string | null | undefined; readonly names: Names | undefined },
): string | null | undefined {
  if (change.names) return JSON.stringify(change.names);
  return change.name === undefined || change.name === current ? undefined : null;
}
