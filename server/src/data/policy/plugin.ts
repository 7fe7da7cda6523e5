import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { requestContext, type Clock } from '../../kernel/index.ts';
import type { TableCatalog } from '../catalog/table-catalog.ts';
import type { Scope, TenantRule } from './scope.ts';
import { PolicyTransformer } from './transformer.ts';

const definitions = new Set<RootOperationNode['kind']>([
  'CreateTableNode',
  'AlterTableNode',
  'DropTableNode',
  'CreateViewNode',
  'DropViewNode',
]);

/** Applies the request context to every query: tenant, time, actor. (design 2.1) */
export class PolicyPlugin implements KyselyPlugin {
  readonly #catalog: TableCatalog;
  readonly #clock: Clock;
  readonly #schemaChanged: () => Promise<void>;
  readonly #definitions = new WeakSet<QueryId>();
  readonly #transformer: PolicyTransformer;

  /** @param schemaChanged called after a statement of a schema builder */
  constructor(catalog: TableCatalog, clock: Clock, schemaChanged: () => Promise<void>) {
    this.#catalog = catalog;
    this.#clock = clock;
    this.#schemaChanged = schemaChanged;
    this.#transformer = new PolicyTransformer(this.#scope());
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (definitions.has(node.kind)) this.#definitions.add(queryId);
    return this.#transformer.apply(node, this.#scope());
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    if (this.#definitions.delete(queryId)) await this.#schemaChanged();
    return result;
  }

  #scope(): Scope {
    const context = requestContext.current();
    return {
      catalog: this.#catalog,
      tenant: context?.ignoreTenant ? { kind: 'all' } : ruleFor(context?.tenantId),
      now: new Date(this.#clock.now()).toISOString(),
      userId: context?.user?.userId,
    };
  }
}

function ruleFor(tenantId: string | undefined): TenantRule {
  return tenantId === undefined ? { kind: 'none' } : { kind: 'one', tenantId };
}
