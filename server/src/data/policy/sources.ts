import { isSystemTable, queryRefused } from '@platform/mapper';
import { AliasNode, IdentifierNode, TableNode, type OperationNode } from 'kysely';
import type { Scope } from './scope.ts';

/** A table of a query, and its name in the query. */
export interface Source {
  readonly table: string;
  readonly node: TableNode;
  readonly reference: TableNode;
}

/** Returns the table of a source; undefined for sub-queries, functions and table expressions. */
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
      'Check the name. A table of a new script exists once the script has run. If you create a table by other means than scripts and schema builders, call refreshTenantTables() afterwards.',
    );
  }
  return { table: name, node: table, reference: AliasNode.is(node) ? aliasOf(node, name) : table };
}

/** Returns the table of a source if its rows belong to tenants. */
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
    throw queryRefused(`table ${table} has a computed alias`, 'Use a plain name.');
  }
  return TableNode.create(node.alias.name);
}
