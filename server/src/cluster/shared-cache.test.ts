import { expect, it } from 'vitest';
import type { PlatformNode } from '@platform/host-api';
import { assertSharedCache } from './shared-cache.ts';

const node = (hostId: string, cacheId: string | null, more: Partial<PlatformNode> = {}): PlatformNode =>
  ({
    ...{ hostId, cacheId, self: false, state: 'live', machine: hostId, address: '', ...more },
  }) as PlatformNode;

/** This host has the data directory `one`, and the Redis `a` unless said otherwise. */
const check = (others: readonly PlatformNode[], id: string | null = 'a', patienceMs = 0) =>
  assertSharedCache({
    nodes: { rows: async () => [node('one', id, { self: true }), ...others] },
    cache: { id },
    machineId: 'one',
    patienceMs,
  });

it('design 10.2: refuses another Redis than that of each living host, and names those', async () => {
  await expect(check([node('two', 'a')])).resolves.toBeUndefined();
  const hosts = [node('two', 'a'), node('three', 'b'), node('four', 'b', { address: 'http://four' })];
  await expect(check(hosts)).rejects.toMatchObject({
    code: 'CACHE_NOT_SHARED',
    message: expect.stringContaining('the one of three, four http://four,') as string,
    details: { hosts: ['three', 'four http://four'] },
  });
  await expect(check([node('two', 'b', { state: 'draining' })])).rejects.toThrow();
});

it.each([
  ['is gone', node('two', 'b', { state: 'gone' })],
  ['is a former process of this host', node('one', 'b')],
  ['is another worker of this data directory', node('one-2', 'b')],
  ['does not reach its Redis, or has an earlier version', node('two', null)],
  ['has its cache in memory', node('two', '')],
])('a host that %s proves nothing', async (_what, other) => {
  await expect(check([other])).resolves.toBeUndefined();
});

it.each([null, ''])('a host with the identity %j is not compared', async (id) => {
  await expect(check([node('two', 'b')], id)).resolves.toBeUndefined();
});

it('waits until hosts have agreed anew on a Redis that was emptied', async () => {
  let looks = 0;
  const checked = assertSharedCache({
    nodes: { rows: async () => [node('two', (looks += 1) < 3 ? 'before' : 'a')] },
    cache: { id: 'a' },
    machineId: 'one',
  });
  await expect(checked).resolves.toBeUndefined();
  expect(looks).toBe(3);
});

it('of two that start at once with another Redis each, only the later one is refused', async () => {
  const starting = new Set(['one', 'two']);
  const start = (own: string, id: string) =>
    assertSharedCache({
      nodes: {
        // In the order of their start.
        rows: async () =>
          [node('one', 'a'), node('two', 'b')]
            .filter(({ hostId }) => starting.has(hostId))
            .map((row) => ({ ...row, self: row.hostId === own })),
      },
      cache: { id },
      machineId: own,
      patienceMs: 300,
    });
  const leaves = () => void setTimeout(() => starting.delete('two'), 50);
  const [first, second] = await Promise.allSettled([start('one', 'a'), start('two', 'b').finally(leaves)]);
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect(second).toMatchObject({ reason: { code: 'CACHE_NOT_SHARED', details: { hosts: ['one'] } } });
});

it('one that had passed before the row of an earlier one was there is not joined', async () => {
  const rows = [node('one', 'a', { self: true }), node('two', 'b')];
  const started = assertSharedCache({
    nodes: { rows: async () => rows },
    cache: { id: 'a' },
    machineId: 'one',
    patienceMs: 10,
  });
  await expect(started).rejects.toMatchObject({ details: { hosts: ['two'] } });
});
