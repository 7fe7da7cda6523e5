import { queryRefused } from '@platform/mapper';
import {
  OperationNodeTransformer,
  type DeleteQueryNode,
  type InsertQueryNode,
  type MergeQueryNode,
  type QueryId,
  type RawNode,
  type RootOperationNode,
  type SelectQueryNode,
  type UpdateQueryNode,
  type WithNode,
} from 'kysely';
import { restrictDelete, restrictUpdate } from './changes.ts';
import { fillInsert } from './inserts.ts';
import { assertNoTenantTable } from './raw-guard.ts';
import { restrictSelect } from './reads.ts';
import type { Scope } from './scope.ts';
import { tenantSourceOf } from './sources.ts';

const noNames: ReadonlySet<string> = new Set();

/**
 * Applies a scope to a query and its sub-queries.
 *
 * One instance serves all queries in turn, since its construction is expensive.
 */
export class PolicyTransformer extends OperationNodeTransformer {
  /** Names of the common table expressions around the current node. */
  #names = noNames;
  #scope: Scope;

  constructor(scope: Scope) {
    super();
    this.#scope = scope;
  }

  apply(node: RootOperationNode, scope: Scope): RootOperationNode {
    this.#scope = scope;
    this.#names = noNames;
    this.nodeStack.length = 0;
    return this.transformNode(node);
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    return this.#within(node.with, () => {
      const inner = super.transformSelectQuery(node, queryId);
      return this.#filters ? restrictSelect(inner, this.#scope, this.#names) : inner;
    });
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    return this.#within(node.with, () =>
      restrictUpdate(super.transformUpdateQuery(node, queryId), this.#scope, this.#names),
    );
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    return this.#within(node.with, () =>
      restrictDelete(super.transformDeleteQuery(node, queryId), this.#scope, this.#names),
    );
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    return this.#within(node.with, () => fillInsert(super.transformInsertQuery(node, queryId), this.#scope));
  }

  protected override transformMergeQuery(node: MergeQueryNode, queryId?: QueryId): MergeQueryNode {
    return this.#within(node.with, () => {
      const inner = super.transformMergeQuery(node, queryId);
      const tables = [inner.into, ...(inner.using ? [inner.using.table] : [])];
      if (this.#filters && tables.some((table) => tenantSourceOf(table, this.#scope, this.#names))) {
        throw queryRefused('merge', 'Use insert with onConflict, or update and insert.');
      }
      return inner;
    });
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    if (this.#filters) assertNoTenantTable(node, this.#scope);
    return super.transformRaw(node, queryId);
  }

  get #filters(): boolean {
    return this.#scope.tenant.kind !== 'all';
  }

  #within<T>(node: WithNode | undefined, work: () => T): T {
    if (!node) return work();
    const outer = this.#names;
    const names = node.expressions.map((expression) =>
      expression.name.table.table.identifier.name.toLowerCase(),
    );
    const shadowing = names.find((name) => this.#scope.catalog.isTenantTable(name));
    if (shadowing !== undefined && this.#filters) {
      throw queryRefused(
        `a common table expression has the name of the table ${shadowing}`,
        'Choose another name.',
      );
    }
    this.#names = new Set([...outer, ...names]);
    try {
      return work();
    } finally {
      this.#names = outer;
    }
  }
}
