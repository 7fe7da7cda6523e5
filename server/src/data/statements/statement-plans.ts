import { assemble, planStatement, type StatementPlan } from '@platform/mapper';
import type { TableCatalog } from '../catalog/table-catalog.ts';
import type { Dialect } from '../database.ts';
import type { Scope } from '../policy/scope.ts';

/** Most texts that are remembered in each map; the oldest goes first. */
const LIMIT = 1000;

/** Plans by text, so that a text is taken apart once. (design 3.6) */
export class StatementPlans {
  readonly #dialect: Dialect;
  readonly #catalog: TableCatalog;
  /** One map each for whether rows are filtered and whether there is a user. */
  readonly #plans = Array.from({ length: 4 }, () => new Map<string, StatementPlan>());

  constructor(dialect: Dialect, catalog: TableCatalog) {
    this.#dialect = dialect;
    this.#catalog = catalog;
  }

  /** @throws TENANT_QUERY_REFUSED when the text cannot be limited to the tenant's rows with certainty */
  planOf(text: string, { tenant, userId }: Scope): StatementPlan {
    const filtered = tenant.kind !== 'all';
    const hasUser = userId !== undefined;
    const plans = this.#plans[(filtered ? 2 : 0) + (hasUser ? 1 : 0)] ?? new Map<string, StatementPlan>();
    const known = plans.get(text);
    if (known) return known;
    const plan = planStatement(text, { dialect: this.#dialect, catalog: this.#catalog, filtered, hasUser });
    if (plans.size === LIMIT) plans.delete(plans.keys().next().value ?? '');
    plans.set(text, plan);
    return plan;
  }

  /** The text as it is. */
  verbatim(text: string): StatementPlan {
    return { ...assemble(text, [], this.#dialect), ownTenant: new Map(), insertsInto: undefined };
  }

  /** Forgets everything, as tables have changed. */
  clear(): void {
    for (const plans of this.#plans) plans.clear();
  }
}
