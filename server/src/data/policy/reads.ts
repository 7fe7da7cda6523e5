import { FromNode, OnNode, type JoinNode, type OperationNode, type SelectQueryNode } from 'kysely';
import { both, restrictedTable, restrictWhere, tenantCondition } from './conditions.ts';
import type { Scope } from './scope.ts';
import { tenantSourceOf, type Source } from './sources.ts';

type Names = ReadonlySet<string>;

const onJoins = new Set<JoinNode['joinType']>(['InnerJoin', 'LeftJoin']);

/** Whether a condition in each `on` is enough: outer joins could bring rows back. */
export function joinsByCondition(joins: readonly JoinNode[]): boolean {
  return joins.every((join) => onJoins.has(join.joinType));
}

/** Limits the tables that a select reads directly. Its sub-queries are limited before. */
export function restrictSelect(node: SelectQueryNode, scope: Scope, names: Names): SelectQueryNode {
  const joins = node.joins ?? [];
  const replaceTable = (source: OperationNode): OperationNode => {
    const table = tenantSourceOf(source, scope, names);
    return table ? restrictedTable(table, scope.tenant) : source;
  };
  const froms = node.from?.froms ?? [];
  if (!joinsByCondition(joins)) {
    return {
      ...node,
      ...(node.from ? { from: FromNode.create(froms.map(replaceTable)) } : {}),
      joins: joins.map((join) => ({ ...join, table: replaceTable(join.table) })),
    };
  }
  const where = restrictWhere(node.where, tenantSources(froms, scope, names), scope.tenant);
  return {
    ...node,
    ...(where ? { where } : {}),
    ...(node.joins ? { joins: joins.map((join) => restrictJoin(join, scope, names)) } : {}),
  };
}

export function restrictJoin(join: JoinNode, scope: Scope, names: Names): JoinNode {
  const source = tenantSourceOf(join.table, scope, names);
  if (!source) return join;
  return { ...join, on: OnNode.create(both(join.on?.on, tenantCondition(source.reference, scope.tenant))) };
}

export function tenantSources(nodes: readonly OperationNode[], scope: Scope, names: Names): Source[] {
  return nodes.flatMap((node) => tenantSourceOf(node, scope, names) ?? []);
}
