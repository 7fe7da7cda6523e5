import { describe, expect, it } from 'vitest';
import type { PlatformNode } from '@platform/host-api';
import { remarksOn } from './node-remarks.ts';

const node = (changes: Partial<PlatformNode> = {}): PlatformNode => ({
  ...{ nodeId: 'a', hostId: 'h', machine: 'box', pid: 1, address: '', hostVersion: '1.0.0', self: false },
  ...{ state: 'live', startedAt: '', heartbeatAt: '', convergedAt: null, behind: [], clockOffsetMs: 0 },
  ...{
    poolSize: 10,
    trustedKeyIds: ['k'],
    cacheId: 'c',
    memoryBytes: 0,
    heapBytes: 0,
    loopDelayMs: 0,
    cpuPercent: 0,
  },
  ...changes,
});
const keys = (one: PlatformNode, ...others: PlatformNode[]) =>
  remarksOn(one, [one, ...others]).map(({ key }) => key);

describe('design 10.5: remarks on a host', () => {
  it('has none when it is like the others', () => {
    expect(keys(node(), node({ nodeId: 'b' }))).toEqual([]);
    expect(keys(node())).toEqual([]);
  });

  it('names what it lacks, a wrong clock, other keys, another Redis and another version', () => {
    const other = [node({ nodeId: 'b' }), node({ nodeId: 'c' })];
    const strange = node({
      behind: ['crm'],
      clockOffsetMs: -6_000,
      trustedKeyIds: [],
      cacheId: 'd',
      hostVersion: '1.1.0',
    });
    expect(remarksOn(strange, [strange, ...other])).toEqual([
      { key: 'behind', values: { count: 1, codes: 'crm' } },
      { key: 'clock', values: { seconds: -6 } },
      { key: 'keys', values: {} },
      { key: 'cache', values: {} },
      { key: 'version', values: { version: '1.0.0' } },
    ]);
  });

  it.each([
    ['', 'c', ['cache']],
    ['', '', ['cache']],
    [null, 'c', []],
    [null, '', []],
  ])('with the caches %j and %j two hosts are each remarked with %j', (one, other, remarks) => {
    const nodes = [node({ cacheId: one }), node({ nodeId: 'b', cacheId: other })] as const;
    expect([keys(nodes[0], nodes[1]), keys(nodes[1], nodes[0])]).toEqual([remarks, remarks]);
    expect(keys(node({ cacheId: '' }))).toEqual([]);
  });

  it('says of a gone host only that, and leaves it out of the comparison', () => {
    const gone = node({ nodeId: 'b', state: 'gone', trustedKeyIds: [], behind: ['crm'] });
    expect(keys(gone, node())).toEqual(['gone']);
    expect(keys(node(), gone)).toEqual([]);
  });
});
