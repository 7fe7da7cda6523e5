import { queryRefused, tenantMismatch } from '@platform/mapper';
import {
  ColumnNode,
  ColumnUpdateNode,
  ListNode,
  ReferenceNode,
  ValueNode,
  type DeleteQueryNode,
  type JoinNode,
  type OperationNode,
  type UpdateQueryNode,
} from 'kysely';
import { restrictWhere } from './conditions.ts';
import { joinsByCondition, restrictJoin, tenantSources } from './reads.ts';
import type { Scope } from './scope.ts';
import { sourceOf } from './sources.ts';

type Names = ReadonlySet<string>;

/** Limits an update to the tenant's rows, and sets time and actor. */
export function restrictUpdate(node: UpdateQueryNode, scope: Scope, names: Names): UpdateQueryNode {
  const targets = node.table ? (ListNode.is(node.table) ? node.table.items : [node.table]) : [];
  const [target, ...others] = targets.map((table) => sourceOf(table, scope, names));
  const updates = target
    ? fillUpdates(node.updates ?? [], target.table, scope, others.length === 0)
    : node.updates;
  const filled = { ...node, ...(updates ? { updates } : {}) };
  return scope.tenant.kind === 'all'
    ? filled
    : restrictChange(filled, [...targets, ...(node.from?.froms ?? [])], scope, names);
}

export function restrictDelete(node: DeleteQueryNode, scope: Scope, names: Names): DeleteQueryNode {
  if (scope.tenant.kind === 'all') return node;
  return restrictChange(node, [...node.from.froms, ...(node.using?.tables ?? [])], scope, names);
}

/**
 * Checks and completes assignments.
 *
 * @throws TENANT_MISMATCH when `tenant_id` is set to anything but the current tenant
 */
export function fillUpdates(
  updates: readonly ColumnUpdateNode[],
  table: string,
  scope: Scope,
  fill = true,
): readonly ColumnUpdateNode[] {
  if (scope.tenant.kind !== 'all') updates.forEach((update) => assertTenantKept(update, table, scope));
  if (!fill || updates.length === 0) return updates;
  const set = new Set(updates.map(columnName));
  const columns = scope.catalog.columnsOf(table);
  const missing = (name: 'update_time' | 'update_by') => columns.has(name) && !set.has(name);
  const added: ColumnUpdateNode[] = [];
  if (missing('update_time')) added.push(updateOf('update_time', scope.now));
  if (scope.userId !== undefined && missing('update_by')) added.push(updateOf('update_by', scope.userId));
  return [...updates, ...added];
}

function restrictChange<
  N extends { readonly joins?: readonly JoinNode[]; readonly where?: UpdateQueryNode['where'] },
>(node: N, tables: readonly OperationNode[], scope: Scope, names: Names): N {
  const joins = node.joins ?? [];
  const sources = tenantSources([...tables, ...joins.map((join) => join.table)], scope, names);
  if (sources.length > 0 && !joinsByCondition(joins)) {
    throw queryRefused(
      'a change with joins other than inner and left',
      'Select the identifiers first, then change those rows.',
    );
  }
  const where = restrictWhere(node.where, tenantSources(tables, scope, names), scope.tenant);
  return {
    ...node,
    ...(node.joins ? { joins: joins.map((join) => restrictJoin(join, scope, names)) } : {}),
    ...(where ? { where } : {}),
  };
}

function assertTenantKept(update: ColumnUpdateNode, table: string, scope: Scope): void {
  if (columnName(update) !== 'tenant_id' || scope.tenant.kind === 'all') return;
  const value = ValueNode.is(update.value) ? update.value.value : undefined;
  if (scope.tenant.kind === 'none' || value !== scope.tenant.tenantId) throw tenantMismatch(table);
}

function columnName(update: ColumnUpdateNode): string | undefined {
  const column = ReferenceNode.is(update.column) ? update.column.column : update.column;
  return ColumnNode.is(column) ? column.column.name.toLowerCase() : undefined;
}

function updateOf(column: string, value: unknown): ColumnUpdateNode {
  return ColumnUpdateNode.create(ColumnNode.create(column), ValueNode.create(value));
}
