import { ALL_PERMISSIONS } from '@/shared/permission';

/** Scopes of one token, as the host limits them. */
export const MAX_SCOPES = 200;

/**
 * Permissions that a token may be limited to, each once and in order.
 *
 * @param own the person's permissions
 * @param known all permissions there are, for a person who has them by one entry
 */
export function scopeChoices(own: readonly string[], known: readonly string[]): string[] {
  return [...new Set(own.includes(ALL_PERMISSIONS) ? [ALL_PERMISSIONS, ...known] : own)].toSorted();
}

/** Those that hold each word of the search, in any case, or whose name does. */
export function matchingScopes(
  choices: readonly string[],
  search: string,
  nameOf: (scope: string) => string | undefined = () => undefined,
): string[] {
  const words = search.toLowerCase().split(/\s+/);
  return choices.filter((scope) => {
    const text = `${scope} ${nameOf(scope) ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The chosen ones after some were given or taken. {@link ALL_PERMISSIONS} replaces all others. */
export function withScopes(chosen: readonly string[], changed: readonly string[], given: boolean): string[] {
  const rest = chosen.filter((scope) => !changed.includes(scope));
  if (!given) return rest;
  const next = [...rest, ...changed];
  return next.includes(ALL_PERMISSIONS) ? [ALL_PERMISSIONS] : next.toSorted();
}
