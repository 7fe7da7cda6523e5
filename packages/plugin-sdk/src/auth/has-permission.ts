const EVERYTHING = '*:*:*';

/** Who holds permissions: a user, nobody, or the permissions themselves. */
export type PermissionHolder = { readonly permissions: readonly string[] } | readonly string[] | undefined;

/**
 * True when the holder has one of the permissions, itself or by a `*` in a part of what was granted; `*:*:*` is every one.
 * Of none, nobody has one: an empty list is refused. Host, shell and kit ask here. (design 9.3-12)
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
