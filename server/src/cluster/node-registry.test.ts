import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { DatabaseClock, NODE_LEASE_MS, type SqlDatabase } from '../data/index.ts';
import { describeHostDatabases } from '../data/testing/databases.ts';
import { openHostDatabase } from '../data/testing/open.ts';
import { LocalBus } from '../infra/bus/local-bus.ts';
import { silentLogger, systemTimers, type Logger } from '../kernel/index.ts';
import { NodeRegistry, NODES_TOPIC } from './node-registry.ts';

const FACTS = {
  host_id: 'host-1',
  machine: 'box',
  pid: 4711,
  host_version: '1.0.0',
  desired_format: 1,
  pool_size: 10,
  trusted_key_ids: '["0123456789abcdef"]',
  process_group: 'group-1',
  process_scope: 'scope-1',
};

await describeHostDatabases('nodes of the platform (design 10.4, 10.7-6)', ({ config, name }) => {
  let database: SqlDatabase;
  let ahead = 0;
  /** By how much the clock of the machine was set, in milliseconds. */
  let setMs = 0;
  let elapsed = 0;
  /** How long a heartbeat takes. */
  let slowMs = 0;
  let bus: LocalBus;
  let cacheId: string | null;
  const open: NodeRegistry[] = [];

  const address = (): string => {
    elapsed += slowMs;
    return 'http://box:8080';
  };
  async function node(logger: Logger = silentLogger): Promise<NodeRegistry> {
    const own = bus.join(logger);
    const registry = new NodeRegistry({
      database,
      clock: new DatabaseClock(
        database,
        { now: () => Date.now() + ahead + setMs },
        { now: () => Date.now() + setMs },
      ),
      bus: own,
      logger,
      own: { nodeId: randomUUID(), facts: FACTS, address, cacheId: () => cacheId },
      beatMs: 3_600_000,
      timers: { ...systemTimers, elapsed: () => elapsed },
    });
    own.subscribe(NODES_TOPIC, {
      received: (nodeId) => registry.look(nodeId as string),
      missed: () => registry.look(),
    });
    await registry.open();
    open.push(registry);
    return registry;
  }

  beforeAll(async () => (database = await openHostDatabase(config)));
  beforeEach(() => {
    bus = new LocalBus();
    [ahead, elapsed, slowMs, setMs] = [0, 0, 0, 0];
    cacheId = 'cache-1';
  });
  afterEach(async () => {
    for (const registry of open.splice(0)) await registry.close();
    await database.raw('delete from sys_node');
  });
  afterAll(() => database.close());

  it('are known to each other, with what an operator wants to know of them', async () => {
    const [one, two] = [await node(), await node()];
    const seen = await one.list();
    expect(seen.map(({ nodeId, self }) => [nodeId, self])).toEqual(
      expect.arrayContaining([
        [one.nodeId, true],
        [two.nodeId, false],
      ]),
    );
    expect(seen[0]).toMatchObject({
      machine: 'box',
      address: 'http://box:8080',
      hostVersion: '1.0.0',
      state: 'live',
      behind: [],
      convergedAt: null,
      trustedKeyIds: ['0123456789abcdef'],
      cacheId: 'cache-1',
      memoryBytes: expect.any(Number) as number,
      loopDelayMs: expect.any(Number) as number,
    });
    expect(seen[0]?.memoryBytes).toBeGreaterThan(1_000_000);
  });

  it('say with each heartbeat which cache they have', async () => {
    const one = await node();
    cacheId = null;
    await one.beat();
    expect(await one.get(one.nodeId)).toMatchObject({ cacheId: null });
  });

  it('are behind with each application whose desired generation they have not reached', async () => {
    const [one, two] = [await node(), await node()];
    const desired = { version: '1.0.0', state: 'enabled', generation: 3 };
    const codes = ['crm', 'mall'];
    for (const app_code of codes)
      await database.query
        .insertInto('app_desired')
        .values({ app_code, ...desired })
        .execute();
    const reach = (nodeId: string, app_code: string, generation: number) =>
      database.query
        .insertInto('sys_node_app')
        .values({ node_id: nodeId, app_code, generation, state: 'loaded' })
        .execute();
    await reach(one.nodeId, 'crm', 3);
    // A commit may come between what is desired and what is reached.
    await reach(one.nodeId, 'mall', 4);
    await reach(two.nodeId, 'mall', 2);
    const behind = new Map((await one.list()).map((each) => [each.nodeId, each.behind]));
    expect([behind.get(one.nodeId), behind.get(two.nodeId)]).toEqual([[], codes]);
    await two.close();
    const left = await database.query.selectFrom('sys_node_app').select('node_id').execute();
    expect(new Set(left.map((row) => row.node_id))).toEqual(new Set([one.nodeId]));
    for (const table of ['app_desired', 'sys_node_app'] as const)
      await database.query.deleteFrom(table).execute();
  });

  it('know how many of them live', async () => {
    const [one, two] = [await node(), await node()];
    expect([one.count, two.count]).toEqual([1, 2]);
    ahead = NODE_LEASE_MS + 2_000;
    for (let beat = 0; beat < 10; beat += 1) await one.beat();
    expect(one.count).toBe(1);
    expect(await two.living([one.nodeId, two.nodeId])).toEqual(new Set([one.nodeId]));
  });

  it('leave at once when they stop, and are gone a lease after their last heartbeat', async () => {
    const [one, stopping, killed] = [await node(), await node(), await node()];
    await stopping.close();
    ahead = NODE_LEASE_MS + 2_000;
    await one.beat();
    const states = async () =>
      Object.fromEntries((await one.list()).map(({ nodeId, state }) => [nodeId, state]));
    expect(await states()).toEqual({ [one.nodeId]: 'live', [killed.nodeId]: 'gone' });
    await killed.beat();
    expect(await states()).toEqual({ [one.nodeId]: 'live', [killed.nodeId]: 'live' });
  });

  it('that are dead for long are forgotten, and come back when they were only stopped', async () => {
    const [one, stopped] = [await node(), await node()];
    await stopped.converged();
    await stopped.setDraining(stopped.nodeId, true);
    const { convergedAt } = await one.get(stopped.nodeId);
    expect(convergedAt).toEqual(expect.any(String));
    let returns = 0;
    stopped.onReturn(() => void (returns += 1));
    ahead = 700_000;
    for (let beat = 0; beat < 10; beat += 1) await one.beat();
    expect((await one.list()).map(({ nodeId }) => nodeId)).toEqual([one.nodeId]);
    expect(returns).toBe(0);
    // Taken out by an operator: nobody has returned it.
    await stopped.look();
    expect(stopped.draining).toBe(true);
    await stopped.beat();
    await stopped.beat();
    expect(await one.list()).toHaveLength(2);
    // Operations wait for hosts that have converged, and each host says again what it runs.
    await stopped.converged();
    expect(await one.get(stopped.nodeId)).toMatchObject({ convergedAt, state: 'draining' });
    expect(returns).toBe(1);
  });

  it('notice by themselves that their lease has run out, and renew it', async () => {
    const one = await node();
    expect(one.leaseHeld).toBe(true);
    elapsed += NODE_LEASE_MS;
    expect(one.leaseHeld).toBe(false);
    await one.beat();
    expect(one.leaseHeld).toBe(true);
  });

  it('have their lease from the begin of a heartbeat that takes long', async () => {
    const one = await node();
    slowMs = 2_000;
    await one.beat();
    elapsed += NODE_LEASE_MS - 2_000;
    expect(one.leaseHeld).toBe(false);
  });

  it('that have slept for long do not forget themselves', async () => {
    const one = await node();
    let returns = 0;
    one.onReturn(() => void (returns += 1));
    for (let beat = 0; beat < 9; beat += 1) await one.beat();
    ahead = 700_000;
    await one.beat();
    expect(returns).toBe(0);
  });

  // An embedded database has the clock of the machine.
  it.skipIf(name === 'sqlite')('measure a clock that was set before they renew a lease by it', async () => {
    const [one, two] = [await node(), await node()];
    for (setMs of [600_000, -600_000]) {
      for (const each of [one, two]) await each.beat();
      const seen = await one.list();
      expect(seen.map(({ state, clockOffsetMs }) => [state, Math.round(clockOffsetMs / 60_000)])).toEqual([
        ['live', setMs / 60_000],
        ['live', setMs / 60_000],
      ]);
      for (const { heartbeatAt } of seen)
        expect(Math.abs(Date.parse(heartbeatAt) - Date.now())).toBeLessThan(30_000);
    }
  });

  it('go on without their database, and warn once', async () => {
    const warnings: string[] = [];
    const infos: string[] = [];
    const one = await node({
      ...silentLogger,
      warn: (text) => void warnings.push(text),
      info: (text) => void infos.push(text),
    });
    await database.raw('alter table sys_node rename to sys_node_away');
    await one.beat();
    await one.beat();
    expect(warnings).toHaveLength(1);
    await database.raw('alter table sys_node_away rename to sys_node');
    await one.beat();
    expect([warnings.length, infos.length]).toEqual([1, 1]);
  });

  it('are taken out and returned from any of them, and hear it at once', async () => {
    const [one, two] = [await node(), await node()];
    await one.setDraining(two.nodeId, true);
    await expect.poll(() => two.draining).toBe(true);
    expect((await one.list()).find(({ nodeId }) => nodeId === two.nodeId)?.state).toBe('draining');
    await two.setDraining(two.nodeId, false);
    expect(two.draining).toBe(false);
    await expect(one.setDraining(randomUUID(), true)).rejects.toMatchObject({
      code: 'NODE_NOT_FOUND',
      status: 404,
    });
  });
});
