import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectedWith, cycleThrough, dependentsOf, inDependencyOrder } from './sibling-graph.ts';

const graph = new Map([
  ['shop', ['member', 'pay']],
  ['report', ['shop', 'member']],
  ['member', []],
  ['other', ['absent']],
]);

describe('the graph of imports between applications', () => {
  it('finds dependents, each after its imports', () => {
    expect(dependentsOf('member', graph)).toEqual(['shop', 'report']);
    expect(dependentsOf('pay', graph)).toEqual(['shop', 'report']);
    expect(dependentsOf('absent', graph)).toEqual(['other']);
    expect(dependentsOf('report', graph)).toEqual([]);
  });

  it('names the path of a cycle', () => {
    const cyclic = new Map([...graph, ['member', ['report']]]);
    expect(cycleThrough('member', cyclic)).toEqual(['member', 'report', 'shop', 'member']);
    expect(cycleThrough('other', cyclic)).toBeUndefined();
    expect(cycleThrough('member', graph)).toBeUndefined();
  });

  it('knows which applications are connected, even absent ones', () => {
    expect([...connectedWith('pay', graph)].sort()).toEqual(['member', 'pay', 'report', 'shop']);
    expect([...connectedWith('other', graph)].sort()).toEqual(['absent', 'other']);
  });

  it('orders any graph completely, even with cycles', () => {
    const codes = ['a', 'b', 'c', 'd', 'e'];
    const anyGraph = fc.tuple(...codes.map(() => fc.subarray(codes)));
    fc.assert(
      fc.property(anyGraph, (imports) => {
        const any = new Map(codes.map((code, index) => [code, imports[index] ?? []]));
        const ordered = inDependencyOrder(codes, any);
        expect([...ordered].sort()).toEqual(codes);
        if (codes.some((code) => cycleThrough(code, any))) return;
        for (const [code, imported] of any) {
          for (const sibling of imported)
            expect(ordered.indexOf(sibling)).toBeLessThan(ordered.indexOf(code));
        }
      }),
    );
  });
});
