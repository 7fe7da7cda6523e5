/** The tenants whose rows a query may touch. */
export type TenantRule =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly tenantId: string };

/** The request context of a statement. */
export interface StatementScope {
  readonly tenant: TenantRule;
  /** ISO timestamp. */
  readonly now: string;
  readonly userId: number | undefined;
}
