import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';
import type { PackageSpec } from '../testing/test-packages.ts';

describe('rolling back (design 2.3)', () => {
  const suite = marketSuite();
  const publish = async (spec: PackageSpec) => suite.host.publish(await suite.workshop.build(spec));
  const upgrade = async () =>
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
  const rollback = async () => suite.host.call('POST', `/app/install/${await suite.installId()}/rollback`);
  const menus = () =>
    suite.host.rows((query) =>
      query.selectFrom('sys_menu').select(['menu_id', 'menu_key', 'menu_name', 'path']).execute(),
    );

  it('restores code, frontend and menus of the previous version once, even if it is no longer available', async () => {
    const { versionId } = await publish({ migrations: demoScripts });
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    expect(await rollback()).toMatchObject({ status: 409, error: 'ROLLBACK_NONE' });
    const before = await menus();
    const jars = await suite.jars();
    await publish({
      version: '1.1.0',
      migrations: demoScripts,
      manifest: { menus: [{ key: 'demo:root', type: 'M', name: 'Changed', path: 'demo' }] },
    });
    await upgrade();
    expect(await menus()).not.toEqual(before);
    ok(await suite.host.call('POST', `/app/version/${versionId}/unlist`));

    const plan = ok(
      await suite.host.call('POST', '/app/install/plan', { action: 'rollback', appCode: 'demo' }),
    );
    expect(plan).toMatchObject({
      fromVersion: '1.1.0',
      toVersion: '1.0.0',
      scripts: [],
      files: { removed: ['backend/platform-demo-plugin-1.1.0.jar'] },
    });
    expect(ok(await rollback())).toMatchObject({
      version: '1.0.0',
      previousVersion: '1.1.0',
      migrationCount: 0,
    });
    expect(await suite.greeting()).toBe('hello 1.0.0');
    expect(await suite.jars()).toEqual(jars);
    expect(await suite.activePlugins()).toContain('1.0.0.jar');
    expect(await readFile(suite.frontendDir('index.js'), 'utf8')).toContain('// 1.0.0');
    const names = (rows: Awaited<ReturnType<typeof menus>>) =>
      rows.map((row) => `${row.menu_key ?? ''} ${row.menu_name}`).sort();
    expect(names(await menus())).toEqual(names(before));
    expect((await suite.host.call('GET', '/app/install/list')).rows).toMatchObject([
      { version: '1.0.0', previousVersion: null, status: 1 },
    ]);
    expect(await rollback()).toMatchObject({ error: 'ROLLBACK_NONE' });
    await suite.restart();
    expect(await suite.greeting()).toBe('hello 1.0.0');
    await upgrade();
    expect(await suite.greeting()).toBe('hello 1.1.0');
  });

  it('is refused when scripts have run that the earlier version lacks, and changes nothing', async () => {
    await publish({ migrations: demoScripts });
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const migrations = { ...demoScripts, '03-note.sql': 'create table if not exists demo_note (id bigint)' };
    await publish({ version: '1.1.0', migrations });
    await upgrade();
    const disk = await suite.disk();
    const ask = { action: 'rollback', appCode: 'demo' };
    expect(await suite.host.call('POST', '/app/install/plan', ask)).toMatchObject({
      error: 'ROLLBACK_SCHEMA',
    });
    const refused = await rollback();
    expect(refused).toMatchObject({ status: 409, error: 'ROLLBACK_SCHEMA', details: { stage: 'migrate' } });
    expect(refused.msg).toContain('03-note.sql');
    expect(await suite.greeting()).toBe('hello 1.1.0');
    expect(await suite.disk()).toEqual(disk);
    expect(await readdir(suite.pluginDir('migrations', 'demo'))).toHaveLength(3);
    expect((await suite.host.call('GET', '/app/install/list')).rows).toMatchObject([
      { version: '1.1.0', previousVersion: '1.0.0', status: 1 },
    ]);
  });

  it('keeps the current version running when the earlier one cannot be loaded', async () => {
    await publish({});
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    await publish({ version: '1.1.0' });
    await upgrade();
    await suite.host.rows((query) =>
      query
        .updateTable('app_version')
        .set({ package_sha256: '0'.repeat(64) })
        .where('version', '=', '1.0.0')
        .execute(),
    );
    const disk = await suite.disk();
    expect(await rollback()).toMatchObject({ error: 'PACKAGE_CHECKSUM', details: { stage: 'download' } });
    expect(await suite.greeting()).toBe('hello 1.1.0');
    expect(await suite.disk()).toEqual(disk);
  });
});
