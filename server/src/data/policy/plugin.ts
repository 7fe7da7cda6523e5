import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import type { Clock } from '../../kernel/index.ts';
import type { TableCatalog } from '../catalog/table-catalog.ts';
import { currentScope } from './scope.ts';
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
}
