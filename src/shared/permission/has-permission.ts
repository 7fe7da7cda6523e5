const everything = '*:*:*';

/**
 * True when one of the granted permission strings covers the required one; `*` in a granted part covers any value.
 * A list of required strings means any of them.
 */
export function hasPermission(granted: readonly string[], required: string | readonly string[]): boolean {
  const wanted = typeof required === 'string' ? [required] : required;
  if (wanted.length === 0 || granted.includes(everything)) return true;
  return wanted.some((permission) => granted.some((grant) => covers(grant, permission)));
}

function covers(grant: string, permission: string): boolean {
  if (grant === permission) return true;
  if (!grant.includes('*')) return false;
  const grantParts = grant.split(':');
  const parts = permission.split(':');
  return (
    grantParts.length === parts.length &&
    grantParts.every((part, index) => part === '*' || part === parts[index])
  );
}
