import { cp, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NODE_REGISTRY } from '../../cluster/index.ts';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { CACHE } from '../../infra/index.ts';
import { RedisProxy } from '../../infra/testing/redis-proxy.ts';
import { availableRedis } from '../../infra/testing/redis.ts';
import { PLUGIN_RUNTIME } from '../../plugin-runtime/index.ts';
import { MarketHost, ok } from '../testing/market-host.ts';
import { demoScripts } from '../testing/market-suite.ts';
import { controller, PackageWorkshop } from '../testing/test-packages.ts';

const REDIS = 'redis://127.0.0.1:6379/0';
const redis = await availableRedis();

await describeHostDatabases('design 10.4: hosts with a disk each', { server: 'postgres' }, (database) => {
  if (!redis || database.name === 'sqlite')
    return void it.skip('needs a database server, and Redis on loopback');

  let workshop: PackageWorkshop;
  let one: MarketHost;
  let two: MarketHost;
  let three: MarketHost;
  /** Between the second host and Redis. */
  let proxy: RedisProxy;
  const open: MarketHost[] = [];

  /** @param directory data of an earlier host; default: an empty disk, beside the shared storage */
  const start = async (directory?: string, url = REDIS): Promise<MarketHost> => {
    const folder = directory ?? (await mkdtemp(join(tmpdir(), 'platform-market-')));
    const [first] = open;
    if (first && directory === undefined) {
      await cp(join(first.directory, 'config'), join(folder, 'config'), { recursive: true });
      await symlink(join(first.directory, 'files'), join(folder, 'files'));
    }
    const cache = ['--cache.type=redis', `--cache.url=${url}`];
    const host = await MarketHost.start(
      [...database.args, '--database.pool-size=3', ...cache, `--cache.key-prefix=${redis.prefix}`],
      folder,
    );
    open.push(host);
    return host;
  };
  const stop = async (host: MarketHost): Promise<void> => {
    open.splice(open.indexOf(host), 1);
    await host.stop();
  };

  const greeting = async (host: MarketHost): Promise<unknown> => {
    const answer = await host.call('GET', '/demo/greet');
    return answer.status === 200 ? answer.data : answer.status;
  };
  const loaded = (host: MarketHost) => host.host.services.use(PLUGIN_RUNTIME).describe('demo')?.state;
  const files = async (host: MarketHost): Promise<string[]> => {
    const names = await readdir(host.directory, { recursive: true });
    return names.filter((name) => /^(plugins-dist|remote-apps).*(\.jar|\.js|\.sql)$/.test(name)).sort();
  };
  const operate = async (host: MarketHost, what: string, body?: object) => {
    const [install] = (await host.call('GET', '/app/install/list')).rows ?? [];
    return ok(await host.call('POST', `/app/install/${String(install?.['installId'])}/${what}`, body));
  };
  /** What the report of an operation says of each host. */
  const hostsIn = (report: Readonly<Record<string, unknown>>, ...hosts: MarketHost[]) => {
    const reported = report['hosts'] as Array<{ nodeId: string; state: string; version: string | null }>;
    return hosts.map((host) => {
      const { nodeId } = host.host.services.use(NODE_REGISTRY);
      const { state, version } = reported.find((each) => each.nodeId === nodeId) ?? {};
      return `${state} ${version}`;
    });
  };

  beforeAll(async () => {
    workshop = await PackageWorkshop.open();
    one = await start();
    proxy = await RedisProxy.start();
    two = await start(undefined, proxy.url);
    for (const version of ['1.0.0', '1.1.0', '1.2.0'])
      await one.publish(
        await workshop.build({ version, backend: controller('demo', version), migrations: demoScripts }),
      );
  });
  afterAll(async () => {
    for (const host of open) await host.close();
    await proxy.stop();
    await redis.close();
    await workshop.close();
  });

  it('an installation through one of them is on both, with its files, before it ends', async () => {
    const report = ok(await one.call('POST', '/app/install', { appCode: 'demo', version: '1.0.0' }));
    expect(hostsIn(report, one, two)).toEqual(['current 1.0.0', 'current 1.0.0']);
    expect([await greeting(one), await greeting(two)]).toEqual(['1.0.0', '1.0.0']);
    expect(await files(two)).toEqual(await files(one));
    expect(await files(two)).not.toEqual([]);
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
    three = await start();
    expect(await greeting(three)).toBe('1.2.0');
    const remotes = await three.call('GET', '/app/runtime/remote-apps');
    expect(remotes).toEqual(await one.call('GET', '/app/runtime/remote-apps'));
    const nodes = await three.host.services.use(NODE_REGISTRY).list();
    expect(nodes.find(({ self }) => self)?.convergedAt).toEqual(expect.any(String));
  });

  it('what is disabled is unloaded on all, and what is enabled again is loaded', async () => {
    await operate(one, 'disable');
    expect([one, two, three].map(loaded)).toEqual([undefined, undefined, undefined]);
    await operate(three, 'enable');
    expect([one, two, three].map(loaded)).toEqual(['loaded', 'loaded', 'loaded']);
  });

  it('what was uninstalled while a host was away leaves that host, too', async () => {
    await stop(three);
    const [install] = (await two.call('GET', '/app/install/list')).rows ?? [];
    const report = ok(await two.call('DELETE', `/app/install/${String(install?.['installId'])}`));
    expect(hostsIn(report, one, two)).toEqual(['current null', 'current null']);
    expect(await files(one)).toEqual([]);
    expect(await files(three)).not.toEqual([]);
    three = await start(three.directory);
    expect(await files(three)).toEqual([]);
    expect(await greeting(three)).toBe(404);
  });
});
