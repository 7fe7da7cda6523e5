import { expect, it } from 'vitest';
import { describeHostDatabases } from '../../../data/testing/databases.ts';
import { ok } from '../../testing/market-host.ts';
import { demoScripts, marketSuite } from '../../testing/market-suite.ts';
import { controller, type PackageSpec } from '../../testing/test-packages.ts';
import type { OperationPlan } from './operation-plan.ts';

const frontend = (version: string, name: string) => ({
  'index.js': `const get = () => import('./assets/${name}.js'); const init = () => {}; export { get, init };`,
  [`assets/${name}.js`]: `export default '${name}';`,
  'assets/same.12345678.js': `export default 'same';`,
  'remote.json': JSON.stringify({ formatVersion: 1, code: 'demo', version, views: ['list'] }),
});
const menus = (item: string, other: string) => [
  {
    key: 'demo:root',
    type: 'M',
    name: 'Demo',
    path: 'demo',
    children: [
      {
        key: 'demo:item',
        type: 'C',
        name: item,
        path: 'items',
        component: 'remote:demo/list',
        perms: 'demo:item:list',
        children: [{ key: 'demo:item:add', type: 'F', name: 'Add', perms: 'demo:item:add' }],
      },
      { key: `demo:${other}`, type: 'M', name: other, path: other },
    ],
  },
];
const first: PackageSpec = {
  migrations: demoScripts,
  frontend: frontend('1.0.0', 'a.11111111'),
  manifest: { menus: menus('Items', 'old') },
};
const second: PackageSpec = {
  version: '1.1.0',
  backend: controller('demo', 'hello 1.1.0'),
  migrations: {
    ...demoScripts,
    '03-note.sql':
      'create table if not exists demo_note (id bigint primary key, tenant_id varchar(20)); create table if not exists demo_item (id bigint);',
  },
  frontend: frontend('1.1.0', 'b.22222222'),
  manifest: { menus: menus('All items', 'new') },
};
const third: PackageSpec = {
  ...second,
  version: '1.2.0',
  backend: controller('demo', 'hello 1.2.0'),
  frontend: frontend('1.2.0', 'c.33333333'),
  manifest: { menus: menus('Every item', 'newer') },
};
const BOOKKEEPING = /placements|active-plugins|\.(br|gz)$|^temp|[\\/]~v[\\/]/;
const gone = (from: Iterable<string>, to: Iterable<string>) => {
  const there = new Set(to);
  return [...from].filter((name) => !there.has(name)).sort();
};

const IN_SHORT = ['sqlite'] as const;
await describeHostDatabases('the plan of an operation (design 2.3)', IN_SHORT, ({ name: database }) => {
  const suite = marketSuite([], database);
  const ask = (body: Record<string, unknown>) =>
    suite.host.call('POST', '/app/install/plan', { appCode: 'demo', ...body });
  const plan = async (body: Record<string, unknown>) => ok(await ask(body)) as unknown as OperationPlan;

  /** State that operations change: files by package path, tables, menus, executed scripts. */
  const world = async () => {
    const files = (await suite.disk())
      .filter((name) => /\.\w+$/.test(name) && !BOOKKEEPING.test(name))
      .map((name) =>
        name
          .replace(/^plugins-dist\/migrations\/demo/, 'migrations')
          .replace(/^plugins-dist/, 'backend')
          .replace(/^remote-apps\/demo/, 'frontend'),
      );
    const rows = await suite.host.rows((query) =>
      query.selectFrom('sys_menu').where('app_code', '=', 'demo').selectAll().orderBy('menu_key').execute(),
    );
    const history = await suite.host.rows((query) =>
      query.selectFrom('app_schema_history').select('script').where('app_code', '=', 'demo').execute(),
    );
    const tables: string[] = [];
    for (const table of ['demo_item', 'demo_note']) {
      if (await suite.host.database.hasTable(table)) tables.push(table);
    }
    const menuRows = rows.map(
      (row) => [row.menu_key ?? '', JSON.stringify([row.menu_name, row.path, row.parent_id])] as const,
    );
    return { files, tables, scripts: history.map((row) => row.script), menus: new Map(menuRows) };
  };
  type World = Awaited<ReturnType<typeof world>>;
  const keys = (touched: OperationPlan['menus']['added']) => touched.map((menu) => menu.menuKey).sort();

  const expectHappened = (said: OperationPlan, before: World, after: World): void => {
    expect(said.files.removed).toEqual(gone(before.files, after.files));
    expect(said.files.placed).toEqual(expect.arrayContaining(gone(after.files, before.files)));
    expect(gone(said.files.placed, after.files)).toEqual([]);
    expect([...said.tables.created].sort()).toEqual(gone(after.tables, before.tables));
    expect([...said.tables.dropped].sort()).toEqual(gone(before.tables, after.tables));
    expect([...said.scripts].sort()).toEqual(gone(after.scripts, before.scripts));
    expect(keys(said.menus.added)).toEqual(gone(after.menus.keys(), before.menus.keys()));
    expect(keys(said.menus.removed)).toEqual(gone(before.menus.keys(), after.menus.keys()));
    const changed = [...after.menus].filter(([key, row]) => (before.menus.get(key) ?? row) !== row);
    expect(keys(said.menus.changed)).toEqual(changed.map(([key]) => key));
  };

  it('matches the operation (install, upgrade, rollback, uninstall, full removal) and changes nothing', async () => {
    const step = async (body: Record<string, unknown>, run: () => Promise<unknown>) => {
      const before = await world();
      const said = await plan(body);
      expect(await world()).toEqual(before);
      expect((await suite.disk()).filter((name) => /\.staging|package-/.test(name))).toEqual([]);
      await run();
      expectHappened(said, before, await world());
      return said;
    };
    const install = async () => ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const remove = async (query = '') =>
      ok(await suite.host.call('DELETE', `/app/install/${await suite.installId()}${query}`));

    await suite.host.publish(await suite.workshop.build(first));
    expect(await step({ action: 'install' }, install)).toMatchObject({
      fromVersion: null,
      toVersion: '1.0.0',
      scripts: Object.keys(demoScripts),
      tables: { created: ['demo_item'] },
      shared: false,
      warnings: [],
    });
    await suite.host.publish(await suite.workshop.build(second));
    const upgraded = await step({ action: 'upgrade' }, async () =>
      ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`)),
    );
    expect(upgraded).toMatchObject({
      fromVersion: '1.0.0',
      toVersion: '1.1.0',
      scripts: ['03-note.sql'],
      tables: { created: ['demo_note'] },
      files: { removed: ['backend/platform-demo-plugin-1.0.0.jar'] },
    });
    expect(keys(upgraded.menus.changed)).toEqual(['demo:item']);
    await suite.host.publish(await suite.workshop.build(third));
    const change = (action: string) => async () =>
      ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/${action}`));
    await step({ action: 'upgrade' }, change('upgrade'));
    const back = await step({ action: 'rollback' }, change('rollback'));
    expect(back).toMatchObject({ fromVersion: '1.2.0', toVersion: '1.1.0', scripts: [] });
    expect(back.files.removed).toContain('backend/platform-demo-plugin-1.2.0.jar');
    expect([keys(back.menus.added), keys(back.menus.removed)]).toEqual([['demo:new'], ['demo:newer']]);
    await step({ action: 'uninstall' }, () => remove());
    await step({ action: 'install' }, install);
    const dropped = await step({ action: 'uninstall', dropData: true }, () =>
      remove('?dropData=true&confirm=demo'),
    );
    expect([...dropped.tables.dropped].sort()).toEqual(['demo_item', 'demo_note']);
  });

  it('lists the requested permissions before anything is installed (design 9.7-41)', async () => {
    const permissions = { network: ['api.example.com'], files: true };
    await suite.host.publish(await suite.workshop.build({ manifest: { permissions } }));
    const asked = await plan({ action: 'install' });
    expect(asked.permissions).toEqual([
      { name: 'network', scope: ['api.example.com'], isNew: true },
      { name: 'files', scope: [], isNew: true },
    ]);
    expect(asked.signature?.state).toBe('signed');
    expect(asked.signature?.keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(asked.warnings).toContainEqual({
      code: 'PERMISSIONS_ASKED',
      message: '/permissions: the application requests network (api.example.com), files.',
    });
  });

  it('design 15.5: plans a deployment, with the scripts that it leaves out', async () => {
    await suite.host.publish(await suite.workshop.build(first));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const { versionId } = await suite.host.publish(await suite.workshop.build(second));
    const before = await world();
    const said = ok(
      await suite.host.call('GET', `/app/version/${versionId}/plan`),
    ) as unknown as OperationPlan;
    expect(await world()).toEqual(before);
    expect(said).toMatchObject({ action: 'deploy', fromVersion: '1.0.0', toVersion: '1.1.0' });
    expect(said).toMatchObject({ scripts: [], skippedScripts: ['03-note.sql'] });
    ok(await suite.host.call('POST', `/app/version/${versionId}/deploy`));
    const after = await world();
    expect(after.tables).toEqual(before.tables);
    expect(after.menus).toEqual(before.menus);
    expect(said.files.placed).toEqual(expect.arrayContaining(gone(after.files, before.files)));
    expect(said.files.removed).toEqual(gone(before.files, after.files));
  });

  it('is refused like the operation, and otherwise warns', async () => {
    expect(await ask({ action: 'install' })).toMatchObject({ status: 404, error: 'APP_NOT_FOUND' });
    expect(await ask({ action: 'uninstall' })).toMatchObject({ status: 404, error: 'INSTALL_NOT_FOUND' });
    const { versionId } = await suite.host.publish(await suite.workshop.build(first));
    ok(await suite.host.call('POST', `/app/version/${versionId}/deprecate`, { reason: 'Old.' }));
    expect((await plan({ action: 'install' })).warnings).toMatchObject([{ code: 'VERSION_DEPRECATED' }]);
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    expect(await ask({ action: 'upgrade' })).toMatchObject({ status: 409, error: 'APP_UP_TO_DATE' });
    const changed = { '01-create-demo-tables.sql': 'create table demo_other (id bigint)' };
    await suite.host.publish(await suite.workshop.build({ version: '1.2.0', migrations: changed }));
    expect(await ask({ action: 'upgrade' })).toMatchObject({ status: 409, error: 'MIGRATION_CHANGED' });
  });
});
