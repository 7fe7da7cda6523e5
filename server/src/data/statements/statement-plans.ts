import { planStatement, type RowLimit, type StatementPlan } from '@platform/mapper';
import { BoundedMap } from '../compiled/bounded-map.ts';
import type { TableCatalog } from '../catalog/table-catalog.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { Dialect } from '../database.ts';
import type { Scope } from '../policy/scope.ts';

/** Plans kept in each map. */
const LIMIT = 1000;

interface PlanOptions {
  /** Whether it sees the rows of all tenants, unchanged. */
  readonly verbatim?: boolean | undefined;
  /** File, statement and line for messages. */
  readonly place?: string | undefined;
  readonly rows?: RowLimit | undefined;
}

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
   * @throws TENANT_QUERY_REFUSED when the text cannot be limited to the tenant; SQL_FORBIDDEN;
   *   DATA_SCOPE_INVALID
   */
  planFor(text: string, scope: Scope, { verbatim = false, place, rows }: PlanOptions = {}): StatementPlan {
    try {
      return verbatim ? this.#verbatimOf(text, rows) : this.#planOf(text, scope, rows);
    } catch (error) {
      throw place === undefined ? error : named(error, place);
    }
  }

  #planOf(text: string, { tenant, userId }: Scope, rows: RowLimit | undefined): StatementPlan {
    const filtered = tenant.kind !== 'all';
    const hasUser = userId !== undefined;
    const plans = this.#plans[(filtered ? 2 : 0) + (hasUser ? 1 : 0)] ?? newPlans();
    return this.#known(plans, text, { filtered, hasUser, rows });
  }

  #verbatimOf(text: string, rows: RowLimit | undefined): StatementPlan {
    return this.#known(this.#verbatim, text, { filtered: false, hasUser: false, verbatim: true, rows });
  }

  /** Drops all plans, after tables have changed. */
  clear(): void {
    for (const plans of [...this.#plans, this.#verbatim]) plans.clear();
  }

  #known(
    plans: BoundedMap<string, StatementPlan>,
    text: string,
    rules: Pick<Parameters<typeof planStatement>[1], 'filtered' | 'hasUser' | 'verbatim' | 'rows'>,
  ): StatementPlan {
    const key = rules.rows ? `${text}\0${JSON.stringify(rules.rows)}` : text;
    const known = plans.get(key);
    if (known) return known;
    const plan = planStatement(text, {
      dialect: this.#dialect,
      catalog: this.#catalog,
      sumsDecimals: this.#dialect === 'sqlite',
      ...rules,
    });
    plans.set(key, plan);
    return plan;
  }
}

/** Substituted text is known at run time only, so the load cannot report such a refusal. */
function named(error: unknown, place: string): unknown {
  if (!(error instanceof PlatformError)) return error;
  const { code, status, fix, details, message } = error;
  return new PlatformError({ code, status, fix, details, message: `${place}: ${message}`, cause: error });
}
