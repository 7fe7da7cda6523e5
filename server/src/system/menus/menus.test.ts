import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { defineModule } from '../../kernel/index.ts';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';
import { hostMenus } from '../initial-data/host-menus.ts';
import { MENUS, MENU_VISIBILITY, type ApplicationMenus } from './application-menus.ts';
import type { ApplicationMenu } from './application-menu.ts';
import type { RouterNode } from '@platform/host-api';

const PASSWORD = 'seven-blue-kites';
const enabled = new Map<string, ReadonlySet<string>>();
const disabled = new Map<string, ReadonlySet<string>>();
const market = defineModule({
  name: 'market',
  setup: (ctx) =>
    ctx.provide(MENU_VISIBILITY, {
      visibleApplications: (tenantId) => enabled.get(tenantId) ?? new Set(),
      disabledApplications: (tenantId) => disabled.get(tenantId) ?? new Set(),
    }),
});

const helloMenus = (more: Partial<ApplicationMenu> = {}): ApplicationMenu[] => [
  {
    key: 'hello:root',
    type: 'M',
    name: 'Hello',
    path: 'hello',
    children: [
      {
        key: 'hello:item',
        type: 'C',
        name: 'Items',
        path: 'items',
        component: 'remote:hello/list',
        perms: 'hello:item:list',
        children: [{ key: 'hello:item:add', type: 'F', name: 'Add', perms: 'hello:item:add' }],
        ...more,
      },
    ],
  },
];

let host: TestHost;
let admin: Client;
let menus: ApplicationMenus;
beforeAll(async () => {
  host = await startTestHost({ modules: [market] });
  admin = await host.admin();
  menus = host.services.use(MENUS);
  enabled.set('000000', new Set(['hello']));
});
afterAll(() => host.stop());

type Row = Record<string, unknown> & { menuId: number; menuKey: string };
const list = async (): Promise<Row[]> =>
  (await admin('GET', '/system/menu/list')).body.rows as unknown as Row[];
const byKey = async (key: string): Promise<Row> => {
  const row = (await list()).find((menu) => menu.menuKey === key);
  if (!row) throw new Error(`No menu ${key}`);
  return row;
};
const routers = async (client: Client): Promise<RouterNode[]> =>
  dataOf<RouterNode[]>(await client('GET', '/system/menu/getRouters'));
const keysOf = (nodes: readonly RouterNode[]): string[] =>
  nodes.flatMap((node) => [node.menuKey, ...keysOf(node.children ?? [])]);

describe('getRouters', () => {
  it('has the pages of the host', async () => {
    const tree = await routers(admin);
    expect(keysOf(tree)).toEqual(
      expect.arrayContaining(['host:market', 'host:apps', 'host:installed', 'host:console', 'host:tasks']),
    );
    expect(tree.find((node) => node.menuKey === 'host:market')).toMatchObject({
      path: '/market',
      component: 'host:market/list',
      type: 'C',
    });
    const system = tree.find((node) => node.menuKey === 'host:system');
    const pages = hostMenus.filter(
      ({ parentKey, menuType }) => parentKey === 'host:system' && menuType === 'C',
    );
    expect(system?.children?.map((node) => node.component)).toEqual(pages.map(({ component }) => component));
  });

  it("has the menus of the user's roles with their parents, and nothing else", async () => {
    const page = await byKey('host:tasks');
    const role = { roleName: 'Tasks', roleKey: 'tasks', menuIds: [page.menuId] };
    const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
    await admin('POST', '/system/user', {
      userName: 'tess',
      nickName: 'T',
      password: PASSWORD,
      roleIds: [roleId],
    });
    const tess = await host.login('tess', PASSWORD);
    expect(keysOf(await routers(tess))).toEqual(['host:apps', 'host:tasks']);
    dataOf(await admin('PUT', '/system/role', { roleId, status: 0 }));
    expect(await routers(tess)).toEqual([]);
  });

  it('shows menus of an application only where it is installed and enabled', async () => {
    await menus.sync('hello', helloMenus());
    expect(keysOf(await routers(admin))).toContain('hello:item');
    enabled.set('000000', new Set());
    expect(keysOf(await routers(admin))).not.toContain('hello:item');
    expect(keysOf(await routers(admin))).not.toContain('hello:root');
    enabled.set('000000', new Set(['hello']));
  });

  it("keeps a role's menus of a temporarily disabled application", async () => {
    await menus.sync('hello', helloMenus());
    const { menuId } = await byKey('hello:item');
    const { menuId: tasksId } = await byKey('host:tasks');
    const role = { roleName: 'H', roleKey: 'hello-role', menuIds: [menuId, tasksId] };
    const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
    enabled.set('000000', new Set());
    expect((await admin('PUT', '/system/role', { roleId, menuIds: [] })).status).toBe(200);
    enabled.set('000000', new Set(['hello']));
    expect(dataOf(await admin('GET', `/system/role/${roleId}`))).toMatchObject({ menuIds: [menuId] });
    await admin('PUT', '/system/role', { roleId, menuIds: [] });
    expect(dataOf(await admin('GET', `/system/role/${roleId}`))).toMatchObject({ menuIds: [] });
  });

  it('hides the console in the user edition', async () => {
    const user = await startTestHost({ args: ['--platform.edition=user'] });
    const keys = keysOf(await routers(await user.admin()));
    expect(keys).toContain('host:installed');
    expect(keys).not.toContain('host:console');
    await user.stop();
  });
});

describe('menus of applications', () => {
  it('spec: M3 keep ids and number of rows across install and upgrade', async () => {
    await menus.sync('hello', helloMenus());
    const before = await list();
    const again = await menus.sync('hello', helloMenus());
    expect([again.added, again.changed, again.removed]).toEqual([[], [], []]);
    const upgraded = await menus.sync('hello', helloMenus({ component: 'remote:hello/other', icon: 'Star' }));
    expect(upgraded.changed).toEqual(['hello:item']);
    const after = await list();
    expect(after.map((menu) => menu.menuId)).toEqual(before.map((menu) => menu.menuId));
    expect(await byKey('hello:item')).toMatchObject({ component: 'remote:hello/other', icon: 'Star' });
  });

  it("spec: M4 keep the operator's changes through an upgrade", async () => {
    await menus.sync('hello', helloMenus());
    const { menuId } = await byKey('hello:item');
    const change = { menuId, menuName: 'My items', orderNum: 42, visible: false };
    expect((await admin('PUT', '/system/menu', change)).status).toBe(200);
    await menus.sync('hello', helloMenus({ name: 'Entries', path: 'entries', icon: 'Box' }));
    expect(await byKey('hello:item')).toMatchObject({ ...change, path: 'entries', icon: 'Box' });
    await admin('PUT', '/system/menu', { menuId, menuName: 'Entries', orderNum: 1, visible: true });
    await menus.sync('hello', helloMenus({ name: 'Things' }));
    expect(await byKey('hello:item')).toMatchObject({ menuName: 'Things', path: 'items' });
  });

  it('have names in other languages until an operator sets one', async () => {
    const nameOf = async () =>
      (await routers(admin))
        .flatMap(({ children = [] }) => children)
        .find(({ menuKey }) => menuKey === 'hello:item');
    const names = { 'zh-CN': '事项' };
    await menus.sync('hello', helloMenus({ names }));
    const { menuId } = await byKey('hello:item');
    expect(await nameOf()).toMatchObject({ names });
    await admin('PUT', '/system/menu', { menuId, menuName: 'Mine' });
    expect(await nameOf()).not.toHaveProperty('names');
    await menus.sync('hello', helloMenus({ names }));
    expect(await nameOf()).toMatchObject({ name: 'Mine' });
    expect(await nameOf()).not.toHaveProperty('names');
  });

  it.each([
    { path: 'other' },
    { component: 'remote:hello/x' },
    { perms: 'hello:item:other' },
    { menuType: 'M' },
    { parentId: 0 },
    { status: 0 },
    { queryParam: 'a=1' },
  ])('spec: Errors/change or deletion of protected menu fields: change %o', async (change) => {
    await menus.sync('hello', helloMenus());
    const before = await byKey('hello:item');
    const answer = await admin('PUT', '/system/menu', { menuId: before.menuId, ...change });
    expect(answer.body).toMatchObject({ code: 409, error: 'MENU_PROTECTED' });
    expect(answer.body.fix).toContain('disable');
    expect(await byKey('hello:item')).toEqual(before);
  });

  it('spec: Errors/change or deletion of protected menu fields: deletion, also among others and through a parent', async () => {
    await menus.sync('hello', helloMenus());
    const { menuId } = await byKey('hello:item');
    expect((await admin('DELETE', `/system/menu/${menuId}`)).body.error).toBe('MENU_PROTECTED');
    const own = { menuKey: 'host:own', menuName: 'Own', menuType: 'M', path: 'own' };
    const { menuId: ownId } = dataOf<{ menuId: number }>(await admin('POST', '/system/menu', own));
    expect((await admin('DELETE', `/system/menu/${ownId},${menuId}`)).body.error).toBe('MENU_PROTECTED');
    const below = { ...own, menuKey: 'host:below', parentId: menuId };
    expect((await admin('POST', '/system/menu', below)).body.error).toBe('MENU_PROTECTED');
    expect((await admin('DELETE', `/system/menu/${ownId}`)).status).toBe(200);
  });

  it('spec: M2 are removed with their buttons on a full removal, without them otherwise', async () => {
    await menus.sync('hello', helloMenus());
    const button = await byKey('hello:item:add');
    expect(await menus.remove('hello', { buttons: false })).toBe(2);
    expect((await list()).filter((menu) => menu['appCode'] === 'hello').map((menu) => menu.menuKey)).toEqual([
      'hello:item:add',
    ]);
    await menus.sync('hello', helloMenus());
    expect((await byKey('hello:item:add')).menuId).toBe(button.menuId);
    expect((await byKey('hello:item:add'))['parentId']).toBe((await byKey('hello:item')).menuId);
    expect(await menus.remove('hello', { buttons: true })).toBe(3);
    expect((await list()).some((menu) => menu['appCode'] === 'hello')).toBe(false);
  });

  it('are removed when a version no longer has them', async () => {
    await menus.sync('hello', helloMenus());
    const report = await menus.sync('hello', helloMenus({ children: [] }));
    expect(report.removed).toEqual(['hello:item:add']);
    expect(report.menus.map((menu) => menu.menuKey)).toEqual(['hello:root', 'hello:item']);
  });

  it('cannot use keys of the host or of another application, nor wildcard permissions', async () => {
    await menus.sync('hello', helloMenus());
    const before = await list();
    const other = [{ key: 'hello:item', type: 'C', name: 'X' }] as const;
    await expect(menus.sync('other', other)).rejects.toMatchObject({ code: 'MENU_KEY_TAKEN' });
    const hosts = [{ key: 'host:market', type: 'C', name: 'X' }] as const;
    await expect(menus.sync('other', hosts)).rejects.toMatchObject({ code: 'MENU_KEY_TAKEN' });
    const wildcard = [{ key: 'other:x', type: 'F', name: 'X', perms: '*:*:*' }] as const;
    await expect(menus.sync('other', wildcard)).rejects.toMatchObject({ code: 'MENU_PERMISSION_INVALID' });
    expect(await list()).toEqual(before);
  });

  it('findings: have every permission and length that a manifest accepts, and can be edited then', async () => {
    const menuName = 'N'.repeat(100);
    const icon = `frontend/${'i'.repeat(187)}.svg`;
    const perms = ['hello:list', 'hello:*:list', 'hello:a:b:c'];
    const nodes = perms.map(
      (given, at) => ({ key: `hello:n${at}`, type: 'F', name: menuName, perms: given, icon }) as const,
    );
    const { menus: rows } = await menus.sync('hello', nodes);
    for (const { menuId } of rows) {
      const row = (await list()).find((menu) => menu.menuId === menuId)!;
      const change = { menuId, menuName, icon, perms: row.perms, orderNum: 7 };
      expect(await admin('PUT', '/system/menu', change)).toMatchObject({ status: 200 });
    }
  });

  it('are granted to the administrator of a tenant once, and revoked', async () => {
    await admin('POST', '/system/tenant', {
      tenantId: 'grants',
      name: 'Grants',
      adminUserName: 'boss',
      adminPassword: PASSWORD,
    });
    await menus.sync('hello', helloMenus());
    enabled.set('grants', new Set(['hello']));
    const boss = await host.login('boss', PASSWORD, 'grants');
    expect(keysOf(await routers(boss))).not.toContain('hello:item');
    await menus.grantToAdmin('hello', 'grants');
    await menus.grantToAdmin('hello', 'grants');
    expect(keysOf(await routers(boss))).toContain('hello:item');
    const info = dataOf<{ permissions: string[] }>(await boss('GET', '/system/user/getInfo'));
    expect(info.permissions).toEqual(expect.arrayContaining(['hello:item:list', 'hello:item:add']));
    await menus.revoke('hello', 'grants');
    const after = dataOf<{ permissions: string[] }>(await boss('GET', '/system/user/getInfo'));
    expect(after.permissions).not.toContain('hello:item:list');
    enabled.delete('grants');
  });

  it('are rolled back with the surrounding transaction', async () => {
    await menus.remove('hello', { buttons: true });
    const database = host.services.use(DATABASE);
    const work = database.transaction(async () => {
      await menus.sync('hello', helloMenus());
      throw new Error('later step');
    });
    await expect(work).rejects.toThrow('later step');
    expect((await list()).some((menu) => menu['appCode'] === 'hello')).toBe(false);
  });
});

describe('menus of the host', () => {
  it('design 12: those that other tenants can have are listed', async () => {
    const keysOf = async (query: string): Promise<string[]> => {
      const { rows } = (await admin('GET', `/system/menu/list${query}`)).body;
      return (rows as Array<{ menuKey: string; menuType: string }>)
        .filter(({ menuType }) => menuType === 'C')
        .map(({ menuKey }) => menuKey);
    };
    const ofTenants = new Set(await keysOf('?ofTenants=true'));
    const others = (await keysOf('')).filter((key) => key.startsWith('host:') && !ofTenants.has(key));
    expect(others.toSorted()).toEqual(
      [
        'console',
        'doctor',
        'login-providers',
        'logs',
        'messaging',
        'monitor',
        'nodes',
        'storages',
        'tenants',
      ].map((key) => `host:${key}`),
    );
  });

  it('are added, changed and removed', async () => {
    const menu = { menuKey: 'host:docs', menuName: 'Docs', menuType: 'C', path: 'docs', isFrame: true };
    const { menuId } = dataOf<{ menuId: number }>(await admin('POST', '/system/menu', menu));
    expect((await admin('POST', '/system/menu', menu)).body.error).toBe('MENU_KEY_TAKEN');
    const { menuId: systemId } = await byKey('host:system');
    expect((await admin('PUT', '/system/menu', { menuId, parentId: systemId })).status).toBe(200);
    expect(dataOf(await admin('GET', `/system/menu/${menuId}`))).toMatchObject({ parentId: systemId });
    expect(dataOf(await admin('DELETE', `/system/menu/${menuId}`))).toMatchObject({ changed: 1 });
  });

  it('are moved among their siblings and below another directory', async () => {
    const add = async (menuKey: string, parentId: number) =>
      dataOf<{ menuId: number }>(
        await admin('POST', '/system/menu', {
          menuKey,
          menuName: menuKey,
          menuType: 'M',
          parentId,
          path: 'x',
        }),
      ).menuId;
    const [first, second] = [await add('host:m1', 0), await add('host:m2', 0)];
    const inner = await add('host:m3', first);
    const move = (body: object) => admin('PUT', '/system/menu/move', body);
    dataOf(await move({ menuId: second, before: first }));
    const [a, b] = [await byKey('host:m1'), await byKey('host:m2')];
    expect(Number(b['orderNum'])).toBeLessThan(Number(a['orderNum']));
    dataOf(await move({ menuId: inner, parentId: second }));
    expect((await byKey('host:m3'))['parentId']).toBe(second);
    expect((await move({ menuId: inner, before: first })).body.error).toBe('MENU_PLACE_UNKNOWN');
    expect((await move({ menuId: second, parentId: inner })).body.error).toBe('MENU_PARENT_INVALID');
    await admin('DELETE', `/system/menu/${first},${second},${inner}`);
  });

  it('an application menu changes its order, not its parent', async () => {
    await menus.sync('hello', helloMenus());
    const [item, root] = [await byKey('hello:item'), await byKey('hello:root')];
    const move = (body: object) => admin('PUT', '/system/menu/move', body);
    expect((await move({ menuId: item.menuId, parentId: 0 })).body.error).toBe('MENU_PROTECTED');
    const { menuId: market } = await byKey('host:market');
    expect((await move({ menuId: root.menuId, before: market })).status).toBe(200);
    await menus.sync('hello', helloMenus());
    expect(Number((await byKey('hello:root'))['orderNum'])).toBeLessThan(
      Number((await byKey('host:market'))['orderNum']),
    );
  });

  it('are previewed as a role sees them', async () => {
    const { menuId } = await byKey('host:users');
    const role = { roleName: 'Preview', roleKey: 'preview', menuIds: [menuId] };
    const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
    const nodes = dataOf<RouterNode[]>(await admin('GET', `/system/role/${roleId}/menus`));
    expect(nodes.map(({ name, children }) => [name, children?.map((child) => child.name)])).toEqual([
      ['People', ['Users']],
    ]);
    const { rows = [] } = (await admin('GET', '/system/role/list?roleKey=admin')).body;
    const all = dataOf<RouterNode[]>(await admin('GET', `/system/role/${String(rows[0]?.['roleId'])}/menus`));
    expect(all.map(({ menuKey }) => menuKey)).toContain('host:market');
    expect((await admin('GET', '/system/role/12/menus')).status).toBe(404);
  });

  it('cannot form a cycle, be below a button, or be removed with children', async () => {
    const { menuId: systemId } = await byKey('host:system');
    const { menuId: usersId } = await byKey('host:users');
    const { menuId: buttonId } = await byKey('host:system:user:add');
    const circle = await admin('PUT', '/system/menu', { menuId: systemId, parentId: usersId });
    expect(circle.body).toMatchObject({ code: 400, error: 'MENU_PARENT_INVALID' });
    const below = await admin('PUT', '/system/menu', { menuId: usersId, parentId: buttonId });
    expect(below.body.error).toBe('MENU_PARENT_INVALID');
    expect((await admin('DELETE', `/system/menu/${systemId}`)).body.error).toBe('MENU_HAS_CHILDREN');
  });

  it('cannot carry a wildcard permission or the key of an application', async () => {
    const menu = { menuKey: 'host:evil', menuName: 'E', menuType: 'F', perms: '*:*:*' };
    expect((await admin('POST', '/system/menu', menu)).body.error).toBe('VALIDATION_FAILED');
    const { menuId } = dataOf<{ menuId: number }>(
      await admin('POST', '/system/menu', { ...menu, perms: 'host:x' }),
    );
    const wider = await admin('PUT', '/system/menu', { menuId, perms: 'host:*' });
    expect(wider.body.error).toBe('MENU_PERMISSION_INVALID');
    const foreign = { menuKey: 'hello:x', menuName: 'E', menuType: 'F' };
    expect((await admin('POST', '/system/menu', foreign)).body.error).toBe('VALIDATION_FAILED');
  });
});

describe('findings: interface 11: the place of a hidden page', () => {
  it('distinguishes a missing right, a disabled application and an unknown path, over REST', async () => {
    const page = await byKey('host:tasks');
    const role = { roleName: 'Place', roleKey: 'place', menuIds: [page.menuId] };
    const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
    const user = { userName: 'pia', nickName: 'P', password: PASSWORD, roleIds: [roleId] };
    await admin('POST', '/system/user', user);
    const pia = await host.login('pia', PASSWORD);
    await menus.sync('hello', helloMenus());
    const place = async (client: Client, path: string) =>
      dataOf(await client('GET', `/system/menu/place?path=${encodeURIComponent(path)}`));
    expect(await place(pia, '/system/users')).toEqual({ state: 'forbidden' });
    expect(await place(pia, '/hello/items')).toEqual({ state: 'forbidden' });
    expect(await place(pia, '/apps/tasks')).toEqual({ state: 'none' });
    expect(await place(admin, '/hello/items')).toEqual({ state: 'none' });
    enabled.set('000000', new Set());
    disabled.set('000000', new Set(['hello']));
    for (const client of [pia, admin]) {
      expect(await place(client, '/hello/items')).toEqual({
        state: 'disabled',
        appCode: 'hello',
        name: 'Hello',
      });
    }
    disabled.set('000000', new Set());
    expect(await place(admin, '/hello/items')).toEqual({ state: 'none' });
    enabled.set('000000', new Set(['hello']));
  });
});
