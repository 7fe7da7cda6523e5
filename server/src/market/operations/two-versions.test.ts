import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireSchema, THIS_RELEASE, type HostRelease } from '../../data/index.ts';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { MarketHost, ok } from '../testing/market-host.ts';
import { controller, PackageWorkshop } from '../testing/test-packages.ts';

const LATER: HostRelease = {
  version: '1.1.0',
  migrations: [...THIS_RELEASE.migrations, { name: '9001-later', up: addTable }],
  desiredFormat: THIS_RELEASE.desiredFormat,
};
/** Writes what should run in another form, and can do without hosts of the first version. */
const LAST: HostRelease = {
  version: '2.0.0',
  migrations: [
    ...LATER.migrations,
    { name: '9002-without-the-first', up: (context) => requireSchema(context, '9001-later') },
  ],
  desiredFormat: THIS_RELEASE.desiredFormat + 1,
};

async function addTable({ db }: Parameters<HostRelease['migrations'][number]['up']>[0]): Promise<void> {
  await db.schema.createTable('later_things').ifNotExists().addColumn('id', 'integer').execute();
}

await describeHostDatabases(
  'design 10.4, 10.7-17: hosts of several versions on one database',
  ['sqlite', 'postgres'],
  (database) => {
    if (database.name === 'sqlite') return void it.skip('needs a database server', () => undefined);

    let workshop: PackageWorkshop;
    let first: MarketHost;
    let later: MarketHost;
    const open: MarketHost[] = [];
    /** Answers other than the greeting of a version, under constant requests. */
    const failed: unknown[] = [];
    let asked = 0;
    let asking = true;
    const askers: Array<Promise<void>> = [];

    /** On a disk of its own, with the key and the objects of the first host. */
    async function start(release?: HostRelease): Promise<MarketHost> {
      const folder = await mkdtemp(join(tmpdir(), 'platform-versions-'));
      const [origin] = open;
      if (origin) {
        await cp(join(origin.directory, 'config'), join(folder, 'config'), { recursive: true });
        for (const name of ['files', 'upload'])
          await symlink(join(origin.directory, name), join(folder, name));
      }
      const pace = ['--database.pool-size=3', '--app-market.cluster.sweep-interval-ms=50'];
      const host = await MarketHost.start([...database.args, ...pace], folder, [], release);
      open.push(host);
      return host;
    }
    async function stop(host: MarketHost): Promise<void> {
      open.splice(open.indexOf(host), 1);
      await host.close();
    }
    const greeting = async (host: MarketHost): Promise<unknown> => {
      const answer = await host.call('GET', '/demo/greet');
      return answer.status === 200 ? answer.data : answer;
    };
    async function ask(host: MarketHost): Promise<void> {
      while (asking) {
        const answer = await greeting(host);
        asked += 1;
        if (typeof answer !== 'string') failed.push(answer);
        // The hosts share this process, and have to do something else, too.
        await pause(10);
      }
    }
    const upgrade = async (host: MarketHost, version: string) => {
      const [install] = (await host.call('GET', '/app/install/list')).rows ?? [];
      return host.call('POST', `/app/install/${String(install?.['installId'])}/upgrade`, { version });
    };
    const hostsOf = (report: Readonly<Record<string, unknown>>) =>
      (report['hosts'] as Array<{ state: string; failure: { code: string } | null }>)
        .map(({ state, failure }) => failure?.code ?? state)
        .sort();

    beforeAll(async () => {
      workshop = await PackageWorkshop.open();
      first = await start();
      for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'])
        await first.publish(await workshop.build({ version, backend: controller('demo', version) }));
      ok(await first.call('POST', '/app/install', { appCode: 'demo', version: '1.0.0' }));
      askers.push(ask(first));
    });
    afterAll(async () => {
      asking = false;
      await Promise.all(askers);
      for (const host of open) await host.close();
      await workshop.close();
    });

    it('a later one migrates and joins; each leads operations, and the other follows', async () => {
      later = await start(LATER);
      askers.push(ask(later));
      expect(await greeting(later)).toBe('1.0.0');
      const versions = (await first.call('GET', '/system/nodes')).rows?.map((row) => row['hostVersion']);
      expect(versions?.toSorted()).toEqual([THIS_RELEASE.version, '1.1.0']);
      expect(hostsOf(ok(await upgrade(later, '1.1.0')))).toEqual(['current', 'current']);
      expect(await greeting(first)).toBe('1.1.0');
      expect(hostsOf(ok(await upgrade(first, '1.2.0')))).toEqual(['current', 'current']);
      expect(await greeting(later)).toBe('1.2.0');
    });

    it('the first one starts again beside it', async () => {
      const again = await start();
      expect(await greeting(again)).toBe('1.2.0');
      await stop(again);
    });

    it('one with another form of the desired state leads alone; the others keep what they have, and say so', async () => {
      const last = await start(LAST);
      askers.push(ask(last));
      const report = ok(await upgrade(last, '1.3.0'));
      expect(hostsOf(report)).toEqual(['DESIRED_FORMAT_NEWER', 'DESIRED_FORMAT_NEWER', 'current']);
      expect([await greeting(first), await greeting(later), await greeting(last)]).toEqual([
        ...['1.2.0', '1.2.0', '1.3.0'],
      ]);
      expect(await upgrade(later, '1.4.0')).toMatchObject({ error: 'DESIRED_FORMAT_NEWER' });
    });

    it('which needs what the first does not know, so that the first does not start again', async () => {
      await expect(start()).rejects.toMatchObject({
        code: 'DATABASE_NEWER',
        message: expect.stringContaining('a host needs 9001-later') as string,
      });
      const again = await start(LATER);
      await stop(again);
    });

    it('no request has failed meanwhile', () => {
      expect(failed).toEqual([]);
      expect(asked).toBeGreaterThan(10);
    });
  },
);
