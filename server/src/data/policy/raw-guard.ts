import { queryRefused } from '@platform/mapper';
import { TableNode, type RawNode } from 'kysely';
import type { Scope } from './scope.ts';

const word = /[\p{L}_][\p{L}\p{N}_$]*/gu;

/**
 * Refuses raw text that names a tenant table, as words or by `sql.table`, since it is not parsed.
 *
 * @throws TENANT_QUERY_REFUSED
 */
export function assertNoTenantTable(node: RawNode, scope: Scope): void {
  const named = [
    ...node.sqlFragments.flatMap((fragment) => fragment.match(word) ?? []),
    ...node.parameters.flatMap((parameter) =>
      TableNode.is(parameter) ? [parameter.table.identifier.name] : [],
    ),
  ].find((name) => scope.catalog.isTenantTable(name));
  if (named === undefined) return;
  throw queryRefused(
    `raw SQL names the table ${named}`,
    'Use the query builder for the table and sql.ref for its columns. Work of the platform itself may turn the filter off.',
  );
}
