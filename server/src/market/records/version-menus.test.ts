import { isLongRun } from '@platform/package-format/testing';
import { expect, it } from 'vitest';
import type { Dialect } from '../../data/index.ts';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';
import { broken } from '../testing/test-packages.ts';

const item = (name: string) => ({
  key: `demo:${name}`,
  type: 'C',
  name,
  path: name,
  component: 'remote:demo/list',
  perms: `demo:${name}:list`,
  children: [{ key: `demo:${name}:add`, type: 'F', name: 'Add', perms: `demo:${name}:add` }],
});
const UPGRADES = isLongRun ? 10 : 3;

/** Menus of the application with these pages, each with a button. */
const menusWith = (...pages: string[]) => ({
  menus: [{ key: 'demo:root', type: 'M', name: 'Demo', path: 'demo', children: pages.map(item) }],
});

/** Lets no installation be deleted, until it is dropped. */
const TRIGGER: Readonly<Record<Dialect, { readonly create: readonly string[]; readonly drop: string }>> = {
  sqlite: {
    create: [
      "create trigger half_way before delete on app_install begin select raise(abort, 'half way'); end",
    ],
    drop: 'drop trigger half_way',
  },
  mysql: {
    create: [
      "create trigger half_way before delete on app_install for each row signal sqlstate '45000' set message_text = 'half way'",
    ],
    drop: 'drop trigger half_way',
  },
  postgres: {
    create: [
      "create function half_way() returns trigger language plpgsql as $$ begin raise exception 'half way'; end $$",
      'create trigger half_way before delete on app_install for each row execute function half_way()',
    ],
    drop: 'drop trigger half_way on app_install',
  },
};

const IN_SHORT = ['sqlite'] as const;
await describeHostDatabases('menus that operators have changed', IN_SHORT, ({ name: database }) => {
  const suite = marketSuite([], database);
  const call = (method: string, path: string, body?: unknown) => suite.host.call(method, path, body);
  const upgrade = async () => call('POST', `/app/install/${await suite.installId()}/upgrade`);
  const menus = () =>
    suite.host.rows((query) =>
      query
        .selectFrom('sys_menu')
        .select(['menu_id', 'menu_key', 'menu_name', 'icon', 'order_num', 'visible', 'parent_id', 'path'])
        .orderBy('menu_key')
        .execute(),
    );
  const grants = () =>
    suite.host.rows((query) =>
      query.selectFrom('sys_role_menu').selectAll().orderBy('role_id').orderBy('menu_id').execute(),
    );
  const mapping = () =>
    suite.host.rows((query) =>
      query.selectFrom('app_version_menu').select(['menu_key', 'menu_id']).orderBy('menu_key').execute(),
    );
  const idOf = async (key: string) =>
    (await menus()).find((menu) => menu.menu_key === key)?.menu_id as number;
  const publish = (version: string, pages: readonly string[], backend?: null | typeof broken) =>
    suite.workshop
      .build({ version, manifest: menusWith(...pages), ...(backend === undefined ? {} : { backend }) })
      .then((file) => suite.host.publish(file));

  /**
   * Renames, hides, moves and adorns; and gives a page with its button to a role of the operator's
   * own.
   */
  const change = async (): Promise<void> => {
    const [root, page] = [await idOf('demo:root'), await idOf('demo:books')];
    ok(await call('PUT', '/system/menu', { menuId: root, menuName: 'Our demo', icon: 'Star', orderNum: 7 }));
    ok(await call('PUT', '/system/menu', { menuId: page, menuName: 'Our books', visible: false }));
    const menuIds = [root, page, await idOf('demo:books:add')];
    ok(await call('POST', '/system/role', { roleName: 'Readers', roleKey: 'readers', menuIds }));
  };
  const kept = { 'demo:root': 'Our demo', 'demo:books': 'Our books' };
  const names = async () =>
    Object.fromEntries((await menus()).map((menu) => [menu.menu_key, menu.menu_name]));

  it('stays over several upgrades, and so do the number of rows, every id and each grant (spec: M3)', async () => {
    await publish('1.0.0', ['books', 'loans'], null);
    ok(await call('POST', '/app/install', { appCode: 'demo' }));
    await change();
    const [rows, given, mapped] = [await menus(), await grants(), await mapping()];
    for (let minor = 1; minor <= UPGRADES; minor += 1) {
      await publish(`1.${minor}.0`, ['books', 'loans'], null);
      expect(ok(await upgrade())).toMatchObject({ menus: { added: 0, changed: 0, removed: 0 } });
    }
    expect(await menus()).toEqual(rows);
    expect(await names()).toMatchObject(kept);
    expect(await grants()).toEqual(given);
    expect(await mapping()).toEqual(mapped);
  });

  it('survives a failed upgrade that would have removed and added pages', async () => {
    await publish('1.0.0', ['books', 'loans']);
    ok(await call('POST', '/app/install', { appCode: 'demo' }));
    await change();
    const before = [await menus(), await grants(), await mapping()];
    await publish('1.1.0', ['loans', 'fines'], broken);
    expect(await upgrade()).toMatchObject({ msg: expect.stringContaining('broken at load') as string });
    expect([await menus(), await grants(), await mapping()]).toEqual(before);
    expect(await names()).toMatchObject(kept);
    expect(await suite.greeting()).toBe('hello 1.0.0');
  });

  it.each(['', '?dropData=true&confirm=demo'])(
    'survives an uninstallation that fails half way and is rolled back (%j); the retry succeeds',
    async (how) => {
      await publish('1.0.0', ['books', 'loans']);
      ok(await call('POST', '/app/install', { appCode: 'demo' }));
      await change();
      const before = [await menus(), await grants(), await mapping()];
      const id = await suite.installId();
      for (const statement of TRIGGER[database].create) await suite.host.database.raw(statement);
      expect((await call('DELETE', `/app/install/${id}${how}`)).status).toBe(500);
      expect([await menus(), await grants(), await mapping()]).toEqual(before);
      expect((await call('GET', '/app/install/list')).rows).toMatchObject([{ status: 1 }]);
      expect(await suite.greeting()).toBe('hello 1.0.0');
      await suite.host.database.raw(TRIGGER[database].drop);
      ok(await call('DELETE', `/app/install/${id}${how}`));
      const left = (await menus()).filter((menu) => menu.menu_key.startsWith('demo:'));
      expect(left.map((menu) => menu.menu_key)).toEqual(
        how === '' ? ['demo:books:add', 'demo:loans:add'] : [],
      );
    },
  );
});
