import type {
  CompiledQuery,
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryCompiler,
  QueryId,
  QueryResult,
  RootOperationNode,
  SelectQueryNode,
  UnknownRow,
} from 'kysely';
import type { Clock } from '../../kernel/index.ts';
import type { TableCatalog } from '../catalog/table-catalog.ts';
import { CompiledQueries } from '../compiled/compiled-queries.ts';
import { currentScope, type Scope } from './scope.ts';
import { PolicyTransformer } from './transformer.ts';

const definitions = new Set<RootOperationNode['kind']>([
  'CreateTableNode',
  'AlterTableNode',
  'DropTableNode',
  'CreateViewNode',
  'DropViewNode',
]);

/** Stands for the tenant in a kept select, where values of the query itself are slots. */
const TENANT = 'tenant';

/** Applies the request context to every query: tenant, time, actor. (design 2.1) */
export class PolicyPlugin implements KyselyPlugin {
  readonly #catalog: TableCatalog;
  readonly #clock: Clock;
  readonly #schemaChanged: () => Promise<void>;
  readonly #definitions = new WeakSet<QueryId>();
  readonly #transformer: PolicyTransformer;
  readonly #selects = new CompiledQueries();

  /** @param schemaChanged called after a statement of a schema builder */
  constructor(catalog: TableCatalog, clock: Clock, schemaChanged: () => Promise<void>) {
    this.#catalog = catalog;
    this.#clock = clock;
    this.#schemaChanged = schemaChanged;
    this.#transformer = new PolicyTransformer(currentScope(this.#catalog, this.#clock));
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (definitions.has(node.kind)) this.#definitions.add(queryId);
    return this.#transformer.apply(node, currentScope(this.#catalog, this.#clock));
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    if (this.#definitions.delete(queryId)) await this.#schemaChanged();
    return result;
  }

  /** Limits and compiles a select, or completes the one that is kept for its shape. */
  compileSelect(node: SelectQueryNode, queryId: QueryId, compiler: QueryCompiler): CompiledQuery {
    const scope = currentScope(this.#catalog, this.#clock);
    // A common table expression may change rows, which depends on more than the tenant.
    if (node.with) return compiler.compileQuery(this.#transformer.apply(node, scope), queryId);
    const { tenant } = scope;
    const tenantId = tenant.kind === 'one' ? tenant.tenantId : undefined;
    return this.#selects.compile(
      node,
      queryId,
      tenant.kind,
      (tree) => compiler.compileQuery(this.#transformer.apply(tree, forAnyTenant(scope)), queryId),
      (parameter) => (parameter === TENANT ? tenantId : parameter),
    );
  }

  /** Forgets compiled selects, after tables have changed. */
  clear(): void {
    this.#selects.clear();
  }
}

const forAnyTenant = ({ catalog, tenant, now, userId }: Scope): Scope => ({
  catalog,
  tenant: tenant.kind === 'one' ? { kind: 'one', tenantId: TENANT } : tenant,
  now,
  userId,
});
