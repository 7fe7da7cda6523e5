import { planStatement, type StatementPlan } from '@platform/mapper';
import type { TableCatalog } from '../catalog/table-catalog.ts';
import { PlatformError } from '../../kernel/index.ts';
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

  readonly #verbatim = new Map<string, StatementPlan>();

  constructor(dialect: Dialect, catalog: TableCatalog) {
    this.#dialect = dialect;
    this.#catalog = catalog;
  }

  /**
   * @param verbatim the text as it is, for the rows of all tenants
   * @param place file, statement and line that a refusal names
   * @throws TENANT_QUERY_REFUSED when the text cannot be limited to the tenant's rows with certainty; SQL_FORBIDDEN
   */
  planFor(text: string, scope: Scope, verbatim = false, place?: string): StatementPlan {
    try {
      return verbatim ? this.#verbatimOf(text) : this.#planOf(text, scope);
    } catch (error) {
      throw place === undefined ? error : named(error, place);
    }
  }

  #planOf(text: string, { tenant, userId }: Scope): StatementPlan {
    const filtered = tenant.kind !== 'all';
    const hasUser = userId !== undefined;
    const plans = this.#plans[(filtered ? 2 : 0) + (hasUser ? 1 : 0)] ?? new Map<string, StatementPlan>();
    return this.#known(plans, text, { filtered, hasUser });
  }

  #verbatimOf(text: string): StatementPlan {
    return this.#known(this.#verbatim, text, { filtered: false, hasUser: false, verbatim: true });
  }

  /** Forgets everything, as tables have changed. */
  clear(): void {
    for (const plans of [...this.#plans, this.#verbatim]) plans.clear();
  }

  #known(
    plans: Map<string, StatementPlan>,
    text: string,
    rules: { readonly filtered: boolean; readonly hasUser: boolean; readonly verbatim?: boolean },
  ): StatementPlan {
    const known = plans.get(text);
    if (known) return known;
    const plan = planStatement(text, {
      dialect: this.#dialect,
      catalog: this.#catalog,
      sumsDecimals: this.#dialect === 'sqlite',
      ...rules,
    });
    if (plans.size === LIMIT) plans.delete(plans.keys().next().value ?? '');
    plans.set(text, plan);
    return plan;
  }
}

/** What is refused at run time depends on the values that a statement takes as text, so nobody saw it when it was loaded. */
function named(error: unknown, place: string): unknown {
  if (!(error instanceof PlatformError)) return error;
  const { code, status, fix, details, message } = error;
  return new PlatformError({ code, status, fix, details, message: `${place}: ${message}`, cause: error });
}
