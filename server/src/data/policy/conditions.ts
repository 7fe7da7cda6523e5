import type { TenantRule } from '@platform/mapper';
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  FromNode,
  IdentifierNode,
  OperatorNode,
  ParensNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  SelectionNode,
  ValueNode,
  WhereNode,
  type OperationNode,
  type TableNode,
} from 'kysely';
import type { Source } from './sources.ts';

/** Returns `<table>.tenant_id = <tenant>`, or a false condition without a tenant. */
export function tenantCondition(table: TableNode, tenant: TenantRule): OperationNode {
  if (tenant.kind !== 'one') return RawNode.createWithSql('1 = 0');
  return BinaryOperationNode.create(
    ReferenceNode.create(ColumnNode.create('tenant_id'), table),
    OperatorNode.create('='),
    ValueNode.create(tenant.tenantId),
  );
}

/** Joins both conditions. Parentheses protect against an `or` in raw text. */
export function both(present: OperationNode | undefined, added: OperationNode): OperationNode {
  return present ? AndNode.create(ParensNode.create(present), added) : added;
}

export function restrictWhere(
  where: WhereNode | undefined,
  sources: readonly Source[],
  tenant: TenantRule,
): WhereNode | undefined {
  return sources.reduce<WhereNode | undefined>(
    (result, source) => WhereNode.create(both(result?.where, tenantCondition(source.reference, tenant))),
    where,
  );
}

/**
 * Returns `(select * from <table> where tenant_id = …) as <name>`, where a condition is too late.
 */
export function restrictedTable(source: Source, tenant: TenantRule): OperationNode {
  const select: SelectQueryNode = {
    ...SelectQueryNode.create(),
    from: FromNode.create([source.node]),
    selections: [SelectionNode.createSelectAll()],
    where: WhereNode.create(tenantCondition(source.node, tenant)),
  };
  return AliasNode.create(select, IdentifierNode.create(source.reference.table.identifier.name));
}
