import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { STORED_OBJECTS } from '../../system/index.ts';
import { MarketHost, ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

const HOUR_MS = 3_600_000;

describe('uploads without a saved version', () => {
  const suite = marketSuite();
  const build = (version = '1.0.0') => suite.workshop.build({ version, backend: null });
  const upload = async (version?: string) => {
    const { packageUrl, packageSha256 } = ok(await suite.host.upload(await build(version)));
    return { packageUrl: String(packageUrl), packageSha256: String(packageSha256) };
  };
  /** Makes all uploads as old as this. */
  const age = (hours: number) =>
    suite.host.rows((query) =>
      query
        .updateTable('app_package')
        .set({ uploaded_time: new Date(Date.now() - hours * HOUR_MS).toISOString() })
        .execute(),
    );
  const packages = async () =>
    (await suite.host.rows((query) => query.selectFrom('app_package').select('package_url').execute())).map(
      (row) => row.package_url,
    );
  const records = () => suite.host.rows((query) => query.selectFrom('sys_oss').select('oss_id').execute());
  const objects = async (): Promise<string[]> => {
    const folder = join(suite.host.directory, 'files');
    if (!existsSync(folder)) return [];
    const files = await readdir(folder, { recursive: true });
    return files.filter((name) => name.endsWith('.zip'));
  };
  const left = async () => [await packages(), await records(), await objects()];

  it('are removed at start after the retention period; a save then explains it', async () => {
    const forgotten = await upload();
    await age(23);
    await suite.restart();
    expect((await objects()).length).toBe(1);
    await age(25);
    await suite.restart();
    expect(await left()).toEqual([[], [], []]);
    const refused = await suite.host.call('POST', '/app/version', forgotten);
    expect(refused).toMatchObject({ status: 404, error: 'PACKAGE_MISSING' });
    expect(refused.fix).toContain('Upload the package again');
    expect(refused.fix).toContain('app-market.uploads.keep-hours');
  });

  it('are removed while the host runs, but no package of a version in any state', async () => {
    await suite.restart(['--app-market.task.sweep-interval-ms=20', '--app-market.uploads.keep-hours=1']);
    await suite.host.publish(await build('1.0.0'));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    await suite.host.save(await build('1.1.0'));
    const unlisted = await suite.host.publish(await build('1.2.0'));
    ok(await suite.host.call('POST', `/app/version/${unlisted.versionId}/unlist`));
    const kept = await packages();
    await upload('1.3.0');
    await age(2);
    await expect.poll(packages).toEqual(kept);
    expect(await objects()).toHaveLength(3);
    ok(await suite.host.call('POST', `/app/version/${unlisted.versionId}/deploy`));
  });

  it('are removed when a kill came between storage and record, and when they were never written', async () => {
    await upload();
    await suite.host.rows((query) => query.deleteFrom('sys_oss').execute());
    const storage = join(suite.host.directory, 'files');
    await rename(storage, `${storage}-away`);
    await writeFile(storage, 'no folder');
    expect(await suite.host.upload(await build('1.1.0'))).toMatchObject({
      status: 503,
      error: 'STORAGE_UNAVAILABLE',
    });
    await rm(storage);
    await rename(`${storage}-away`, storage);
    expect((await packages()).length).toBe(2);
    expect((await objects()).length).toBe(1);
    await age(25);
    await suite.restart();
    expect(await left()).toEqual([[], [], []]);
  });

  it('are removed when a kill interrupted them, unless they still grow', async () => {
    const incoming = join(suite.host.directory, 'upload/.incoming');
    await mkdir(incoming, { recursive: true });
    for (const name of ['cut-off', 'growing']) await writeFile(join(incoming, name), 'PK');
    const yesterday = new Date(Date.now() - 25 * HOUR_MS);
    await utimes(join(incoming, 'cut-off'), yesterday, yesterday);
    await suite.restart();
    expect(await readdir(incoming)).toEqual(['growing']);
  });

  it('are removed by one of several starting nodes; saved packages stay', async () => {
    const saved = await upload('1.0.0');
    await upload('1.1.0');
    await age(25);
    ok(await suite.host.call('POST', '/app/version', saved));
    const { directory } = suite.host;
    const nodes = await Promise.all(
      ['second', 'third'].map(async (name) => {
        const own = join(directory, name);
        await mkdir(own);
        for (const shared of ['files', 'config']) await symlink(join(directory, shared), join(own, shared));
        return MarketHost.start([`--database.file=${directory}/platform.db`], own);
      }),
    );
    expect(await packages()).toEqual([saved.packageUrl]);
    expect(await objects()).toHaveLength(1);
    for (const node of nodes) await node.stop();
  });

  it('deletes a version while the storage is unavailable; a later sweep removes its package', async () => {
    await suite.restart(['--app-market.task.sweep-interval-ms=20']);
    const { versionId } = await suite.host.save(await build());
    const away = vi
      .spyOn(suite.host.host.services.use(STORED_OBJECTS), 'removePlanned')
      .mockRejectedValue(new Error('The storage is away.'));
    ok(await suite.host.call('DELETE', `/app/version/${versionId}`));
    await expect.poll(() => away.mock.calls.length).toBeGreaterThan(3);
    expect((await left()).map((found) => found.length)).toEqual([1, 1, 1]);
    away.mockRestore();
    await expect.poll(left).toEqual([[], [], []]);
  });
});
