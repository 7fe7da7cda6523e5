import { queryRefused, tenantMismatch, tenantRequired, type SpecialColumn } from '@platform/mapper';
import type { OnConflictNode } from 'kysely';
import {
  BinaryOperationNode,
  CaseNode,
  ColumnNode,
  ColumnUpdateNode,
  DefaultInsertValueNode,
  OperatorNode,
  ReferenceNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhenNode,
  WhereNode,
  type InsertQueryNode,
  type OnDuplicateKeyNode,
  type OperationNode,
} from 'kysely';
import { fillUpdates } from './changes.ts';
import { both, tenantCondition } from './conditions.ts';
import { withAddedSelections } from './insert-select.ts';
import type { Scope } from './scope.ts';
import { sourceOf, type Source } from './sources.ts';

/**
 * Fills tenant, times and actor of an insert. Explicit values stay, except another tenant.
 *
 * @throws TENANT_MISMATCH, TENANT_REQUIRED, TENANT_QUERY_REFUSED
 */
export function fillInsert(node: InsertQueryNode, scope: Scope): InsertQueryNode {
  const target = node.into && sourceOf(node.into, scope, new Set());
  if (!target) return node;
  const guarded = scope.tenant.kind !== 'all' && scope.catalog.isTenantTable(target.table);
  if (guarded && scope.tenant.kind === 'none') throw tenantRequired(target.table);
  if (guarded && (node.replace || node.orAction?.action === 'replace')) {
    throw queryRefused(
      `replace may remove a row of another tenant from ${target.table}`,
      'Update, or insert with onConflict.',
    );
  }
  const filled = fillRows(node, fillings(target.table, scope), target.table, guarded);
  return {
    ...filled,
    ...(node.onConflict ? { onConflict: fillConflict(node.onConflict, target, scope, guarded) } : {}),
    ...(node.onDuplicateKey
      ? { onDuplicateKey: fillDuplicate(node.onDuplicateKey, target, scope, guarded) }
      : {}),
  };
}

type Fillings = ReadonlyMap<SpecialColumn, unknown>;

function fillings(table: string, scope: Scope): Fillings {
  const columns = scope.catalog.columnsOf(table);
  const values = new Map<SpecialColumn, unknown>();
  if (scope.tenant.kind === 'one') values.set('tenant_id', scope.tenant.tenantId);
  values.set('create_time', scope.now).set('update_time', scope.now);
  if (scope.userId !== undefined) values.set('create_by', scope.userId).set('update_by', scope.userId);
  return new Map([...values].filter(([column]) => columns.has(column)));
}

function fillRows(node: InsertQueryNode, values: Fillings, table: string, guarded: boolean): InsertQueryNode {
  const given = (node.columns ?? []).map((column) => column.column.name.toLowerCase());
  const missing = [...values].filter(([column]) => !given.includes(column));
  const columns = [...(node.columns ?? []), ...missing.map(([column]) => ColumnNode.create(column))];
  const added = missing.map(([, value]) => ValueNode.create(value));
  const tenantIndex = guarded ? given.indexOf('tenant_id') : -1;
  if (node.defaultValues || !node.values) {
    if (added.length === 0) return node;
    return {
      ...node,
      defaultValues: false,
      columns,
      values: ValuesNode.create([ValueListNode.create(added)]),
    };
  }
  if (!ValuesNode.is(node.values)) {
    if (!node.columns || tenantIndex >= 0) {
      throw queryRefused(
        `rows selected into ${table} ${node.columns ? 'bring their own tenant' : 'name no columns'}`,
        'Name the columns, without tenant_id.',
      );
    }
    return added.length === 0
      ? node
      : { ...node, columns, values: withAddedSelections(node.values, missing) };
  }
  const rows = node.values.values.map((row) => {
    const items = ValueListNode.is(row) ? row.values : row.values.map((value) => ValueNode.create(value));
    const completed = items.map((item, index) =>
      DefaultInsertValueNode.is(item) ? filledDefault(item, given[index], values) : item,
    );
    if (tenantIndex >= 0) assertOwn(completed[tenantIndex], values.get('tenant_id'), table);
    return ValueListNode.create([...completed, ...added]);
  });
  return { ...node, columns, values: ValuesNode.create(rows) };
}

function filledDefault(item: OperationNode, column: string | undefined, values: Fillings): OperationNode {
  const filling = values.get(column as SpecialColumn);
  return filling === undefined ? item : ValueNode.create(filling);
}

function assertOwn(item: OperationNode | undefined, tenantId: unknown, table: string): void {
  if (!item || !ValueNode.is(item) || item.value !== tenantId) throw tenantMismatch(table);
}

function fillConflict(node: OnConflictNode, target: Source, scope: Scope, guarded: boolean): OnConflictNode {
  if (!node.updates) return node;
  const updates = fillUpdates(node.updates, target.table, scope);
  if (!guarded) return { ...node, updates };
  const condition = tenantCondition(target.reference, scope.tenant);
  return { ...node, updates, updateWhere: WhereNode.create(both(node.updateWhere?.where, condition)) };
}

/** MySQL allows no condition here, so a row of another tenant keeps each value by `case`. */
function fillDuplicate(
  node: OnDuplicateKeyNode,
  target: Source,
  scope: Scope,
  guarded: boolean,
): OnDuplicateKeyNode {
  const updates = fillUpdates(node.updates, target.table, scope);
  if (!guarded || scope.tenant.kind !== 'one') return { ...node, updates };
  const isOwn = BinaryOperationNode.create(
    ReferenceNode.create(ColumnNode.create('tenant_id'), target.reference),
    OperatorNode.create('='),
    ValueNode.create(scope.tenant.tenantId),
  );
  const guard = (update: ColumnUpdateNode): ColumnUpdateNode => {
    const when = WhenNode.cloneWithResult(WhenNode.create(isOwn), update.value);
    const value = CaseNode.cloneWith(CaseNode.cloneWithWhen(CaseNode.create(), when), {
      else: update.column,
    });
    return ColumnUpdateNode.create(update.column, value);
  };
  return { ...node, updates: updates.map(guard) };
}
