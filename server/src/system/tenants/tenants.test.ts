import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

const PASSWORD = 'seven-blue-kites';

let host: TestHost;
let admin: Client;
let boss: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
  await addTenant('acme');
  boss = await host.login('boss', PASSWORD, 'acme');
});
afterAll(() => host.stop());

const addTenant = (tenantId: string, more: object = {}) =>
  admin('POST', '/system/tenant', {
    tenantId,
    name: tenantId.toUpperCase(),
    adminUserName: 'boss',
    adminPassword: PASSWORD,
    ...more,
  });

describe('tenants', () => {
  it('get an administrator who manages the tenant, but not the platform', async () => {
    const info = dataOf<{ permissions: string[]; tenant: unknown; roles: string[] }>(
      await boss('GET', '/system/user/getInfo'),
    );
    expect(info.tenant).toEqual({ tenantId: 'acme', name: 'ACME' });
    expect(info.roles).toEqual(['admin']);
    expect(info.permissions).toEqual(
      expect.arrayContaining(['system:user:add', 'system:role:edit', 'app:install:add']),
    );
    expect(info.permissions).not.toContain('*:*:*');
    const platform = info.permissions.filter((permission) =>
      /^(app:console|system:tenant|system:ossConfig|system:menu:(add|edit|remove))/.test(permission),
    );
    expect(platform).toEqual([]);
    const added = await boss('POST', '/system/user', {
      userName: 'ann',
      nickName: 'Ann',
      password: PASSWORD,
    });
    expect(added.status).toBe(200);
    await host.login('ann', PASSWORD, 'acme');
    await expect(host.login('ann', PASSWORD)).rejects.toThrow('LOGIN_FAILED');
  });

  it('get a generated password by default', async () => {
    const answer = await addTenant('gen', { adminPassword: undefined });
    const { adminPassword } = dataOf<{ adminPassword: string }>(answer);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await host.login('boss', adminPassword, 'gen');
  });

  it('are refused with an existing name, and with a weak password', async () => {
    expect((await addTenant('acme')).body).toMatchObject({ code: 409, error: 'TENANT_ID_TAKEN' });
    const weak = await addTenant('weak', { adminPassword: '12345678' });
    expect(weak.body).toMatchObject({ error: 'PASSWORD_TOO_WEAK', details: { field: 'adminPassword' } });
    expect((await admin('GET', '/system/tenant/weak')).status).toBe(404);
  });

  it('"return 404 for every record of another tenant, as for a missing one"', async () => {
    const user = dataOf<{ userId: number }>(
      await admin('POST', '/system/user', { userName: 'outsider', nickName: 'O', password: PASSWORD }),
    );
    const role = dataOf<{ roleId: number }>(
      await admin('POST', '/system/role', { roleName: 'Outside', roleKey: 'outside' }),
    );
    const config = dataOf<{ configId: number }>(
      await admin('POST', '/system/config', { configKey: 'outside.x', configValue: '1' }),
    );
    const requests: Array<[string, string, unknown?]> = [
      ['GET', `/system/user/${user.userId}`],
      ['PUT', '/system/user', { userId: user.userId, nickName: 'Mine' }],
      ['PUT', `/system/user/${user.userId}/status`, { status: 0 }],
      ['PUT', `/system/user/${user.userId}/password`, { password: 'mine-now-123' }],
      ['PUT', `/system/user/${user.userId}/unlock`],
      ['DELETE', `/system/user/${user.userId}`],
      ['GET', `/system/role/${role.roleId}`],
      ['PUT', '/system/role', { roleId: role.roleId, roleName: 'Mine' }],
      ['DELETE', `/system/role/${role.roleId}`],
      ['GET', `/system/config/${config.configId}`],
      ['PUT', '/system/config', { configId: config.configId, configValue: '2' }],
      ['DELETE', `/system/config/${config.configId}`],
    ];
    const strip = (answer: { body: object }) => ({ ...answer.body, requestId: '' });
    for (const [method, path, body] of requests) {
      const foreign = await boss(method, path, body);
      expect([path, foreign.status, foreign.body.error]).toEqual([path, 404, 'RECORD_NOT_FOUND']);
      const missing = await boss(
        method,
        path.replace(/\d{6,}/, '4711'),
        JSON.parse(JSON.stringify(body ?? null)?.replace(/\d{6,}/, '4711')) ?? undefined,
      );
      expect(strip(missing)).toEqual(strip(foreign));
    }
    expect((await boss('GET', '/system/user/list?userName=outsider')).body.total).toBe(0);
    expect(dataOf(await admin('GET', `/system/user/${user.userId}`))).toMatchObject({
      nickName: 'O',
      status: 1,
    });
  });

  it('are hidden from and protected against other tenants, as are menus and storages', async () => {
    const refused = [
      await boss('GET', '/system/tenant/list'),
      await boss('GET', '/system/tenant/export'),
      await boss('GET', '/system/tenant/acme'),
      await boss('GET', '/system/tenant/000000/usage'),
      await boss('POST', '/system/tenant', { tenantId: 'mine', name: 'Mine', adminUserName: 'me' }),
      await boss('DELETE', '/system/tenant/gen'),
      await boss('PUT', '/system/tenant', { tenantId: '000000', name: 'Mine' }),
      await boss('POST', '/system/menu', { menuKey: 'host:x', menuName: 'X', menuType: 'M' }),
    ];
    for (const answer of refused) expect(answer.status).toBe(403);
  });

  it('lose their sessions and open paths when they are disabled', async () => {
    await addTenant('gone');
    const user = await host.login('boss', PASSWORD, 'gone');
    const open = () => host.anonymous('GET', '/open/hello/config', undefined, { 'x-tenant-id': 'gone' });
    expect((await open()).status).toBe(200);
    expect((await admin('PUT', '/system/tenant', { tenantId: 'gone', status: 0 })).status).toBe(200);
    expect((await user('GET', '/auth/sessions')).status).toBe(401);
    expect((await open()).body).toMatchObject({ code: 404, error: 'TENANT_UNKNOWN' });
    await expect(host.login('boss', PASSWORD, 'gone')).rejects.toThrow('ACCOUNT_DISABLED');
  });

  it('lose them when they expire', async () => {
    const expireTime = new Date(host.clock.now() + 60_000).toISOString();
    await addTenant('brief', { expireTime });
    const user = await host.login('boss', PASSWORD, 'brief');
    host.clock.advance(61_000);
    await expect(host.login('boss', PASSWORD, 'brief')).rejects.toThrow('ACCOUNT_DISABLED');
    await user('GET', '/auth/sessions');
    await expect.poll(async () => (await user('GET', '/auth/sessions')).status).toBe(401);
  });

  it("cannot change the platform's own tenant", async () => {
    const own = '000000';
    const answers = [
      await admin('PUT', '/system/tenant', { tenantId: own, status: 0 }),
      await admin('PUT', '/system/tenant', { tenantId: own, expireTime: '2020-01-01T00:00:00Z' }),
      await admin('DELETE', `/system/tenant/${own}`),
    ];
    for (const { body } of answers) expect(body).toMatchObject({ code: 409, error: 'TENANT_BUILT_IN' });
    expect((await admin('PUT', '/system/tenant', { tenantId: own, name: 'Renamed' })).status).toBe(200);
  });

  it('are removed with their users', async () => {
    await addTenant('short');
    const user = await host.login('boss', PASSWORD, 'short');
    expect(dataOf(await admin('DELETE', '/system/tenant/short'))).toEqual({ changed: 1 });
    expect((await user('GET', '/auth/sessions')).status).toBe(401);
    await addTenant('short', { adminPassword: 'another-pass-9' });
    await host.login('boss', 'another-pass-9', 'short');
  });

  it('with unknown names are refused on open paths', async () => {
    const answer = await host.anonymous('GET', '/open/hello/config', undefined, { 'x-tenant-id': 'nowhere' });
    expect(answer.body).toMatchObject({ code: 404, error: 'TENANT_UNKNOWN' });
  });
});

describe('limits of a tenant', () => {
  const change = (tenantId: string, limits: object) =>
    admin('PUT', '/system/tenant', { tenantId, ...limits });
  const addUser = (client: Client, userName: string) =>
    client('POST', '/system/user', { userName, nickName: userName, password: PASSWORD });

  it('refuse one user more, also of two that are added at once', async () => {
    await addTenant('small', { maxUsers: 2 });
    const small = await host.login('boss', PASSWORD, 'small');
    const answers = await Promise.all([addUser(small, 'one'), addUser(small, 'two')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await addUser(small, 'three')).body).toMatchObject({
      error: 'TENANT_USER_LIMIT',
      details: { maxUsers: 2 },
    });
    await change('small', { maxUsers: null });
    expect((await addUser(small, 'three')).status).toBe(200);
    expect(dataOf(await admin('GET', '/system/tenant/small/usage'))).toMatchObject({ users: 3, roles: 1 });
  });

  it('are looked at without a change of the tenant, which somebody may be editing', async () => {
    await addTenant('edited', { maxUsers: 5 });
    const { updateTime } = dataOf(await admin('GET', '/system/tenant/edited')) as { updateTime: string };
    const edited = await host.login('boss', PASSWORD, 'edited');
    host.clock.advance(1_000);
    expect((await addUser(edited, 'one')).status).toBe(200);
    expect((await change('edited', { name: 'Edited', updateTime })).status).toBe(200);
  });

  it('refuse files beyond the storage, and store nothing of them', async () => {
    const { rows = [] } = (await admin('GET', '/system/ossConfig/list')).body;
    const local = rows.find((row) => row['configKey'] === 'local')?.['ossConfigId'];
    dataOf(await admin('PUT', `/system/ossConfig/${String(local)}/status`, { status: 1 }));
    await addTenant('tight', { maxStorage: 10 });
    const tight = await host.login('boss', PASSWORD, 'tight');
    const upload = async (text: string) => {
      const form = new FormData();
      form.set('file', new Blob([text], { type: 'text/plain' }), 'note.txt');
      return (await tight('POST', '/resource/oss/upload', form)).body.error;
    };
    expect(await upload('12345678')).toBeUndefined();
    expect(await upload('123')).toBe('TENANT_STORAGE_LIMIT');
    expect(dataOf(await admin('GET', '/system/tenant/tight/usage'))).toMatchObject({ storage: 8 });
  });

  it('take pages from its roles at once, and refuse to grant them', async () => {
    await addTenant('plain');
    const plain = await host.login('boss', PASSWORD, 'plain');
    const pagesOf = async () => JSON.stringify((await plain('GET', '/system/menu/getRouters')).body.data);
    expect(await pagesOf()).toContain('host:scheduler');
    const { rows = [] } = (await plain('GET', '/system/menu/grantable')).body;
    const scheduler = rows.find((row) => row['menuKey'] === 'host:scheduler')?.['menuId'];
    dataOf(await change('plain', { excludedMenus: ['host:scheduler'] }));
    expect(await pagesOf()).not.toContain('host:scheduler');
    const info = dataOf<{ permissions: string[] }>(await plain('GET', '/system/user/getInfo'));
    expect(info.permissions.filter((permission) => permission.startsWith('scheduler:'))).toEqual([]);
    const role = { roleName: 'Timer', roleKey: 'timer', menuIds: [scheduler] };
    expect((await plain('POST', '/system/role', role)).body.code).toBe(403);
    expect(dataOf(await admin('GET', '/system/tenant/plain'))).toMatchObject({
      excludedMenus: ['host:scheduler'],
    });
  });

  it("are none for the platform's own tenant", async () => {
    const answer = await change('000000', { maxUsers: 5 });
    expect(answer.body.error).toBe('TENANT_BUILT_IN');
    expect((await change('000000', { name: 'Own', maxUsers: null, excludedMenus: [] })).status).toBe(200);
  });
});
