import type { TableCatalog } from '../catalog/table-catalog.ts';
import type { Dialect } from '../database.ts';
import type { Scope } from '../policy/scope.ts';
import { assemble, type StatementPlan } from './plan.ts';
import { StatementRewriter } from './statement-rewriter.ts';

/** Most texts that are remembered; the one used longest ago goes first. */
const LIMIT = 1000;

/** Plans by text, so that a text is taken apart once. (design 3.6) */
export class StatementPlans {
  readonly #dialect: Dialect;
  readonly #catalog: TableCatalog;
  readonly #plans = new Map<string, StatementPlan>();

  constructor(dialect: Dialect, catalog: TableCatalog) {
    this.#dialect = dialect;
    this.#catalog = catalog;
  }

  /** @throws TENANT_QUERY_REFUSED when the text cannot be limited to the tenant's rows with certainty */
  planOf(text: string, { tenant, userId }: Scope): StatementPlan {
    const filtered = tenant.kind !== 'all';
    const key = `${filtered ? 'f' : 'a'}${userId === undefined ? 'n' : 'u'}${text}`;
    const known = this.#plans.get(key);
    const plan =
      known ?? new StatementRewriter(text, this.#dialect, this.#catalog, filtered, userId !== undefined).plan();
    this.#plans.delete(key);
    this.#plans.set(key, plan);
    if (this.#plans.size > LIMIT) this.#plans.delete(this.#plans.keys().next().value ?? '');
    return plan;
  }

  /** The text as it is. */
  verbatim(text: string): StatementPlan {
    return { ...assemble(text, [], this.#dialect), ownTenant: new Map(), insertsInto: undefined };
  }

  /** Forgets everything, as tables have changed. */
  clear(): void {
    this.#plans.clear();
  }
}
