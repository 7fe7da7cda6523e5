const EVERYTHING = '*:*:*';

/** Whether one of `wanted` is granted; a part of a granted permission may be `*`. */
export function hasPermission(granted: readonly string[], wanted: string | readonly string[]): boolean {
  const any = typeof wanted === 'string' ? [wanted] : wanted;
  return any.some((permission) => granted.some((grant) => grant === EVERYTHING || covers(grant, permission)));
}

function covers(grant: string, permission: string): boolean {
  if (grant === permission) return true;
  if (!grant.includes('*')) return false;
  const granted = grant.split(':');
  const wanted = permission.split(':');
  return granted.length === wanted.length && granted.every((part, i) => part === '*' || part === wanted[i]);
}
