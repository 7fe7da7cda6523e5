import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { MENUS } from '../menus/application-menus.ts';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

const PASSWORD = 'seven-blue-kites';
const LOG = '/system/rightsLog';

let host: TestHost;
let admin: Client;
let count = 0;
/** The newest entry before each test. */
let last = 0;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
});
afterAll(() => host.stop());
beforeEach(async () => {
  count += 1;
  last = Number((await rows(''))[0]?.['entryId'] ?? 0);
});

const rows = async (query: string, client = admin) =>
  (await client('GET', `${LOG}/list?pageSize=100&${query}`)).body.rows ?? [];
/** Entries that this test has caused, oldest first. */
const entries = async (query = '', client = admin) =>
  (await rows(query, client))
    .filter((row) => Number(row['entryId']) > last)
    .toReversed()
    .map(({ kind, subject, added, removed, ...row }) => ({
      entry: `${String(kind)} ${String(subject)} +${String(added)} -${String(removed)}`,
      ...row,
    }));
const changes = async (query?: string, client?: Client) =>
  (await entries(query, client)).map(({ entry }) => entry);

async function menusOf(...perms: string[]): Promise<number[]> {
  const { rows: menus } = await host.services
    .use(DATABASE)
    .raw<{ menu_id: number }>(
      `select menu_id from sys_menu where perms in (${perms.map((each) => `'${each}'`).join(',')})`,
    );
  return menus.map((row) => row.menu_id);
}

const addRole = async (roleKey: string, ...perms: string[]): Promise<number> => {
  const menuIds = perms.length === 0 ? [] : await menusOf(...perms);
  const role = { roleName: roleKey, roleKey, menuIds };
  return dataOf<{ roleId: number }>(await admin('POST', '/system/role', role)).roleId;
};
const addUser = async (userName: string, ...roleIds: number[]): Promise<number> => {
  const user = { userName, nickName: userName, password: PASSWORD, roleIds };
  return dataOf<{ userId: number }>(await admin('POST', '/system/user', user)).userId;
};
const addTenant = (tenantId: string) =>
  admin('POST', '/system/tenant', {
    tenantId,
    name: tenantId,
    adminUserName: 'boss',
    adminPassword: PASSWORD,
  });
const ok = async (...request: Parameters<Client>) => {
  const answer = await admin(...request);
  expect([request[0], request[1], answer.status, answer.body.error]).toEqual([
    request[0],
    request[1],
    200,
    undefined,
  ]);
};

it('design 11.7: who changed whose rights, from what to what', async () => {
  const roleId = await addRole('clerk', 'system:dict:list');
  const userId = await addUser('clerk', roleId);
  const both = await menusOf('system:dict:list', 'system:notice:list');
  await ok('PUT', '/system/role', { roleId, menuIds: both });
  await ok('PUT', '/system/role', { roleId, menuIds: both });
  await ok('PUT', '/system/user', { userId, roleIds: [] });
  expect(await changes()).toEqual([
    'role-state clerk +enabled -',
    'role-data clerk +own -',
    'role-permissions clerk +system:dict:list -',
    'user-state clerk +enabled -',
    'user-roles clerk +clerk -',
    'role-permissions clerk +system:notice:list -',
    'user-roles clerk + -clerk',
  ]);
  const [, , , , , entry] = await entries();
  expect(entry).toMatchObject({
    userName: 'admin',
    userTenant: '000000',
    ip: expect.stringContaining('127.0.0.1') as string,
    appCode: null,
    cause: null,
    requestId: expect.any(String) as string,
  });
  const detail = await admin('GET', `${LOG}/${Number((entry as { entryId?: unknown }).entryId)}`);
  expect(dataOf(detail)).toMatchObject({
    before: ['system:dict:list'],
    after: ['system:dict:list', 'system:notice:list'],
    added: ['system:notice:list'],
    removed: [],
  });
});

it('design 12.1-5: whose data a role shows', async () => {
  const roleId = await addRole('reaching');
  const deptIds = await Promise.all(
    ['West', 'East'].map(async (deptName) =>
      Number(dataOf<{ deptId: number }>(await admin('POST', '/system/dept', { deptName })).deptId),
    ),
  );
  last = Number((await rows(''))[0]?.['entryId']);
  await ok('PUT', '/system/role', { roleId, dataScope: 'dept' });
  await ok('PUT', '/system/role', { roleId, dataScope: 'dept', roleName: 'Renamed' });
  await ok('PUT', '/system/role', { roleId, dataScope: 'chosen', deptIds });
  await ok('PUT', '/system/role', { roleId, deptIds: deptIds.slice(0, 1) });
  await ok('POST', '/system/role', { roleName: 'New', roleKey: 'scoped', dataScope: 'dept' });
  expect(await changes()).toEqual([
    'role-data reaching +dept -own',
    'role-data reaching +chosen,department East,department West -dept',
    'role-data reaching + -department East',
    'role-state scoped +enabled -',
    'role-data scoped +dept -',
  ]);
});

it('is searched by time', async () => {
  await addRole('timed');
  const [{ createTime } = {}] = await rows('');
  const [begin, after] = [0, 1].map((ms) => new Date(Date.parse(String(createTime)) + ms).toISOString());
  expect((await rows(`beginTime=${begin}`))[0]).toMatchObject({ subject: 'timed' });
  expect(await rows(`beginTime=${after}`)).toEqual([]);
  expect((await rows(`endTime=${begin}`)).length).toBe((await rows('')).length);
  expect((await rows('beginTime=yesterday')).length).toBe(0);
});

it('a change that is refused leaves no entry', async () => {
  const user = { userName: 'other', nickName: 'Other', password: PASSWORD, roleIds: [1] };
  expect((await admin('POST', '/system/user', user)).status).toBe(400);
  expect(
    (await admin('PUT', '/system/role', { roleId: await addRole('refused'), menuIds: [1] })).status,
  ).toBe(400);
  expect(await changes()).toEqual(['role-state refused +enabled -', 'role-data refused +own -']);
});

it('users: disabled, enabled, locked, unlocked, credentials, removed', async () => {
  const roleId = await addRole('passing');
  const userId = await addUser('ann', roleId);
  last = Number((await rows(''))[0]?.['entryId']);
  await ok('PUT', `/system/user/${userId}/status`, { status: 0 });
  await ok('PUT', `/system/user/${userId}/status`, { status: 1 });
  await ok('PUT', `/system/user/${userId}/lock`);
  await ok('PUT', `/system/user/${userId}/lock`);
  await ok('PUT', `/system/user/${userId}/unlock`);
  await ok('PUT', `/system/user/${userId}/password`, { password: 'nine-green-boats' });
  await ok('DELETE', `/system/user/${userId}`);
  expect(await changes()).toEqual([
    'user-state ann +disabled -enabled',
    'user-state ann +enabled -disabled',
    'user-state ann +locked -',
    'user-state ann + -locked',
    'user-credentials ann +password -',
    'user-roles ann + -passing',
    'user-state ann +removed -enabled',
  ]);
  expect((await admin('GET', `${LOG}/list`)).text).not.toContain('nine-green-boats');
});

it('roles: disabled, removed with what they permitted', async () => {
  const roleId = await addRole('short', 'system:dict:list');
  last = Number((await rows(''))[0]?.['entryId']);
  await ok('PUT', '/system/role', { roleId, status: 0 });
  await ok('DELETE', `/system/role/${roleId}`);
  expect(await changes()).toEqual([
    'role-state short +disabled -enabled',
    'role-permissions short + -system:dict:list',
    'role-state short +removed -disabled',
  ]);
});

it('menus: a permission that is changed, disabled or removed, with the roles that lose it', async () => {
  const menu = {
    menuKey: `host:own${count}`,
    menuName: 'Own',
    menuType: 'C',
    path: 'own',
    perms: 'own:a:list',
  };
  const { menuId } = dataOf<{ menuId: number }>(await admin('POST', '/system/menu', menu));
  const roleId = await addRole('owner');
  await ok('PUT', '/system/role', { roleId, menuIds: [menuId] });
  last = Number((await rows(''))[0]?.['entryId']);
  await ok('PUT', '/system/menu', { menuId, perms: 'own:b:list' });
  await ok('PUT', '/system/menu', { menuId, menuName: 'Renamed' });
  await ok('PUT', '/system/menu', { menuId, status: 0 });
  await ok('PUT', '/system/menu', { menuId, status: 1 });
  await ok('DELETE', `/system/menu/${menuId}`);
  const key = menu.menuKey;
  expect(await changes()).toEqual([
    'role-permissions owner +own:b:list -own:a:list',
    `menu-permission ${key} +own:b:list -own:a:list`,
    'role-permissions owner + -own:b:list',
    `menu-permission ${key} + -own:b:list`,
    'role-permissions owner +own:b:list -',
    `menu-permission ${key} +own:b:list -`,
    'role-permissions owner + -own:b:list',
    `menu-permission ${key} + -own:b:list`,
  ]);
});

it('tenants: added, disabled, limited and removed, in the log of the platform', async () => {
  await ok('POST', '/system/tenant', {
    tenantId: 'brief',
    name: 'B',
    adminUserName: 'boss',
    adminPassword: PASSWORD,
  });
  await ok('PUT', '/system/tenant', { tenantId: 'brief', status: 0 });
  await ok('PUT', '/system/tenant', { tenantId: 'brief', expireTime: '2030-01-01T00:00:00.000Z' });
  await ok('DELETE', '/system/tenant/brief');
  expect(await changes()).toEqual([
    'tenant-state brief +enabled -',
    'tenant-state brief +disabled -enabled',
    'tenant-state brief +until 2030-01-01T00:00:00.000Z -',
    'tenant-state brief +removed -disabled,until 2030-01-01T00:00:00.000Z',
  ]);
});

it("applications: what each tenant's roles gain by an installation, lose by an upgrade and a removal", async () => {
  await addTenant('acme');
  const boss = await host.login('boss', PASSWORD, 'acme');
  const menus = host.services.use(MENUS);
  const page = (perms: string) => [
    {
      key: 'shop:list',
      type: 'C' as const,
      name: 'Shop',
      path: 'shop',
      component: 'remote:shop/list',
      perms,
    },
  ];
  const as = <T>(tenantId: string, work: () => Promise<T>) => requestContext.runAs(tenantId, work);
  await menus.sync('shop', page('shop:item:list'));
  await menus.grantToAdmin('shop', 'acme');
  await menus.grantToAdmin('shop', 'acme');
  await menus.sync('shop', page('shop:item:list'));
  await as('acme', () => menus.sync('shop', page('shop:item:query')));
  await menus.revoke('shop', 'acme');
  await menus.grantToAdmin('shop', 'acme');
  await menus.remove('shop', { buttons: true });
  const own = await entries('appCode=shop', boss);
  expect(own.map(({ entry }) => entry)).toEqual([
    'role-permissions admin +shop:item:list -',
    'role-permissions admin +shop:item:query -shop:item:list',
    'role-permissions admin + -shop:item:query',
    'role-permissions admin +shop:item:query -',
    'role-permissions admin + -shop:item:query',
  ]);
  expect(await changes('appCode=shop')).toEqual([]);
});

it('is filtered by kind, subject, user, right and time, and exported', async () => {
  const roleId = await addRole('filtered', 'system:dict:list');
  await addUser('filtered', roleId);
  expect(await changes('kind=user-roles')).toEqual(['user-roles filtered +filtered -']);
  expect(await changes('right=system:dict:list')).toEqual(['role-permissions filtered +system:dict:list -']);
  expect(await changes('right=dict')).toEqual([]);
  expect(await changes('subject=FILTER&kind=user-state')).toEqual(['user-state filtered +enabled -']);
  expect(await changes('userName=nobody')).toEqual([]);
  expect(await changes('endTime=2020-01-01T00:00:00Z')).toEqual([]);
  expect((await admin('GET', `${LOG}/list?kind=other`)).status).toBe(400);
  const file = await admin('GET', `${LOG}/export?kind=user-roles&subject=filtered`);
  expect(file.text).toContain('user-roles,filtered,filtered,');
  expect(file.headers.get('content-disposition')).toContain('rights.csv');
});

it('stays when the operation log is emptied, and no route removes an entry', async () => {
  const roleId = await addRole('keeper', 'system:operLog:remove', 'system:operLog:list');
  await addUser('keeper', roleId);
  const keeper = await host.login('keeper', PASSWORD);
  const before = await rows('');
  expect((await keeper('DELETE', '/system/operLog/clean')).status).toBe(200);
  expect(await rows('')).toEqual(before);
  expect((await keeper('GET', `${LOG}/list`)).status).toBe(403);
  for (const path of ['clean', String(before[0]?.['entryId'])]) {
    for (const method of ['DELETE', 'PUT', 'POST']) {
      const { status } = await admin(method, `${LOG}/${path}`);
      // 405 where an entry can be read.
      expect([404, 405], `${method} ${path}`).toContain(status);
    }
  }
});

it("shows no other tenant's entries", async () => {
  await addTenant('rival');
  const boss = await host.login('boss', PASSWORD, 'rival');
  const [mine] = await rows('');
  expect((await boss('GET', `${LOG}/${Number(mine?.['entryId'])}`)).status).toBe(404);
  expect((await changes('', boss)).sort()).toEqual(
    [
      'role-state admin +enabled -',
      'user-roles boss +admin -',
      'user-state boss +enabled -',
      expect.stringContaining('role-permissions admin +'),
    ].sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  );
});
