import type { RowReach, StatementScope, TenantRule } from '@platform/mapper';
import { requestContext, type Clock } from '../../kernel/index.ts';
import type { TableCatalog } from '../catalog/table-catalog.ts';

/** The request context of a query. */
export interface Scope extends StatementScope {
  readonly catalog: TableCatalog;
}

/** Returns the scope of the current request. */
export function currentScope(catalog: TableCatalog, clock: Clock, reach?: RowReach): Scope {
  return new CurrentScope(catalog, clock, reach);
}

class CurrentScope implements Scope {
  readonly catalog: TableCatalog;
  readonly tenant: TenantRule;
  readonly userId: number | undefined;
  readonly reach: RowReach | undefined;
  readonly #clock: Clock;
  #now: string | undefined;

  constructor(catalog: TableCatalog, clock: Clock, reach: RowReach | undefined) {
    const context = requestContext.current();
    this.catalog = catalog;
    this.reach = reach;
    this.tenant = context?.ignoreTenant ? all : ruleFor(context?.tenantId);
    this.userId = context?.user?.userId;
    this.#clock = clock;
  }

  /** Computed on demand, since few queries need it; then constant for the query. */
  get now(): string {
    return (this.#now ??= new Date(this.#clock.now()).toISOString());
  }
}

const all: TenantRule = { kind: 'all' };
const none: TenantRule = { kind: 'none' };

function ruleFor(tenantId: string | undefined): TenantRule {
  return tenantId === undefined ? none : { kind: 'one', tenantId };
}
