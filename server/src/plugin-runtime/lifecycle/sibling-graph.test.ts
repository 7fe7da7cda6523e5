import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApplicationLocks } from './application-locks.ts';
import { connectedWith, cycleThrough, dependentsOf, inDependencyOrder } from './sibling-graph.ts';

const graph = new Map([
  ['shop', ['member', 'pay']],
  ['report', ['shop', 'member']],
  ['member', []],
  ['other', ['absent']],
]);

describe('the graph of imports between applications', () => {
  it('finds dependents, each after what it imports', () => {
    expect(dependentsOf('member', graph)).toEqual(['shop', 'report']);
    expect(dependentsOf('pay', graph)).toEqual(['shop', 'report']);
    expect(dependentsOf('absent', graph)).toEqual(['other']);
    expect(dependentsOf('report', graph)).toEqual([]);
  });

  it('names the way of a cycle', () => {
    const cyclic = new Map([...graph, ['member', ['report']]]);
    expect(cycleThrough('member', cyclic)).toEqual(['member', 'report', 'shop', 'member']);
    expect(cycleThrough('other', cyclic)).toBeUndefined();
    expect(cycleThrough('member', graph)).toBeUndefined();
  });

  it('knows which applications are connected, whether or not they are there', () => {
    expect([...connectedWith('pay', graph)].sort()).toEqual(['member', 'pay', 'report', 'shop']);
    expect([...connectedWith('other', graph)].sort()).toEqual(['absent', 'other']);
  });

  it('orders any graph, also one with cycles, and leaves none out', () => {
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

describe('locks of applications', () => {
  it('keep changes apart that share an application, and let others go on', async () => {
    const locks = new ApplicationLocks();
    const log: string[] = [];
    const { promise: asideIsDone, resolve: endAside } = Promise.withResolvers<void>();
    const work = (name: string, until?: Promise<void>) => async (): Promise<void> => {
      log.push(`${name} begins`);
      await until;
      log.push(`${name} ends`);
    };
    await Promise.all([
      locks.hold(() => new Set(['a', 'b']), work('first', asideIsDone)),
      locks.hold(() => new Set(['b', 'c']), work('second')),
      locks.hold(() => new Set(['d']), work('aside')).then(endAside),
    ]);
    expect(log).toEqual([
      'first begins',
      'aside begins',
      'aside ends',
      'first ends',
      'second begins',
      'second ends',
    ]);
  });

  it('are free again after a failure', async () => {
    const locks = new ApplicationLocks();
    const failing = locks.hold(
      () => new Set(['a']),
      () => Promise.reject(new Error('no')),
    );
    await expect(failing).rejects.toThrow('no');
    expect(
      await locks.hold(
        () => new Set(['a']),
        async () => 1,
      ),
    ).toBe(1);
  });
});
