/** Whose rows a query may touch. */
export type TenantRule =
  { readonly kind: 'all' } | { readonly kind: 'none' } | { readonly kind: 'one'; readonly tenantId: string };

/** Whose work a statement runs for. */
export interface StatementScope {
  readonly tenant: TenantRule;
  /** ISO timestamp. */
  readonly now: string;
  readonly userId: number | undefined;
}
