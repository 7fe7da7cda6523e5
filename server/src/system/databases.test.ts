import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE } from '../data/index.ts';
import { describeHostDatabases } from '../data/testing/databases.ts';
import { requestContext } from '../kernel/index.ts';
import { FIRST_START, MENUS } from './index.ts';
import { ADMIN_PASSWORD, dataOf, startTestHost, type Client, type TestHost } from './testing/host.ts';

const PASSWORD = 'seven-blue-kites';

await describeHostDatabases('the system APIs', (database) => {
  let host: TestHost;
  let admin: Client;
  beforeAll(async () => {
    host = await startTestHost({ args: database.args });
    admin = await host.admin();
  });
  afterAll(() => host.stop());

  const rowsOf = async (path: string) => (await admin('GET', path)).body.rows ?? [];

  it('users: added, searched without regard to case, changed, locked, removed', async () => {
    const added = await admin('POST', '/system/user', {
      userName: 'Zoë1',
      nickName: 'Z',
      password: PASSWORD,
    });
    expect(added.status).toBe(400);
    const user = { userName: 'Zoe', nickName: 'Zoë 100%_', password: PASSWORD };
    const { userId } = dataOf<{ userId: number }>(await admin('POST', '/system/user', user));
    expect(await rowsOf('/system/user/list?nickName=ZO')).toHaveLength(1);
    expect(await rowsOf('/system/user/list?nickName=0%25_')).toHaveLength(1);
    expect(await rowsOf('/system/user/list?nickName=1_0')).toHaveLength(0);
    expect((await admin('POST', '/system/user', user)).body.error).toBe('USER_NAME_TAKEN');
    expect((await admin('PUT', '/system/user', { userId, nickName: 'Zoe' })).status).toBe(200);
    const view = dataOf<Record<string, unknown>>(await admin('GET', `/system/user/${userId}`));
    expect(view).toMatchObject({ nickName: 'Zoe', status: 1, lastLoginTime: null });
    expect(view['createTime']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await host.login('ZOE', PASSWORD);
    expect(
      await rowsOf('/system/user/list?pageSize=1&pageNum=2&orderByColumn=userName&isAsc=asc'),
    ).toMatchObject([{ userName: 'zoe' }]);
    expect(dataOf(await admin('DELETE', `/system/user/${userId}`))).toMatchObject({ changed: 1 });
  });

  it('of two edits of one record at the same time, one is told of the other', async () => {
    const post = { postCode: 'both', postName: 'Both' };
    const { postId } = dataOf<{ postId: number }>(await admin('POST', '/system/post', post));
    const [row] = await rowsOf('/system/post/list?postName=Both');
    const save = (postName: string) =>
      admin('PUT', '/system/post', { postId, postName, updateTime: row?.['updateTime'] });
    const answers = await Promise.all([save('one'), save('two')]);
    const errors = answers.map((answer) => answer.body.error);
    expect(errors.toSorted()).toEqual(['CHANGED_MEANWHILE', undefined]);
    dataOf(await admin('DELETE', `/system/post/${postId}`));
  });

  it('design 16-27: a removed record is put back as it was, by one of two requests', async () => {
    const { query } = host.services.use(DATABASE);
    const role = { roleName: 'Undone', roleKey: 'undone', remark: 'kept' };
    const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
    const menus = await rowsOf('/system/menu/list');
    const menuIds = menus.slice(0, 3).map((menu) => menu['menuId']);
    dataOf(await admin('PUT', '/system/role', { roleId, menuIds }));
    const stored = () =>
      requestContext.runAs('000000', () =>
        Promise.all([
          query.selectFrom('sys_role').where('role_id', '=', roleId).selectAll().execute(),
          query.selectFrom('sys_role_menu').where('role_id', '=', roleId).select('menu_id').execute(),
        ]),
      );
    const before = await stored();
    const { undo } = dataOf<{ undo: { undoId: number } }>(await admin('DELETE', `/system/role/${roleId}`));
    expect(await stored()).toEqual([[], []]);
    const put = () => admin('POST', `/system/undo/${undo.undoId}`);
    const answers = await Promise.all([put(), put()]);
    expect(answers.map(({ body }) => body.error ?? '').toSorted()).toEqual(['', 'UNDO_EXPIRED']);
    expect(await stored()).toEqual(before);
    const again = dataOf<{ undo: { undoId: number } }>(await admin('DELETE', `/system/role/${roleId}`));
    dataOf(await admin('POST', '/system/role', role));
    expect((await admin('POST', `/system/undo/${again.undo.undoId}`)).body.error).toBe('UNDO_CONFLICT');
  });

  it('concurrent creation of one record: one succeeds, the other is refused as existing', async () => {
    const twice = async (path: string, body: object, error: string) => {
      const answers = await Promise.all([admin('POST', path, body), admin('POST', path, body)]);
      expect(answers.map((answer) => answer.body.error).sort()).toEqual([error, undefined]);
    };
    await twice('/system/user', { userName: 'twin', nickName: 'T', password: PASSWORD }, 'USER_NAME_TAKEN');
    await twice('/system/role', { roleName: 'Twin', roleKey: 'twin' }, 'ROLE_KEY_TAKEN');
    await twice('/system/config', { configKey: 'twin.x', configValue: '1' }, 'CONFIG_KEY_TAKEN');
    await twice('/system/dict/type', { dictName: 'Twin', dictType: 'twin' }, 'DICT_TYPE_TAKEN');
    const entry = { dictType: 'twin', dictLabel: 'T', dictValue: 't' };
    await twice('/system/dict/data', entry, 'DICT_VALUE_TAKEN');
    await twice('/system/menu', { menuKey: 'host:twin', menuName: 'T', menuType: 'M' }, 'MENU_KEY_TAKEN');
    await twice('/system/ossConfig', { configKey: 'twin', storageType: 'local' }, 'STORAGE_NAME_TAKEN');
    const tenant = { tenantId: 'twin', name: 'Twin', adminUserName: 'boss', adminPassword: PASSWORD };
    await twice('/system/tenant', tenant, 'TENANT_ID_TAKEN');
    const { roleId } = (await rowsOf('/system/role/list?roleKey=twin'))[0] ?? {};
    expect((await admin('PUT', '/system/role', { roleId, roleKey: 'admin' })).body.error).toBe(
      'ROLE_KEY_TAKEN',
    );
  });

  it('roles: rights of live sessions, privilege, last super administrator', async () => {
    const menus = await rowsOf('/system/menu/list');
    const menuIds = menus
      .filter((menu) => menu['perms'] === 'system:dict:list')
      .map((menu) => menu['menuId']);
    const role = { roleName: 'Dict', roleKey: 'dict', menuIds };
    const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
    const user = { userName: 'dict', nickName: 'D', password: PASSWORD, roleIds: [roleId] };
    await admin('POST', '/system/user', user);
    const client = await host.login('dict', PASSWORD);
    expect((await client('GET', '/system/dict/type/list')).status).toBe(200);
    await admin('PUT', '/system/role', { roleId, menuIds: [] });
    expect((await client('GET', '/system/dict/type/list')).status).toBe(403);
    const [root] = await rowsOf('/system/user/list?userName=admin');
    const stripped = await admin('PUT', '/system/user', { userId: root?.['userId'], roleIds: [] });
    expect(stripped.body.error).toBe('LAST_SUPER_ADMIN');
  });

  it('spec: M3, M4 menus of an application', async () => {
    const menus = host.services.use(MENUS);
    const tree = [
      {
        key: 'hello:root',
        type: 'M',
        name: 'Hello',
        path: 'hello',
        children: [{ key: 'hello:item', type: 'C', name: 'Items', path: 'items', perms: 'hello:item:list' }],
      },
    ] as const;
    const first = await menus.sync('hello', tree);
    const count = (await rowsOf('/system/menu/list')).length;
    const second = await menus.sync('hello', tree);
    expect(second).toEqual({ ...first, added: [] });
    expect(await rowsOf('/system/menu/list')).toHaveLength(count);
    await menus.grantToAdmin('hello', '000000');
    await menus.grantToAdmin('hello', '000000');
    const [item] = await rowsOf('/system/menu/list?appCode=hello&menuName=items');
    const answer = await admin('PUT', '/system/menu', { menuId: item?.['menuId'], path: 'x' });
    expect(answer.body.error).toBe('MENU_PROTECTED');
    expect(await menus.remove('hello', { buttons: true })).toBe(2);
  });

  it('tenants, configuration with fallback, dictionaries, site configuration', async () => {
    const tenant = { tenantId: 'acme', name: 'Acme', adminUserName: 'boss', adminPassword: PASSWORD };
    expect((await admin('POST', '/system/tenant', tenant)).status).toBe(200);
    const boss = await host.login('boss', PASSWORD, 'acme');
    const value = { configKey: 'site.name', configValue: 'Ours', configCategory: 'site' };
    const { configId } = dataOf<{ configId: number }>(await admin('POST', '/system/config', value));
    expect((await boss('GET', `/system/config/${configId}`)).status).toBe(404);
    const site = () => host.anonymous('GET', '/open/site/config', undefined, { 'x-tenant-id': 'acme' });
    expect((await site()).body.data).toMatchObject({ name: 'Ours' });
    await boss('POST', '/system/config', { ...value, configValue: 'Acme' });
    expect((await site()).body.data).toMatchObject({ name: 'Acme' });
    expect(dataOf(await boss('GET', '/system/dict/data/type/sys_enabled'))).toMatchObject([
      { value: '1' },
      { value: '0' },
    ]);
    await admin('PUT', '/system/tenant', { tenantId: 'acme', status: 0 });
    expect((await boss('GET', '/auth/sessions')).status).toBe(401);
    expect(dataOf(await admin('DELETE', '/system/tenant/acme'))).toEqual({ changed: 1 });
  });

  it('files and logs', async () => {
    const [local] = await rowsOf('/system/ossConfig/list?configKey=local');
    await admin('PUT', `/system/ossConfig/${String(local?.['ossConfigId'])}/status`, { status: 1 });
    const form = new FormData();
    form.append('file', new Blob(['content']), 'a.txt');
    const stored = dataOf<{ ossId: number }>(await admin('POST', '/resource/oss/upload', form));
    expect((await admin('GET', `/resource/oss/${stored.ossId}/download`)).text).toBe('content');
    await expect.poll(() => rowsOf('/system/operLog/list?title=upload')).toMatchObject([{ status: 200 }]);
    const since = encodeURIComponent('2020-01-01T00:00:00Z');
    expect((await rowsOf(`/system/loginLog/list?success=true&beginTime=${since}`)).length).toBeGreaterThan(0);
    expect(await rowsOf(`/system/loginLog/list?endTime=${since}`)).toEqual([]);
  });

  it('spec: Init criterion: the marker prevents a second import; without it missing data is restored', async () => {
    const query = () => requestContext.runAs('000000', () => host.services.use(DATABASE).query);
    const keys = async () => {
      // Changes past this host are seen after that time.
      host.clock.advance(10_000);
      return (await rowsOf('/system/menu/list')).map((menu) => menu['menuKey']);
    };
    const restart = async () => {
      const directory = await mkdtemp(join(tmpdir(), 'platform-system-'));
      await cp(join(host.directory, 'config'), join(directory, 'config'), { recursive: true });
      for (const name of ['files', 'upload'])
        await symlink(join(host.directory, name), join(directory, name));
      const again = await startTestHost({ args: database.args, directory });
      const credentials = { username: 'admin', password: ADMIN_PASSWORD };
      expect((await again.anonymous('POST', '/auth/login', credentials)).status).toBe(200);
      expect(again.services.use(FIRST_START).take()).toBeUndefined();
      await again.stop();
      await rm(directory, { recursive: true });
    };
    await query().deleteFrom('sys_menu').where('menu_key', '=', 'host:tasks').execute();
    await restart();
    expect(await keys()).not.toContain('host:tasks');
    const before = (await keys()).length;
    await requestContext.runAs('000000', () =>
      query().deleteFrom('sys_config').where('config_key', '=', 'platform.init.version').execute(),
    );
    await restart();
    expect(await keys()).toContain('host:tasks');
    expect(await keys()).toHaveLength(before + 1);
  });
});
