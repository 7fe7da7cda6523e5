const EVERYTHING = '*:*:*';

/** The holder of permissions: a user, nobody, or a list of permissions. */
export type PermissionHolder = { readonly permissions: readonly string[] } | readonly string[] | undefined;

/**
 * Returns whether the holder has one of the permissions. (design 9.3-12)
 *
 * A granted `*` covers one part, and `*:*:*` everything. An empty list of required permissions
 * returns false.
 *
 * @example
 * ```ts
 * hasPermission(['notes:*:list'], ['notes:item:list']); // true
 * ```
 */
export function hasPermission(holder: PermissionHolder, required: string | readonly string[]): boolean {
  const granted = (holder && 'permissions' in holder ? holder.permissions : holder) ?? [];
  const wanted = typeof required === 'string' ? [required] : required;
  return wanted.some((permission) => granted.some((grant) => covers(grant, permission)));
}

function covers(grant: string, permission: string): boolean {
  if (grant === permission || grant === EVERYTHING) return true;
  if (!grant.includes('*')) return false;
  const [parts, wanted] = [grant.split(':'), permission.split(':')];
  return parts.length === wanted.length && parts.every((part, at) => part === '*' || part === wanted[at]);
}
