import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isLongRun } from '@platform/package-format/testing';
import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';

describe('design 16-20: packages among the public files', () => {
  const suite = marketSuite();

  const packagesIn = async (folder: string): Promise<string[]> =>
    (await readdir(join(suite.host.directory, folder), { recursive: true }).catch(() => [])).filter((name) =>
      name.endsWith('.zip'),
    );

  /** As a host before 1.1 left them. */
  const makePublic = async (move: (from: string, to: string) => Promise<void>): Promise<void> => {
    const { directory } = suite.host;
    for (const name of await packagesIn('files')) {
      const to = join(directory, 'upload', name);
      await mkdir(dirname(to), { recursive: true });
      await move(join(directory, 'files', name), to);
    }
    await suite.host.rows((query) => query.updateTable('sys_oss').set({ visibility: 'public' }).execute());
  };

  const publishTwo = async (): Promise<void> => {
    const { host, workshop } = suite;
    await host.publish(await workshop.build({ migrations: demoScripts }));
    await host.publish(await workshop.build({ version: '1.1.0', migrations: demoScripts }));
    expect(await packagesIn('files')).toHaveLength(2);
    expect(await packagesIn('upload')).toEqual([]);
  };

  const expectMoved = async (): Promise<void> => {
    expect(await packagesIn('files')).toHaveLength(2);
    expect(await packagesIn('upload')).toEqual([]);
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    expect(await suite.greeting()).toBeDefined();
  };

  it('are moved at the first start and installed from the new place', async () => {
    await publishTwo();
    await makePublic(rename);
    // The earliest hosts knew packages by their versions alone.
    const [first] = await suite.host.rows((query) =>
      query.selectFrom('app_package').select('package_url').orderBy('package_url').execute(),
    );
    await suite.host.rows((query) =>
      query
        .deleteFrom('app_package')
        .where('package_url', '=', first?.package_url ?? '')
        .execute(),
    );
    await suite.restart();
    await expectMoved();
  });

  it('are moved by the next start after an interruption at any point', async () => {
    await publishTwo();
    const { directory } = suite.host;
    // Copied and not removed; removed and the row not written.
    await makePublic(copyFile);
    const [, second = ''] = await packagesIn('upload');
    await rm(join(directory, 'upload', second));
    await suite.restart();
    await expectMoved();
  });

  it.runIf(isLongRun)('stay while their storage is unavailable, and the host starts', async () => {
    await publishTwo();
    await makePublic(rename);
    await suite.host.rows((query) => query.updateTable('sys_oss').set({ storage: 'gone' }).execute());
    await suite.restart();
    expect(await packagesIn('upload')).toHaveLength(2);
    await suite.host.rows((query) => query.updateTable('sys_oss').set({ storage: 'local' }).execute());
    await suite.restart();
    await expectMoved();
  });
});
