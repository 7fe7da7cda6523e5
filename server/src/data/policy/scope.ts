import { PlatformError, requestContext, type Clock } from '../../kernel/index.ts';
import type { TableCatalog } from '../catalog/table-catalog.ts';

/** Whose rows a query may touch. */
export type TenantRule =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly tenantId: string };

/** What is known when a query is compiled. */
export interface Scope {
  readonly catalog: TableCatalog;
  readonly tenant: TenantRule;
  /** ISO timestamp. */
  readonly now: string;
  readonly userId: number | undefined;
}

/** The scope of the work at hand. */
export function currentScope(catalog: TableCatalog, clock: Clock): Scope {
  const context = requestContext.current();
  return {
    catalog,
    tenant: context?.ignoreTenant ? { kind: 'all' } : ruleFor(context?.tenantId),
    now: new Date(clock.now()).toISOString(),
    userId: context?.user?.userId,
  };
}

function ruleFor(tenantId: string | undefined): TenantRule {
  return tenantId === undefined ? { kind: 'none' } : { kind: 'one', tenantId };
}

export function tenantMismatch(table: string): PlatformError {
  return new PlatformError({
    code: 'TENANT_MISMATCH',
    status: 403,
    message: `A row of another tenant was to be written to ${table}.`,
    fix: 'Leave tenant_id out: it is filled from the context.',
  });
}

export function tenantRequired(table: string): PlatformError {
  return new PlatformError({
    code: 'TENANT_REQUIRED',
    status: 403,
    message: `Rows of ${table} belong to a tenant, and there is none in this context.`,
    fix: 'Run the work for a tenant (requestContext.runAs; TenantContext.run in an application).',
  });
}

export function queryRefused(reason: string, fix: string): PlatformError {
  return new PlatformError({
    code: 'TENANT_QUERY_REFUSED',
    message: `The query cannot be limited to the tenant: ${reason}.`,
    fix,
  });
}
