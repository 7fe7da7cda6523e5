import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NODE_REGISTRY } from '../../cluster/index.ts';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { CACHE } from '../../infra/index.ts';
import { RedisProxy } from '../../infra/testing/redis-proxy.ts';
import { availableRedis } from '../../infra/testing/redis.ts';
import { backendState, greeting, HostGroup, hostsIn, operate, placedFiles } from '../testing/host-group.ts';
import { ok, type MarketHost } from '../testing/market-host.ts';
import { demoScripts } from '../testing/market-suite.ts';
import { controller, PackageWorkshop } from '../testing/test-packages.ts';

const REDIS = 'redis://127.0.0.1:6379/0';
const redis = await availableRedis();
afterAll(() => redis?.close());

await describeHostDatabases('design 10.4: hosts with a disk each', ['sqlite', 'postgres'], (database) => {
  if (!redis || database.name === 'sqlite')
    return void it.skip('needs a database server, and Redis on loopback');

  let workshop: PackageWorkshop;
  let one: MarketHost;
  let two: MarketHost;
  let three: MarketHost;
  /** Between the second host and Redis. */
  let proxy: RedisProxy;
  const group = new HostGroup(database.args, { url: REDIS, prefix: redis.prefix });

  beforeAll(async () => {
    workshop = await PackageWorkshop.open();
    one = await group.start();
    proxy = await RedisProxy.start();
    two = await group.start({ redisUrl: proxy.url });
    for (const version of ['1.0.0', '1.1.0', '1.2.0'])
      await one.publish(
        await workshop.build({ version, backend: controller('demo', version), migrations: demoScripts }),
      );
  });
  afterAll(async () => {
    await group.close();
    await proxy.stop();
    await workshop.close();
  });

  it('an installation through one of them is on both, with its files, before it ends', async () => {
    const report = ok(await one.call('POST', '/app/install', { appCode: 'demo', version: '1.0.0' }));
    expect(hostsIn(report, one, two)).toEqual(['current 1.0.0', 'current 1.0.0']);
    expect([await greeting(one), await greeting(two)]).toEqual(['1.0.0', '1.0.0']);
    expect(await placedFiles(two)).toEqual(await placedFiles(one));
    expect(await placedFiles(two)).not.toEqual([]);
  });

  it('an upgrade through the other one is followed by the first', async () => {
    const report = await operate(two, 'upgrade', { version: '1.1.0' });
    expect(hostsIn(report, one, two)).toEqual(['current 1.1.0', 'current 1.1.0']);
    expect([await greeting(one), await greeting(two)]).toEqual(['1.1.0', '1.1.0']);
  });

  it('10.7-11: a host without Redis looks by itself, and follows', async () => {
    proxy.cut();
    const report = await operate(one, 'upgrade');
    expect(hostsIn(report, one, two)).toEqual(['current 1.2.0', 'current 1.2.0']);
    proxy.restore();
    const cache = two.host.services.use(CACHE);
    const answers = () =>
      cache.ping().then(
        () => true,
        () => false,
      );
    await expect.poll(answers).toBe(true);
  });

  it('10.7-16: a third with an empty disk has all of it before it is ready', async () => {
    three = await group.start();
    expect(await greeting(three)).toBe('1.2.0');
    const remotes = await three.call('GET', '/app/runtime/remote-apps');
    expect(remotes).toEqual(await one.call('GET', '/app/runtime/remote-apps'));
    const nodes = await three.host.services.use(NODE_REGISTRY).list();
    expect(nodes.find(({ self }) => self)?.convergedAt).toEqual(expect.any(String));
  });

  it('a copied data directory is refused while the host that it belongs to lives, and is given a name', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'platform-market-'));
    await cp(two.directory, directory, { recursive: true, verbatimSymlinks: true });
    await expect(group.start({ directory })).rejects.toMatchObject({ code: 'DATA_DIRECTORY_COPIED' });
    await rm(join(directory, 'lock.db'));
    const copy = await group.start({ directory });
    const nodes = await one.host.services.use(NODE_REGISTRY).list();
    expect(new Set(nodes.map(({ hostId }) => hostId)).size).toBe(nodes.length);
    expect(await greeting(copy)).toBe('1.2.0');
    await group.stop(copy);
    await rm(directory, { recursive: true });
  });

  it('what is disabled is unloaded on all, and what is enabled again is loaded', async () => {
    await operate(one, 'disable');
    expect([one, two, three].map(backendState)).toEqual([undefined, undefined, undefined]);
    await operate(three, 'enable');
    expect([one, two, three].map(backendState)).toEqual(['loaded', 'loaded', 'loaded']);
  });

  it('what was uninstalled while a host was away leaves that host, too', async () => {
    await group.stop(three);
    const [install] = (await two.call('GET', '/app/install/list')).rows ?? [];
    const report = ok(await two.call('DELETE', `/app/install/${String(install?.['installId'])}`));
    expect(hostsIn(report, one, two)).toEqual(['current null', 'current null']);
    expect(await placedFiles(one)).toEqual([]);
    expect(await placedFiles(three)).not.toEqual([]);
    three = await group.start({ directory: three.directory });
    expect(await placedFiles(three)).toEqual([]);
    expect(await greeting(three)).toBe(404);
  });

  it('what another host has installed for a tenant is kept, though no host was told of it', async () => {
    const installed = ok(await one.call('POST', '/app/install', { appCode: 'demo', version: '1.0.0' }));
    const [own] = await one.rows((query) => query.selectFrom('app_install').selectAll().execute());
    expect(own).toBeDefined();
    if (!own) return;
    // As the commit of a host that was killed before it could tell the others.
    const unheard = { ...own, install_id: own.install_id + 1, tenant_id: '000042' };
    await one.rows((query) => query.insertInto('app_install').values(unheard).execute());
    const report = ok(
      await two.call('DELETE', `/app/install/${String(installed['installId'])}?dropData=true&confirm=demo`),
    );
    expect(report).toMatchObject({ sharedWithOthers: true });
    expect([one, two].map(backendState)).toEqual(['loaded', 'loaded']);
  });
});
