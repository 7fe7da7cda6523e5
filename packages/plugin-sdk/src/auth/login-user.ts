/** A logged-in user. Frozen. (design 9.3-13) */
export interface LoginUser {
  readonly userId: number;
  readonly userName: string;
  readonly tenantId: string;
  readonly roles: readonly string[];
  /** The department of the user; missing without one. */
  readonly deptId?: number;
  /** Permission strings; `*:*:*` is the super administrator. */
  readonly permissions: readonly string[];
}
