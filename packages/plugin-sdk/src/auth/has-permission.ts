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
  const granted = grantsOf(holder);
  return listOf(required).some((permission) => granted.some((grant) => covers(grant, permission)));
}

/**
 * The same as {@link hasPermission} for many questions about one holder, who may have thousands of
 * permissions: those without `*` are looked up instead of searched.
 */
export function permissionCheck(holder: PermissionHolder): (required: string | readonly string[]) => boolean {
  const names = new Set(grantsOf(holder));
  const patterns = [...names].filter((grant) => grant.includes('*'));
  return (required) =>
    listOf(required).some(
      (permission) => names.has(permission) || patterns.some((grant) => covers(grant, permission)),
    );
}

const grantsOf = (holder: PermissionHolder): readonly string[] =>
  (holder && 'permissions' in holder ? holder.permissions : holder) ?? [];

const listOf = (required: string | readonly string[]): readonly string[] =>
  typeof required === 'string' ? [required] : required;

function covers(grant: string, permission: string): boolean {
  if (grant === permission || grant === EVERYTHING) return true;
  if (!grant.includes('*')) return false;
  const [parts, wanted] = [grant.split(':'), permission.split(':')];
  return parts.length === wanted.length && parts.every((part, at) => part === '*' || part === wanted[at]);
}
