import type { PlatformNode } from '@platform/host-api';
import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Balancer } from '../../bench/lib/balancer.ts';
import { OwnServer } from '../../bench/lib/own-servers/own-server.ts';
import { redisRecipe } from '../../bench/lib/own-servers/recipes.ts';
import { SteadyClient } from '../../bench/lib/steady-client.ts';
import { describeDatabases } from '../src/data/testing/databases.ts';
import { PLATFORM_VERSION } from '../src/kernel/index.ts';
import { KillableHosts } from './support/kill/killable-hosts.ts';
import type { KillablePlatform } from './support/kill/killable-platform.ts';
import { operate, publishVersions } from './support/kill/operations.ts';
import { buildLaterHost, LATER_MIGRATION, LATER_VERSION } from './support/later-host.ts';

/**
 * Two builds of the host on one database, the later with one more migration: hosts are replaced one
 * after the other behind a balancer that asks their readiness. (issue H.6; design 10.4, 10.7-17)
 */
const HOSTS = isLongRun ? 3 : 2;
const RATE = isLongRun ? 100 : 20;
const LIMIT_MS = 600_000;

const redis = await OwnServer.create(redisRecipe);
afterAll(() => (typeof redis === 'string' ? undefined : redis.remove()));

await describeDatabases('issue H.6: a rolling upgrade of the host', ['sqlite', 'postgres'], (database) => {
  if (database.name === 'sqlite') return void it.skip('needs a database server', () => undefined);
  if (typeof redis === 'string') return void it.skip(redis, () => undefined);
  let hosts: KillableHosts;
  let balancer: Balancer;
  let later: string;
  let clients: readonly SteadyClient[];
  const first = (): KillablePlatform => hosts.all[0] as KillablePlatform;
  const last = (): KillablePlatform => hosts.all.at(-1) as KillablePlatform;

  beforeAll(async () => {
    later = await buildLaterHost();
    hosts = await KillableHosts.start(database, redis, HOSTS, { 'server.drain.delay-ms': 1_000 });
    await publishVersions(first());
    await operate('install', first());
    balancer = new Balancer(() => hosts.all.map(({ url }) => url));
    await allReady();
    const ask = (path: string) => new SteadyClient(() => balancer.next() + path, RATE, {});
    clients = [ask('/auth/oidc'), ask('/open/demo/greet')];
  }, LIMIT_MS);
  afterAll(async () => {
    balancer?.stop();
    await hosts?.remove();
  });

  const allReady = () => vi.waitFor(() => expect(balancer.ready).toHaveLength(HOSTS), LIMIT_MS);
  const onAll = (answer: string): string[] => hosts.all.map(() => answer);
  /** Versions of the hosts that live, as one of them lists them. */
  const versionsBy = async ({ api }: KillablePlatform): Promise<string[]> => {
    const nodes = await api.get<PlatformNode[]>('/system/nodes');
    return nodes
      .filter(({ state }) => state !== 'gone')
      .map(({ hostVersion }) => hostVersion)
      .toSorted();
  };
  const replace = async (host: KillablePlatform, program?: string): Promise<void> => {
    await host.stop();
    await host.start(program);
    await allReady();
  };

  it(
    'migrates once, and both versions serve and lead operations beside each other',
    async () => {
      await replace(first(), later);
      expect(await versionsBy(last())).toEqual([...onAll(PLATFORM_VERSION).slice(1), LATER_VERSION]);
      await operate('upgrade', first());
      expect(await hosts.served()).toEqual(onAll('200 1.1.0'));
      await operate('rollback', last());
      expect(await hosts.served()).toEqual(onAll('200 1.0.0'));
      for (const host of hosts.all.slice(1)) await replace(host, later);
      expect(await versionsBy(first())).toEqual(onAll(LATER_VERSION));
      const ran = await first().rows(`select name from sys_migration where name = '${LATER_MIGRATION}'`);
      expect(ran).toHaveLength(1);
    },
    LIMIT_MS,
  );

  it.runIf(isLongRun)(
    'goes back to the former version, which does not know the schema and needs nothing of it',
    async () => {
      await replace(last());
      expect(await versionsBy(first())).toContain(PLATFORM_VERSION);
      await operate('upgrade', last());
      expect(await hosts.served()).toEqual(onAll('200 1.1.0'));
      await hosts.settled('upgraded by the former version');
    },
    LIMIT_MS,
  );

  it('has answered each request', async () => {
    await Promise.all(clients.map((client) => client.stop()));
    expect([...new Set(clients.flatMap(({ failures }) => failures))]).toEqual([]);
    for (const { sent } of clients) expect(sent).toBeGreaterThan(RATE);
  });
});
