import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PlatformNode } from '@platform/host-api';
import type { SqlDatabase } from '../data/index.ts';
import { describeHostDatabases } from '../data/testing/databases.ts';
import { openHostDatabase } from '../data/testing/open.ts';
import { silentLogger, type Logger } from '../kernel/index.ts';
import { testConfig } from '../kernel/testing/config.ts';
import { Neighbours } from './neighbours.ts';

const node = (nodeId: string, changes: Partial<PlatformNode> = {}): PlatformNode =>
  ({
    ...{ nodeId, hostId: nodeId, machine: 'box', address: `http://${nodeId}`, state: 'live', poolSize: 10 },
    cacheId: 'c',
    self: nodeId === 'a',
    ...changes,
  }) as unknown as PlatformNode;

await describeHostDatabases('hosts that share a database', ({ config, name }) => {
  let database: SqlDatabase;
  beforeAll(async () => (database = await openHostDatabase(config)));
  afterAll(() => database.close());

  async function warningsOf(type: 'memory' | 'redis', ...nodes: PlatformNode[]) {
    const warnings: Array<Readonly<Record<string, unknown>> | undefined> = [];
    const logger: Logger = { ...silentLogger, warn: (_text, fields) => void warnings.push(fields) };
    const neighbours = new Neighbours({
      database,
      config: testConfig({ 'cache.type': type }),
      logger,
      machineId: 'a',
    });
    await neighbours.look(nodes);
    await neighbours.look(nodes);
    return warnings;
  }

  it('design 10.2: are warned once without Redis, but not a host that is alone', async () => {
    expect(await warningsOf('memory', node('a'), node('b', { state: 'gone' }))).toEqual([]);
    expect(await warningsOf('memory', node('a'), node('b', { hostId: 'a' }))).toEqual([]);
    expect(await warningsOf('redis', node('a'), node('b'))).toEqual([]);
    expect(await warningsOf('memory', node('a'), node('b'))).toMatchObject([{ hosts: ['http://b'] }]);
    const [alone, other] = [node('b', { cacheId: '' }), node('c')];
    expect(await warningsOf('redis', node('a'), alone, other)).toMatchObject([{ hosts: ['http://b'] }]);
    // One that does not reach its Redis now, or has not said.
    expect(await warningsOf('redis', node('a'), node('b', { cacheId: null }))).toEqual([]);
  });

  it('issue 19: a worker is told of those beside it that use another Redis', async () => {
    const beside = (changes: Partial<PlatformNode>) =>
      warningsOf('redis', node('a'), node('b', { hostId: 'a', pid: 7, ...changes }));
    expect(await beside({ cacheId: 'other' })).toMatchObject([{ pids: [7] }]);
    for (const same of [{}, { cacheId: null }, { cacheId: 'other', state: 'draining' as const }])
      expect(await beside(same)).toEqual([]);
  });

  it.skipIf(name === 'sqlite')('design 16-16: are warned by name of too many connections', async () => {
    const greedy = node('b', { poolSize: 1_000_000 });
    expect(await warningsOf('redis', node('a'), greedy)).toMatchObject([
      { wanted: 1_000_010, hosts: ['http://a: 10', 'http://b: 1000000'] },
    ]);
    expect(await warningsOf('redis', node('a'), { ...greedy, state: 'gone' })).toEqual([]);
  });
});

it.each([
  [20, 0],
  [19, 1],
])('design 16-16: with %i connections, two hosts of ten each are warned %i times', async (most, times) => {
  const warn = vi.fn();
  const database = { dialect: 'postgres', raw: async () => ({ rows: [{ most }] }) } as unknown as SqlDatabase;
  const config = testConfig({ 'cache.type': 'redis' });
  await new Neighbours({ database, config, logger: { ...silentLogger, warn }, machineId: 'a' }).look([
    node('a'),
    node('b'),
  ]);
  expect(warn).toHaveBeenCalledTimes(times);
});
