import { planStatement, type StatementPlan } from '@platform/mapper';
import { BoundedMap } from '../compiled/bounded-map.ts';
import type { TableCatalog } from '../catalog/table-catalog.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { Dialect } from '../database.ts';
import type { Scope } from '../policy/scope.ts';

/** Plans kept in each map. */
const LIMIT = 1000;

const newPlans = (): BoundedMap<string, StatementPlan> => new BoundedMap(LIMIT);

/** Plans by text, so that each text is parsed once. (design 3.6) */
export class StatementPlans {
  readonly #dialect: Dialect;
  readonly #catalog: TableCatalog;
  /** One map for each combination of filter and user. */
  readonly #plans = Array.from({ length: 4 }, () => newPlans());
  readonly #verbatim = newPlans();

  constructor(dialect: Dialect, catalog: TableCatalog) {
    this.#dialect = dialect;
    this.#catalog = catalog;
  }

  /**
   * Returns the plan of a statement.
   *
   * @param verbatim whether it sees the rows of all tenants, unchanged
   * @param place file, statement and line for messages
   * @throws TENANT_QUERY_REFUSED when the text cannot be limited to the tenant; SQL_FORBIDDEN
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
    const plans = this.#plans[(filtered ? 2 : 0) + (hasUser ? 1 : 0)] ?? newPlans();
    return this.#known(plans, text, { filtered, hasUser });
  }

  #verbatimOf(text: string): StatementPlan {
    return this.#known(this.#verbatim, text, { filtered: false, hasUser: false, verbatim: true });
  }

  /** Drops all plans, after tables have changed. */
  clear(): void {
    for (const plans of [...this.#plans, this.#verbatim]) plans.clear();
  }

  #known(
    plans: BoundedMap<string, StatementPlan>,
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
    plans.set(text, plan);
    return plan;
  }
}

/** Substituted text is known at run time only, so the load cannot report such a refusal. */
function named(error: unknown, place: string): unknown {
  if (!(error instanceof PlatformError)) return error;
  const { code, status, fix, details, message } = error;
  return new PlatformError({ code, status, fix, details, message: `${place}: ${message}`, cause: error });
}
