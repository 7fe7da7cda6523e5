import { PlatformError, requestContext, type Clock } from '../../kernel/index.ts';
import type { TableCatalog } from '../catalog/table-catalog.ts';

/** Whose rows a query may touch. */
export type TenantRule =
  { readonly kind: 'all' } | { readonly kind: 'none' } | { readonly kind: 'one'; readonly tenantId: string };

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
  return new CurrentScope(catalog, clock);
}

class CurrentScope implements Scope {
  readonly catalog: TableCatalog;
  readonly tenant: TenantRule;
  readonly userId: number | undefined;
  readonly #clock: Clock;
  #now: string | undefined;

  constructor(catalog: TableCatalog, clock: Clock) {
    const context = requestContext.current();
    this.catalog = catalog;
    this.tenant = context?.ignoreTenant ? all : ruleFor(context?.tenantId);
    this.userId = context?.user?.userId;
    this.#clock = clock;
  }

  /** Made when it is asked for, since most queries have no use for it; then the same for the whole query. */
  get now(): string {
    return (this.#now ??= new Date(this.#clock.now()).toISOString());
  }
}

const all: TenantRule = { kind: 'all' };
const none: TenantRule = { kind: 'none' };

function ruleFor(tenantId: string | undefined): TenantRule {
  return tenantId === undefined ? none : { kind: 'one', tenantId };
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
