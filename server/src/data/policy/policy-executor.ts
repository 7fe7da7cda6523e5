import {
  SelectQueryNode,
  type CompiledQuery,
  type ConnectionProvider,
  type DialectAdapter,
  type QueryCompiler,
  type QueryId,
  type RootOperationNode,
} from 'kysely';
import { CountingExecutor } from './counting-executor.ts';
import type { PolicyPlugin } from './plugin.ts';

interface PolicyExecutorParts {
  readonly compiler: QueryCompiler;
  readonly adapter: DialectAdapter;
  readonly plugin: PolicyPlugin;
}

/**
 * Applies the policy to queries of the host, and keeps what selects compile to.
 *
 * A select is limited when its outermost query is compiled, and then with all its parts at once.
 * One whose shape is known is neither transformed nor compiled again.
 */
export class PolicyExecutor extends CountingExecutor {
  readonly #parts: PolicyExecutorParts;
  readonly #connections: ConnectionProvider;
  /** Selects that are not limited yet. */
  readonly #deferred: WeakSet<object>;

  constructor(parts: PolicyExecutorParts, connections: ConnectionProvider, deferred = new WeakSet<object>()) {
    super(parts.compiler, parts.adapter, connections, [parts.plugin]);
    this.#parts = parts;
    this.#connections = connections;
    this.#deferred = deferred;
  }

  override transformQuery<T extends RootOperationNode>(node: T, queryId: QueryId): T {
    if (!SelectQueryNode.is(node)) return super.transformQuery(node, queryId);
    this.#deferred.add(node);
    return node;
  }

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const { plugin, compiler } = this.#parts;
    return SelectQueryNode.is(node)
      ? plugin.compileSelect(node, queryId, compiler)
      : super.compileQuery(node, queryId);
  }

  override withConnectionProvider(connections: ConnectionProvider): PolicyExecutor {
    return new PolicyExecutor(this.#parts, connections, this.#deferred);
  }

  override withoutPlugins(): UnfilteredExecutor {
    return new UnfilteredExecutor(this.#parts, this.#connections, this.#deferred);
  }
}

/** Applies no policy. It refuses parts of filtered queries, which would lose their filter. */
class UnfilteredExecutor extends CountingExecutor {
  readonly #parts: PolicyExecutorParts;
  readonly #deferred: WeakSet<object>;

  constructor(parts: PolicyExecutorParts, connections: ConnectionProvider, deferred: WeakSet<object>) {
    super(parts.compiler, parts.adapter, connections);
    this.#parts = parts;
    this.#deferred = deferred;
  }

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    if (contains(node, this.#deferred)) {
      throw new Error('A filtered query cannot be part of an unfiltered one.');
    }
    return super.compileQuery(node, queryId);
  }

  override withConnectionProvider(connections: ConnectionProvider): UnfilteredExecutor {
    return new UnfilteredExecutor(this.#parts, connections, this.#deferred);
  }
}

function contains(value: unknown, nodes: WeakSet<object>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return nodes.has(value) || Object.values(value).some((part) => contains(part, nodes));
}
