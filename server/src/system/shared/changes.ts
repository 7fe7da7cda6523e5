/**
 * The columns that a change names; undefined when it names none, and there is nothing to update.
 */
export function changesOf<T extends object>(columns: T): T | undefined {
  return Object.values(columns).some((value) => value !== undefined) ? columns : undefined;
}
