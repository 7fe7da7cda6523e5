import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';
import { broken } from '../testing/test-packages.ts';

describe('upgrading', () => {
  const suite = marketSuite();

  it('loses no request, keeps menu ids, and keeps the former frontend until the next upgrade (spec: States/install or upgrade; M3; Endpoints/POST /app/install/{installId}/upgrade)', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const menus = () => suite.host.rows((query) => query.selectFrom('sys_menu').selectAll().execute());
    const before = await menus();
    await suite.host.publish(await suite.workshop.build({ version: '1.1.0', migrations: demoScripts }));
    expect((await suite.host.call('GET', '/app/market/list')).rows).toMatchObject([{ state: 'upgradable' }]);

    const statuses: number[] = [];
    let done = false;
    const clients = Array.from({ length: 8 }, async () => {
      while (!done) statuses.push((await suite.host.call('GET', '/demo/greet')).status);
    });
    const report = ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
    done = true;
    await Promise.all(clients);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(report).toMatchObject({
      version: '1.1.0',
      previousVersion: '1.0.0',
      staleJars: ['platform-demo-plugin-1.0.0.jar'],
      migrationCount: 0,
    });
    expect(await suite.greeting()).toBe('hello 1.1.0');
    expect(await readFile(suite.frontendDir('index.js'), 'utf8')).toContain('// 1.1.0');
    expect((await readdir(suite.frontendDir('assets'))).sort()).toEqual([
      'list.100abcdef.js',
      'list.110abcdef.js',
    ]);
    expect(await suite.jars()).toEqual(['platform-demo-plugin-1.1.0.jar']);
    const after = await menus();
    expect(after.map((row) => row.menu_id)).toEqual(before.map((row) => row.menu_id));

    await suite.host.publish(await suite.workshop.build({ version: '1.2.0', migrations: demoScripts }));
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
    expect((await readdir(suite.frontendDir('assets'))).sort()).toEqual([
      'list.110abcdef.js',
      'list.120abcdef.js',
    ]);
    expect(await readdir(join(suite.host.directory, 'remote-apps'))).toEqual(['demo']);
    expect(await readdir(suite.pluginDir())).not.toContain('.staging');
  });

  it('design 2.3: to the recorded version, after a deploy of another one, keeps the way back', async () => {
    await suite.host.publish(await suite.workshop.build({ version: '1.0.0' }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    await suite.host.publish(await suite.workshop.build({ version: '1.1.0' }));
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
    const { versionId } = await suite.host.publish(await suite.workshop.build({ version: '1.2.0' }));
    ok(await suite.host.call('POST', `/app/version/${versionId}/deploy`));
    const path = `/app/install/${await suite.installId()}/upgrade`;
    ok(await suite.host.call('POST', path, { version: '1.1.0' }));
    const [row] = (await suite.host.call('GET', '/app/install/list')).rows ?? [];
    expect(row).toMatchObject({ version: '1.1.0', previousVersion: '1.0.0' });
  });

  it('spec: L9: publishing a higher version changes no stored data or running code before the upgrade', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const stored = () =>
      suite.host.rows((query) =>
        Promise.all([
          query.selectFrom('app_install').selectAll().execute(),
          query.selectFrom('app_schema_history').selectAll().execute(),
          query.selectFrom('sys_menu').selectAll().execute(),
          suite.host.database.raw('select * from demo_item').then(({ rows }) => rows),
        ]),
      );
    const before = { stored: await stored(), disk: await suite.disk() };
    const migrations = {
      ...demoScripts,
      '03-add-demo-rows.sql': "insert into demo_item (id, tenant_id, title) values (2, '000000', 'two');",
    };
    await suite.host.publish(await suite.workshop.build({ version: '1.1.0', migrations }));
    expect({ stored: await stored(), disk: await suite.disk() }).toEqual(before);
    expect(await suite.greeting()).toBe('hello 1.0.0');
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
    expect(await suite.greeting()).toBe('hello 1.1.0');
    const [installs, history, , items] = await stored();
    expect(installs).toMatchObject([{ version: '1.1.0' }]);
    expect([history.length, items.length]).toEqual([3, 2]);
  });

  it('keeps the earlier version running when the new one fails to load, and reports stage, cause and fix', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const before = await suite.disk();
    await suite.host.publish(
      await suite.workshop.build({ version: '1.1.0', backend: broken, migrations: demoScripts }),
    );
    const failed = await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`);
    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect(failed.msg).toContain('broken at load');
    expect(failed.details).toMatchObject({ stage: 'switch', loadStage: 'evaluate' });
    expect(await suite.greeting()).toBe('hello 1.0.0');
    const after = await suite.disk();
    expect(after).toEqual(before);
    expect(await suite.activePlugins()).toContain('1.0.0.jar');
    expect((await suite.host.call('GET', '/app/install/list')).rows).toMatchObject([
      { version: '1.0.0', status: 1, failure: { stage: 'switch' } },
    ]);
    const [task] = (await suite.host.call('GET', '/app/task/list?status=failed')).rows ?? [];
    expect(task).toMatchObject({ kind: 'upgrade', failure: { stage: 'switch', loadStage: 'evaluate' } });
    expect(task?.['logText']).toContain('1.0.0 keeps serving');
  });

  it('spec: Errors/migration script whose content changed after execution; V6', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const created = demoScripts['01-create-demo-tables.sql'];
    const changed = {
      ...demoScripts,
      '01-create-demo-tables.sql': `${created} -- changed`,
      '00-new.sql': 'create table demo_new (id bigint)',
    };
    await suite.host.publish(await suite.workshop.build({ version: '1.1.0', migrations: changed }));
    const refused = await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`);
    expect(refused).toMatchObject({ status: 409, error: 'MIGRATION_CHANGED', details: { stage: 'migrate' } });
    expect(refused.msg).toContain('01-create-demo-tables.sql');
    await expect(suite.host.database.raw('select * from demo_new')).rejects.toThrow();
    expect(await suite.greeting()).toBe('hello 1.0.0');
    expect(await readFile(suite.pluginDir('migrations', 'demo', '01-create-demo-tables.sql'), 'utf8')).toBe(
      created,
    );
  });
});
