import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { availableRedis } from '../../infra/testing/redis.ts';
import type { ThisWorker } from '../../kernel/index.ts';
import { PLUGIN_RUNTIME } from '../../plugin-runtime/index.ts';
import { greeting, HostGroup, hostsIn, installPath, operate, placedFiles } from '../testing/host-group.ts';
import { ok, type MarketHost } from '../testing/market-host.ts';
import { demoScripts } from '../testing/market-suite.ts';
import { controller, PackageWorkshop } from '../testing/test-packages.ts';

const redis = await availableRedis();
afterAll(() => redis?.close());

const tokens = new Set(['first', 'second']);
const workerOf = (token: string, number: number): ThisWorker => ({
  ...{ token, number, group: { id: 'one machine', pid: process.pid } },
  living: () => tokens,
  isFollowed: () => false,
});

await describeHostDatabases(
  'design 10.7-12: workers with one data directory',
  ['sqlite', 'postgres'],
  ({ args, name }) => {
    if (!redis || name === 'sqlite')
      return void it.skip('needs a database server, and Redis on loopback', () => undefined);

    let workshop: PackageWorkshop;
    let first: MarketHost;
    let second: MarketHost;
    /** On another machine. */
    let other: MarketHost;
    const group = new HostGroup(args, { url: 'redis://127.0.0.1:6379/0', prefix: redis.prefix });
    const greetings = () => Promise.all([first, second, other].map(greeting));

    beforeAll(async () => {
      workshop = await PackageWorkshop.open();
      first = await group.start({ worker: workerOf('first', 1) });
      second = await group.start({ directory: first.directory, worker: workerOf('second', 2) });
      other = await group.start();
      for (const version of ['1.0.0', '1.1.0', '1.2.0'])
        await first.publish(
          await workshop.build({ version, backend: controller('demo', version), migrations: demoScripts }),
        );
    });
    afterAll(async () => {
      await group.close();
      await workshop.close();
    });

    it('one that leads places the files, and the other one loads them', async () => {
      const report = ok(await first.call('POST', '/app/install', { appCode: 'demo', version: '1.0.0' }));
      expect(hostsIn(report, first, second, other)).toEqual(Array(3).fill('current 1.0.0'));
      expect(await greetings()).toEqual(Array(3).fill('1.0.0'));
      expect(await placedFiles(first)).toEqual(await placedFiles(other));
    });

    it('one of them places what another machine leads, and both load it', async () => {
      const report = await operate(other, 'upgrade', { version: '1.1.0' });
      expect(hostsIn(report, first, second, other)).toEqual(Array(3).fill('current 1.1.0'));
      expect(await greetings()).toEqual(Array(3).fill('1.1.0'));
      expect(await placedFiles(first)).toEqual(await placedFiles(other));
    });

    it('both give up what does not come, and the files are as before', async () => {
      const before = await placedFiles(first);
      const runtime = second.host.services.use(PLUGIN_RUNTIME);
      Object.assign(runtime, { prepare: () => Promise.reject(new Error('no heap')) });
      const answer = await other.call('POST', `${await installPath(other)}/upgrade`, { version: '1.2.0' });
      Reflect.deleteProperty(runtime, 'prepare');
      expect(answer).toMatchObject({ error: 'HOST_NOT_PREPARED' });
      expect(await greetings()).toEqual(Array(3).fill('1.1.0'));
      await expect.poll(() => placedFiles(first)).toEqual(before);
      await operate(second, 'upgrade', { version: '1.2.0' });
      expect(await greetings()).toEqual(Array(3).fill('1.2.0'));
    });
  },
);
