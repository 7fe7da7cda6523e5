import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishPackage } from '@platform/cli';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { restoreBackup } from '../src/cli/backup/restore-backup.ts';
import { takeBackup } from '../src/cli/backup/take-backup.ts';
import { verifyBackup } from '../src/cli/backup/verify-backup.ts';
import { byHand } from '../src/data/testing/by-hand.ts';
import { describeHostDatabases } from '../src/data/testing/databases.ts';
import { testDatabase } from '../src/data/testing/kept-databases.ts';
import type { TestDatabase } from '../src/data/testing/servers.ts';
import { loadConfig, type PlatformConfig } from '../src/kernel/index.ts';
import { TestPlatform } from './support/platform.ts';
import { Samples } from './support/samples.ts';

const configOf = (data: string, args: readonly string[]): PlatformConfig =>
  loadConfig({ directories: [], env: {}, args: [`--platform.data-dir=${data}`, ...args] }).config;
const installed = (...tools: string[]): boolean =>
  tools.some((tool) => spawnSync(tool, ['--version']).status === 0);
const tools = {
  postgres: installed('pg_dump') && installed('pg_restore'),
  mysql: installed('mariadb-dump', 'mysqldump') && installed('mariadb', 'mysql'),
};

/** Rows of every table, but of those that a host writes by itself. */
async function counts({ config }: TestDatabase): Promise<Record<string, number>> {
  const hand = byHand(config);
  const schema = config.type === 'postgres' ? 'current_schema()' : 'database()';
  try {
    const tables = await hand.select(
      `select table_name as name from information_schema.tables where table_schema = ${schema} order by table_name`,
      [],
    );
    const all: Record<string, number> = {};
    for (const { name } of tables) {
      if (
        /^(sys_session|sys_login_log|sys_oper_log|sys_node|sys_message|sys_oss_leftover)/.test(String(name))
      )
        continue;
      const [row] = await hand.select(`select count(*) as n from ${String(name)}`, []);
      all[String(name)] = Number(row?.['n']);
    }
    return all;
  } finally {
    await hand.close();
  }
}

await describeHostDatabases('design 11.6: a backup', ['sqlite', 'postgres'], (database) => {
  const { name, args } = database;
  if (name === 'sqlite') return it.skip('of an embedded database is in backup.test.ts', () => undefined);
  if (!tools[name]) return it.skip(`with the tools of ${name}, which are not installed`, () => undefined);

  const folder = mkdtempSync(join(tmpdir(), `backup-${name}-`));
  const backup = join(folder, 'backup');
  const elsewhere = join(folder, 'elsewhere');
  let platform: TestPlatform;
  let samples: Samples;
  let target: TestDatabase;
  beforeAll(async () => {
    samples = await Samples.build();
    target = await testDatabase(name, 'empty');
    platform = await TestPlatform.start(args, join(folder, 'data'));
    await publishPackage(platform.api, samples.hello);
    await platform.api.post('/app/install', { appCode: 'hello' });
    await publishPackage(platform.api, samples.hello110);
  });
  afterAll(async () => {
    await platform?.stop();
    await target?.drop();
    samples?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const store = async (text: string): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob([text]), 'note.txt');
    const response = await fetch(`${platform.apiUrl}/resource/oss/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${platform.token}` },
      body: form,
    });
    return ((await response.json()) as { data: { ossId: string } }).data.ossId;
  };
  const read = async (on: TestPlatform, id: string): Promise<string> => {
    const url = `${on.apiUrl}/resource/oss/${id}/content`;
    return (await fetch(url, { headers: { authorization: `Bearer ${on.token}` } })).text();
  };

  it('is taken under load with its dump, and restores elsewhere, complete', async () => {
    const kept = await store('kept');
    const before = await counts(database);
    let busy = true;
    let items = 0;
    const load = (async () => {
      while (busy) {
        const id = await store(`passing ${items}`);
        if (items % 2 === 0) await platform.api.delete(`/system/oss/${id}`);
        await platform.api.post('/hello/item', { title: `Item ${(items += 1)}`, status: 'open' });
      }
    })();
    const { manifest } = await takeBackup(configOf(platform.data, args), backup);
    busy = false;
    await load;
    expect(items).toBeGreaterThan(0);
    expect(manifest.database.dump).toMatch(/^database\/platform\.(dump|sql)$/);
    expect(manifest.missingObjects).toEqual([]);
    expect(manifest.files.map(({ path }) => path)).toContain(manifest.database.dump);
    await verifyBackup(backup);

    const after = await counts(database);
    await restoreBackup(configOf(elsewhere, target.args), backup);
    const restored = await counts(target);
    expect(Object.keys(restored)).toEqual(Object.keys(before));
    for (const [table, rows] of Object.entries(restored)) {
      expect(rows, table).toBeGreaterThanOrEqual(before[table] ?? 0);
      expect(rows, table).toBeLessThanOrEqual(after[table] ?? 0);
    }
    const host = await TestPlatform.start(target.args, elsewhere);
    try {
      expect(await host.api.get('/app/install/list')).toMatchObject([
        { appCode: 'hello', version: '1.0.0', status: 1, backend: 'loaded' },
      ]);
      expect(await read(host, kept)).toBe('kept');
      const files = await host.api.get<Array<{ ossId: string; originalName: string }>>(
        '/system/oss/list?pageSize=500',
      );
      expect(files.length).toBeGreaterThan(0);
      for (const { ossId, originalName } of files) {
        if (originalName === 'note.txt') expect(await read(host, ossId)).toMatch(/^(kept|passing \d+)$/);
      }
      const [{ installId } = { installId: 0 }] =
        await host.api.get<Array<{ installId: number }>>('/app/install/list');
      await host.api.post(`/app/install/${installId}/upgrade`, {});
      expect((await host.get(`${host.apiUrl}/hello/greet`, host.token)).status).toBe(200);
    } finally {
      await host.stop();
    }
  });

  it('is not loaded into a database that has tables, and nothing is written', async () => {
    const again = restoreBackup(configOf(join(folder, 'never'), args), backup);
    await expect(again).rejects.toMatchObject({
      code: 'RESTORE_DATABASE_NOT_EMPTY',
      message: expect.stringMatching(/is not empty \(\d+ tables\)/) as string,
    });
    expect(await counts(database)).toMatchObject({ hello_item: expect.any(Number) as number });
  });

  it('names the tool that is missing, at the backup and at the restore', async () => {
    const { PATH } = process.env;
    const empty = await testDatabase(name, 'empty');
    try {
      process.env['PATH'] = folder;
      const { manifest } = await takeBackup(configOf(platform.data, args), join(folder, 'without'));
      expect(manifest.database.dump).toBeUndefined();
      await expect(restoreBackup(configOf(join(folder, 'never'), empty.args), backup)).rejects.toMatchObject({
        code: 'DATABASE_TOOL_MISSING',
        message: expect.stringContaining(name === 'postgres' ? 'pg_restore' : 'mariadb or mysql') as string,
      });
      // Without a dump, the database has to be restored by hand first.
      const byHandFirst = restoreBackup(configOf(join(folder, 'never'), empty.args), join(folder, 'without'));
      await expect(byHandFirst).rejects.toMatchObject({ code: 'RESTORE_DATABASE_FIRST' });
    } finally {
      process.env['PATH'] = PATH;
      await empty.drop();
    }
  });

  it('says what the tool says', async () => {
    const wrong = args.map((arg) => arg.replace(/^--database\.user=.*/, '--database.user=platform_nobody'));
    const failed = takeBackup(configOf(platform.data, wrong), join(folder, 'failed'));
    await expect(failed).rejects.toMatchObject({ code: 'DATABASE_LOGIN_REFUSED' });
    const changed = join(folder, 'changed');
    cpSync(backup, changed, { recursive: true });
    rmSync(join(changed, 'database'), { recursive: true });
    await expect(verifyBackup(changed)).rejects.toThrow(/database\/platform\.\w+ is missing/);
  });
});
