import { assertPlainSql, sqlForbidden, type Dialect } from '@platform/mapper';
import type {
  AbortableOperationOptions,
  AbortableQueryOptions,
  CompiledQuery,
  ConnectionProvider,
  DatabaseConnection,
  DialectAdapter,
  KyselyPlugin,
  QueryExecutor,
  QueryId,
  QueryResult,
  RootOperationNode,
} from 'kysely';
import type { TableCatalog } from '../catalog/table-catalog.ts';
import { ReadableTables } from './readable-tables.ts';

/** Most texts that are remembered as harmless; the oldest goes first. */
const LIMIT = 1000;

/** What queries of applications are judged by. (findings: security 14) */
export class QueryGuard {
  readonly #dialect: Dialect;
  readonly #catalog: TableCatalog;
  readonly #harmless = new Set<string>();
  readonly #judged = new WeakSet<RootOperationNode>();
  readonly #compiled = new WeakSet<CompiledQuery>();

  constructor(dialect: Dialect, catalog: TableCatalog) {
    this.#dialect = dialect;
    this.#catalog = catalog;
  }

  /**
   * @param compile to the text that is sent
   * @throws SQL_FORBIDDEN
   */
  transform<T extends RootOperationNode>(node: T, queryId: QueryId, compile: (node: T) => string): T {
    const readable = new ReadableTables(this.#catalog, false);
    const transformed = readable.transformNode(node, queryId);
    if (!readable.found) return transformed;
    this.#assert(compile(new ReadableTables(this.#catalog, true).transformNode(node, queryId)));
    this.#judged.add(transformed);
    return transformed;
  }

  /** @throws SQL_FORBIDDEN */
  compiled<R>(query: CompiledQuery<R>, node: RootOperationNode): CompiledQuery<R> {
    if (!this.#judged.has(node)) this.#assert(query.sql);
    this.#compiled.add(query);
    return query;
  }

  /** @throws SQL_FORBIDDEN for a text that no query builder of ours has made, and so has no tenant either */
  assertOwn(query: CompiledQuery): void {
    if (this.#compiled.has(query)) return;
    throw sqlForbidden('it runs a query that was compiled elsewhere', 'Use the query builder, or its sql.');
  }

  #assert(text: string): void {
    if (this.#harmless.has(text)) return;
    assertPlainSql(text, this.#dialect, this.#catalog);
    if (this.#harmless.size === LIMIT) this.#harmless.delete(this.#harmless.values().next().value ?? '');
    this.#harmless.add(text);
  }
}

/** Runs queries of applications: what a query builder has made, with the tenant's condition, and data statements only. */
export class GuardedExecutor implements QueryExecutor {
  readonly #base: QueryExecutor;
  readonly #guard: QueryGuard;
  readonly #own: readonly KyselyPlugin[];
  readonly #inner: QueryExecutor;

  /** @param own plugins of the application, which see a query before the tenant's condition is added */
  constructor(base: QueryExecutor, guard: QueryGuard, own: readonly KyselyPlugin[] = []) {
    this.#base = base;
    this.#guard = guard;
    this.#own = own;
    this.#inner = own.reduceRight((executor, plugin) => executor.withPluginAtFront(plugin), base);
  }

  get adapter(): DialectAdapter {
    return this.#base.adapter;
  }

  get plugins(): readonly KyselyPlugin[] {
    return this.#own;
  }

  transformQuery<T extends RootOperationNode>(node: T, queryId: QueryId): T {
    const transformed = this.#inner.transformQuery(node, queryId);
    return this.#guard.transform(
      transformed,
      queryId,
      (other) => this.#inner.compileQuery(other, queryId).sql,
    );
  }

  compileQuery<R = unknown>(node: RootOperationNode, queryId: QueryId): CompiledQuery<R> {
    return this.#guard.compiled(this.#inner.compileQuery<R>(node, queryId), node);
  }

  executeQuery<R>(query: CompiledQuery<R>, options?: AbortableQueryOptions): Promise<QueryResult<R>> {
    this.#guard.assertOwn(query);
    return this.#inner.executeQuery(query, options);
  }

  stream<R>(
    query: CompiledQuery<R>,
    chunkSize: number,
    options?: AbortableOperationOptions,
  ): AsyncIterableIterator<QueryResult<R>> {
    this.#guard.assertOwn(query);
    return this.#inner.stream(query, chunkSize, options);
  }

  provideConnection<T>(
    work: (connection: DatabaseConnection) => Promise<T>,
    options?: AbortableOperationOptions,
  ): Promise<T> {
    return this.#inner.provideConnection(work, options);
  }

  withConnectionProvider(provider: ConnectionProvider): QueryExecutor {
    return new GuardedExecutor(this.#base.withConnectionProvider(provider), this.#guard, this.#own);
  }

  withPlugin(plugin: KyselyPlugin): QueryExecutor {
    return this.withPlugins([plugin]);
  }

  withPlugins(plugins: readonly KyselyPlugin[]): QueryExecutor {
    return new GuardedExecutor(this.#base, this.#guard, [...this.#own, ...plugins]);
  }

  withPluginAtFront(plugin: KyselyPlugin): QueryExecutor {
    return new GuardedExecutor(this.#base, this.#guard, [plugin, ...this.#own]);
  }

  /** The tenant's condition stays. */
  withoutPlugins(): QueryExecutor {
    return new GuardedExecutor(this.#base, this.#guard);
  }
}
