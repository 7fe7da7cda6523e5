/** Who is logged in; frozen. (design 9.3-13) */
export interface LoginUser {
  readonly userId: number;
  readonly userName: string;
  readonly tenantId: string;
  readonly roles: readonly string[];
  /** Permission strings; `*:*:*` is the super administrator. */
  readonly permissions: readonly string[];
}

/** True when the user holds the permission, itself or through `*:*:*`. */
export function hasPermission(user: LoginUser | undefined, permission: string): boolean {
  return user !== undefined && (user.permissions.includes('*:*:*') || user.permissions.includes(permission));
}
