import { limitOf, valuesOf, type Tables } from '@platform/mapper';
import { CompiledQuery, DefaultConnectionProvider, Kysely, type QueryResult } from 'kysely';
import { PlatformError, type Clock, type Logger, type Undo } from '../kernel/index.ts';
import { columnsByTable, columnStatements, type ColumnRow, type TableColumns } from './catalog/columns.ts';
import { TableCatalog } from './catalog/table-catalog.ts';
import type {
  Database,
  Dialect,
  RawResult,
  ScriptResult,
  StatementOptions,
  TransactionOptions,
} from './database.ts';
import type { DatabaseConfig } from './dialects/config.ts';
import { dialectFor } from './dialects/index.ts';
import type { DirectExecutor, OpenedDialect, PoolUsage } from './dialects/opened-dialect.ts';
import { applicationQuery, type SharedDriver } from './policy/application-query.ts';
import { MarkingCompiler } from './policy/marking-compilers.ts';
import { OnceDriver } from './policy/once-driver.ts';
import { PolicyPlugin } from './policy/plugin.ts';
import { PolicyExecutor } from './policy/policy-executor.ts';
import { currentScope } from './policy/scope.ts';
import type { HostSchema } from './schema/index.ts';
import { prepareOn } from './statements/prepare.ts';
import { StatementPlans } from './statements/statement-plans.ts';
import { runScript } from './script/run.ts';
import { TransactionFlows } from './transactions/flow.ts';
import { joinTransaction, runAfterCommit, runTransaction } from './transactions/run.ts';

/** The {@link Database} over Kysely, for all three dialects. */
export class SqlDatabase implements Database {
  readonly dialect: Dialect;
  readonly #logger: Logger;
  readonly #flows = new TransactionFlows();
  readonly #catalog: TableCatalog;
  readonly #clock: Clock;
  readonly #plans: StatementPlans;
  readonly #pool: Kysely<HostSchema>;
  readonly #unfilteredPool: Kysely<HostSchema>;
  readonly #execute: DirectExecutor | undefined;
  readonly #poolUsage: OpenedDialect['poolUsage'];
  readonly #shared: SharedDriver;
  readonly #plugin: PolicyPlugin;
  readonly #marking: MarkingCompiler;
  /** Application query builders by the builder they guard: pool or transaction. */
  readonly #guarded = new WeakMap<Kysely<HostSchema>, Kysely<HostSchema>>();
  readonly #schemaListeners = new Set<() => void>();
  #catalogLoaded = false;
  #columns: ReadonlyMap<string, TableColumns> | undefined;
  #closed: Promise<void> | undefined;

  constructor(config: DatabaseConfig, logger: Logger, clock: Clock) {
    this.dialect = config.type;
    this.#logger = logger;
    this.#clock = clock;
    this.#catalog = new TableCatalog(config.type);
    this.#plans = new StatementPlans(config.type, this.#catalog);
    const { dialect, execute, poolUsage } = dialectFor(config, logger, this.#flows.assertMayWait);
    this.#execute = execute;
    this.#poolUsage = poolUsage;
    this.#marking = new MarkingCompiler(config.type);
    this.#plugin = new PolicyPlugin(this.#catalog, clock, () => this.refreshTenantTables());
    const driver = new OnceDriver(dialect.createDriver());
    this.#shared = { dialect, driver };
    const executor = new PolicyExecutor(
      {
        compiler: dialect.createQueryCompiler(),
        adapter: dialect.createAdapter(),
        plugin: this.#plugin,
      },
      new DefaultConnectionProvider(driver),
    );
    this.#pool = new Kysely<HostSchema>({ config: { dialect }, dialect, driver, executor });
    this.#unfilteredPool = this.#pool.withoutPlugins();
  }

  get query(): Kysely<HostSchema> {
    return this.#flows.current()?.query ?? this.#pool;
  }

  get applicationQuery(): Kysely<HostSchema> {
    const query = this.query;
    const known = this.#guarded.get(query);
    if (known) return known;
    const guarded = applicationQuery(query, this.#marking, this.#shared, async (text, values) => {
      const limited = await this.#limited(text, values, {});
      return CompiledQuery.raw(limited.sql, limited.values);
    });
    this.#guarded.set(query, guarded);
    return guarded;
  }

  /** Without tenant filter and filled columns, for migrations. */
  get unfiltered(): Kysely<HostSchema> {
    return this.#flows.current()?.unfiltered ?? this.#unfilteredPool;
  }

  get inTransaction(): boolean {
    return this.#flows.current() !== undefined;
  }

  poolUsage(): PoolUsage | undefined {
    return this.#poolUsage?.();
  }

  transaction<T>(work: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const flow = this.#flows.current();
    return flow && !options.requiresNew
      ? joinTransaction(flow, work)
      : runTransaction(this.#pool, this.#flows, options, work, this.#logger);
  }

  afterCommit(work: () => void | Promise<void>): void {
    const flow = this.#flows.current();
    if (flow) {
      flow.afterCommit.push(work);
      return;
    }
    void runAfterCommit([work], this.#logger);
  }

  async hasTable(table: string): Promise<boolean> {
    await this.tenantTables();
    return this.#catalog.has(table);
  }

  async tenantTables(): Promise<ReadonlySet<string>> {
    if (!this.#catalogLoaded) await this.rereadTables();
    return this.#catalog.tenantTables;
  }

  async refreshTenantTables(): Promise<void> {
    await this.rereadTables();
    for (const listener of this.#schemaListeners) listener();
  }

  onSchemaChange(listener: () => void): Undo {
    this.#schemaListeners.add(listener);
    return () => void this.#schemaListeners.delete(listener);
  }

  async rereadTables(): Promise<void> {
    await this.#catalog.refresh(this.unfiltered);
    this.#plans.clear();
    this.#plugin.clear();
    this.#columns = undefined;
    this.#catalogLoaded = true;
  }

  async executeScript(sql: string): Promise<ScriptResult> {
    const run = (): Promise<ScriptResult> =>
      runScript(sql, this.dialect, (statement, parameters) => this.raw(statement, parameters));
    const result =
      this.dialect === 'mysql' ? await this.#outsideTransaction(run) : await this.transaction(run);
    await this.refreshTenantTables();
    return result;
  }

  async raw<Row = Record<string, unknown>>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<RawResult<Row>> {
    const { rows, numAffectedRows } = await this.#run(sql, parameters);
    return { rows: rows as Row[], affectedRows: Number(numAffectedRows ?? 0) };
  }

  #run(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
    const flow = this.#flows.current();
    // The driver is initialised once the catalog has been read.
    const direct =
      this.#catalogLoaded && !flow?.readOnly
        ? this.#execute?.(sql, parameters, flow !== undefined)
        : undefined;
    return (
      direct ??
      (flow?.unfiltered ?? this.#unfilteredPool).executeQuery(CompiledQuery.raw(sql, [...parameters]))
    );
  }

  async statement<Row = Record<string, unknown>>(
    text: string,
    parameters: readonly unknown[],
    options: StatementOptions = {},
  ): Promise<RawResult<Row>> {
    const { sql, values } = await this.#limited(text, parameters, options);
    const { rows, numAffectedRows } = await this.#run(sql, values);
    return { rows: rows as Row[], affectedRows: Number(numAffectedRows ?? 0) };
  }

  async #limited(
    text: string,
    given: readonly unknown[],
    { ignoreTenant, place, scoped }: StatementOptions,
  ): Promise<{ readonly sql: string; readonly values: unknown[] }> {
    if (!this.#catalogLoaded) await this.rereadTables();
    const scope = currentScope(this.#catalog, this.#clock, scoped?.reach);
    const rows = scoped && limitOf(scoped.rows, scoped.reach);
    const plan = this.#plans.planFor(text, scope, { verbatim: ignoreTenant, place, rows });
    return { sql: plan.sql, values: valuesOf(plan, given, scope) };
  }

  async tables(): Promise<Tables> {
    await this.tenantTables();
    return this.#catalog;
  }

  async tableColumns(): Promise<ReadonlyMap<string, TableColumns>> {
    return (this.#columns ??= columnsByTable(
      (await this.raw<ColumnRow>(columnStatements[this.dialect])).rows,
    ));
  }

  prepare(sql: string): Promise<void> {
    return prepareOn(this, sql);
  }

  async ping(): Promise<void> {
    await this.raw('select 1');
  }

  /** MySQL commits at every data definition, which would silently end a transaction. */
  #outsideTransaction<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#flows.current()) return work();
    throw new PlatformError({
      code: 'SQL_SCRIPT_IN_TRANSACTION',
      message: 'Cannot run a script inside a transaction: MySQL commits it at the first data definition.',
      fix: 'Run the script before or after the transaction.',
    });
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#pool.destroy());
  }
}
