import { isSystemTable, queryRefused } from '@platform/mapper';
import { AliasNode, IdentifierNode, TableNode, type OperationNode } from 'kysely';
import type { Scope } from './scope.ts';

/** A table that a query reads or writes, and the name that the query knows it by. */
export interface Source {
  readonly table: string;
  readonly node: TableNode;
  readonly reference: TableNode;
}

/** The table behind a source of a query; none for sub-queries, functions and the names of common table expressions. */
export function sourceOf(
  node: OperationNode,
  scope: Scope,
  expressions: ReadonlySet<string>,
): Source | undefined {
  const table = AliasNode.is(node) ? node.node : node;
  if (!TableNode.is(table)) return undefined;
  const name = table.table.identifier.name.toLowerCase();
  const schema = table.table.schema?.name.toLowerCase();
  if (schema === undefined && expressions.has(name)) return undefined;
  if (!scope.catalog.has(name) && !isSystemTable(name, schema)) {
    throw queryRefused(
      `table ${name} is not known`,
      'Check the name; a table of a new script is there when the script has run. After creating a table, call refreshTenantTables(); scripts and schema builders do it.',
    );
  }
  return { table: name, node: table, reference: AliasNode.is(node) ? aliasOf(node, name) : table };
}

/** The same, for tables that belong to tenants. */
export function tenantSourceOf(
  node: OperationNode,
  scope: Scope,
  expressions: ReadonlySet<string>,
): Source | undefined {
  const source = sourceOf(node, scope, expressions);
  return source && scope.catalog.isTenantTable(source.table) ? source : undefined;
}

function aliasOf(node: AliasNode, table: string): TableNode {
  if (!IdentifierNode.is(node.alias)) {
    throw queryRefused(`table ${table} has a computed alias`, 'Give it a plain name.');
  }
  return TableNode.create(node.alias.name);
}
