/** The tenants whose rows a query may touch. */
export type TenantRule =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly tenantId: string };

/** Rows that a person sees of a table with a data scope. (design 12.1-5) */
export interface RowReach {
  /** Rows of these departments, */
  readonly deptIds: readonly number[];
  /** and those that the person has made. */
  readonly own: boolean;
}

/** The table that a statement limits by the data scope of its caller, and the columns for it. */
export interface ScopedRows {
  /** In lower case. */
  readonly table: string;
  readonly dept: string | undefined;
  readonly owner: string | undefined;
}

/** The request context of a statement. */
export interface StatementScope {
  readonly tenant: TenantRule;
  /** ISO timestamp. */
  readonly now: string;
  readonly userId: number | undefined;
  /** Missing where the statement has no data scope, or its caller sees all rows. */
  readonly reach?: RowReach | undefined;
}
