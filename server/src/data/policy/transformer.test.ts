import { TableNode, SelectQueryNode, type MergeQueryNode } from 'kysely';
import { expect, it } from 'vitest';
import type { Scope } from './scope.ts';
import { PolicyTransformer } from './transformer.ts';

const scope = {
  tenant: { kind: 'one', tenantId: 'a' },
  catalog: { has: () => true, isTenantTable: () => true, columnsOf: () => new Set() },
} as unknown as Scope;

class Watched extends PolicyTransformer {
  /** Nodes that it holds on to. */
  get depth(): number {
    return this.nodeStack.length;
  }
}

it('holds no part of a query that it has refused', () => {
  const transformer = new Watched(scope);
  const merge = { kind: 'MergeQueryNode', into: TableNode.create('item') } as MergeQueryNode;
  for (let round = 0; round < 3; round += 1) {
    expect(() => transformer.apply(merge, scope)).toThrow(
      expect.objectContaining({ code: 'TENANT_QUERY_REFUSED' }),
    );
  }
  transformer.apply(SelectQueryNode.create(), scope);
  expect(transformer.depth).toBe(0);
});
