import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

const PASSWORD = 'seven-blue-kites';

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
});
afterAll(() => host.stop());

const addDept = async (deptName: string, parentId = 0): Promise<number> =>
  dataOf<{ deptId: number }>(await admin('POST', '/system/dept', { deptName, parentId })).deptId;
const tree = async () =>
  ((await admin('GET', '/system/dept/list')).body.rows ?? []).map((row) => [
    row['deptName'],
    row['parentId'],
    row['users'],
  ]);
const addUser = async (userName: string, more: object = {}): Promise<number> => {
  const user = { userName, nickName: userName, password: PASSWORD, ...more };
  return dataOf<{ userId: number }>(await admin('POST', '/system/user', user)).userId;
};
const menuIds = async (...keys: string[]): Promise<number[]> =>
  ((await admin('GET', '/system/menu/list')).body.rows ?? [])
    .filter((row) => keys.includes(String(row['menuKey'])))
    .map((row) => Number(row['menuId']));

describe('departments', () => {
  it('form a tree, in an order, with a head', async () => {
    const sales = await addDept('Sales');
    const north = await addDept('North', sales);
    const south = await addDept('South', sales);
    const move = (body: object) => admin('PUT', '/system/dept/move', body);
    dataOf(await move({ deptId: south, before: north }));
    expect(await tree()).toEqual([
      ['Sales', 0, 0],
      ['South', sales, 0],
      ['North', sales, 0],
    ]);
    expect((await move({ deptId: sales, parentId: north })).body.error).toBe('DEPT_PARENT_INVALID');
    expect((await move({ deptId: north, before: sales })).body.error).toBe('DEPT_PLACE_UNKNOWN');
    const headUserId = await addUser('head', { deptId: north });
    dataOf(await admin('PUT', '/system/dept', { deptId: north, headUserId }));
    const rows = (await admin('GET', '/system/dept/list')).body.rows ?? [];
    expect(rows.find((row) => row['deptId'] === north)).toMatchObject({ headName: 'head', users: 1 });
    expect((await admin('PUT', '/system/dept', { deptId: north, headUserId: 5 })).body.error).toBe(
      'USER_UNKNOWN',
    );
    const remove = async (ids: string) => (await admin('DELETE', `/system/dept/${ids}`)).body.error;
    expect([await remove(`${sales}`), await remove(`${north}`)]).toEqual([
      'DEPT_NOT_EMPTY',
      'DEPT_NOT_EMPTY',
    ]);
    dataOf(await admin('DELETE', `/system/user/${headUserId}`));
    expect(await remove(`${sales},${north},${south}`)).toBeUndefined();
    expect(await tree()).toEqual([]);
  });
});

describe('posts', () => {
  it('are given to users, and not removed while somebody has them', async () => {
    const { postId } = dataOf<{ postId: number }>(
      await admin('POST', '/system/post', { postCode: 'dev', postName: 'Developer' }),
    );
    const again = { postCode: 'dev', postName: 'Another' };
    expect((await admin('POST', '/system/post', again)).body.error).toBe('POST_CODE_TAKEN');
    const userId = await addUser('dora', { postIds: [postId] });
    expect(dataOf(await admin('GET', `/system/user/${userId}`))).toMatchObject({ postIds: [postId] });
    expect((await admin('GET', '/system/post/list')).body.rows).toMatchObject([
      { postName: 'Developer', users: 1 },
    ]);
    expect((await admin('DELETE', `/system/post/${postId}`)).body.error).toBe('POST_IN_USE');
    expect((await admin('PUT', '/system/user', { userId, postIds: [9] })).body.error).toBe('POST_UNKNOWN');
    dataOf(await admin('PUT', '/system/user', { userId, postIds: [] }));
    dataOf(await admin('PUT', '/system/post', { postId, postName: 'Maker' }));
    dataOf(await admin('DELETE', `/system/post/${postId}`));
  });
});

describe('design 12.1-5: the data scope of roles', () => {
  let depts: Record<'sales' | 'north' | 'law', number>;
  const users: Record<string, number> = {};
  let role = 0;
  const scoped = async (dataScope: string, deptIds: number[] = []): Promise<number> => {
    role += 1;
    const menus = await menuIds(
      ...['host:users', 'host:system:user:add', 'host:system:user:edit', 'host:system:user:query'],
      ...['host:roles', 'host:system:role:edit', 'host:system:dept:edit'],
    );
    const body = { roleName: `R${role}`, roleKey: `scope${role}`, dataScope, deptIds, menuIds: menus };
    return dataOf<{ roleId: number }>(await admin('POST', '/system/role', body)).roleId;
  };
  const seen = async (client: Client): Promise<unknown[]> =>
    ((await client('GET', '/system/user/list?pageSize=100')).body.rows ?? [])
      .map((row) => row['userName'])
      .toSorted();
  const become = async (userName: string, deptId: number | null, roleIds: number[]): Promise<Client> => {
    users[userName] = await addUser(userName, { deptId, roleIds });
    return host.login(userName, PASSWORD);
  };
  beforeAll(async () => {
    const sales = await addDept('Sales');
    depts = { sales, north: await addDept('North', sales), law: await addDept('Law') };
    users['sara'] = await addUser('sara', { deptId: depts.sales });
    users['nora'] = await addUser('nora', { deptId: depts.north });
    users['lara'] = await addUser('lara', { deptId: depts.law });
  });

  it('narrows lists to a department, to those below it, and to chosen ones', async () => {
    expect(await seen(await become('one', depts.sales, [await scoped('dept')]))).toEqual(['one', 'sara']);
    const below = await become('two', depts.sales, [await scoped('deptTree')]);
    expect(await seen(below)).toEqual(['nora', 'one', 'sara', 'two']);
    const chosen = await become('three', null, [await scoped('chosen', [depts.law])]);
    expect(await seen(chosen)).toEqual(['lara', 'three']);
  });

  it('adds up several roles, and is everything with one that shows all', async () => {
    const both = [await scoped('chosen', [depts.law]), await scoped('dept')];
    expect(await seen(await become('four', depts.north, both))).toEqual(['four', 'lara', 'nora']);
    const all = await become('five', depts.north, [await scoped('own'), await scoped('all')]);
    expect(await seen(all)).toContain('sara');
  });

  it('keeps people from reading and changing what they do not see, and from widening their reach', async () => {
    const own = await become('six', depts.law, [await scoped('own')]);
    expect(await seen(own)).toEqual(['six']);
    expect((await own('GET', `/system/user/${users['lara']}`)).status).toBe(404);
    expect((await own('PUT', '/system/user', { userId: users['lara'], nickName: 'L' })).status).toBe(404);
    const moved = { userId: users['six'], deptId: depts.sales };
    expect((await own('PUT', '/system/user', moved)).body.error).toBe('DEPT_OUT_OF_REACH');
    expect(dataOf(await own('GET', '/system/dept/choices'))).toEqual([]);
  });

  describe('of an administrator of one department', () => {
    let boss: Client;
    let bossId: number;
    let wide: number;
    const refusal = async (method: 'POST' | 'PUT', path: string, body: object) =>
      (await boss(method, path, body)).body.error;

    beforeAll(async () => {
      boss = await become('boss', depts.sales, [await scoped('dept')]);
      bossId = users['boss'] ?? 0;
      wide = await scoped('all');
    });

    it('is not widened by a role that they give themselves, a colleague, or a new user', async () => {
      const sara = users['sara'] ?? 0;
      const before = await seen(boss);
      for (const roleId of [wide, await scoped('deptTree'), await scoped('chosen', [depts.law])]) {
        for (const userId of [bossId, sara]) {
          const { roles } = dataOf<{ roles: { roleId: number }[] }>(
            await admin('GET', `/system/user/${userId}`),
          );
          const wanted = { userId, roleIds: [...roles.map((held) => held.roleId), roleId] };
          expect(await refusal('PUT', '/system/user', wanted)).toBe('PRIVILEGE_EXCEEDED');
          expect(await refusal('POST', `/system/role/${roleId}/users`, { userIds: [userId] })).toBe(
            'PRIVILEGE_EXCEEDED',
          );
        }
        const added = { userName: 'newcomer', nickName: 'N', password: PASSWORD, roleIds: [roleId] };
        expect(await refusal('POST', '/system/user', { ...added, deptId: depts.sales })).toBe(
          'PRIVILEGE_EXCEEDED',
        );
      }
      expect(await seen(boss)).toEqual(before);
      const same = await scoped('dept');
      dataOf(await boss('POST', `/system/role/${same}/users`, { userIds: [bossId, sara] }));
      dataOf(await boss('PUT', '/system/user', { userId: sara, roleIds: [] }));
    });

    it('is not widened by a role that has users already', async () => {
      const roleId = await scoped('own');
      dataOf(await admin('POST', `/system/role/${roleId}/users`, { userIds: [bossId] }));
      for (const dataScope of ['all', 'deptTree'])
        expect(await refusal('PUT', '/system/role', { roleId, dataScope })).toBe('PRIVILEGE_EXCEEDED');
      dataOf(await boss('PUT', '/system/role', { roleId, dataScope: 'dept' }));
      dataOf(await boss('PUT', '/system/role', { roleId, roleName: 'Renamed', dataScope: 'dept' }));
    });

    it('is not widened by another department that they see, and whose children they do not', async () => {
      const roleIds = [await scoped('deptTree'), await scoped('chosen', [depts.sales])];
      const mover = await become('mover', depts.law, roleIds);
      const moved = { userId: users['mover'], deptId: depts.sales };
      expect((await mover('PUT', '/system/user', moved)).body.error).toBe('PRIVILEGE_EXCEEDED');
    });

    it('is not widened by a department that is moved below theirs', async () => {
      const tree = await become('taker', depts.sales, [await scoped('deptTree')]);
      const moved = { deptId: depts.law, parentId: depts.sales };
      expect((await tree('PUT', '/system/dept', moved)).body.error).toBe('DEPT_OUT_OF_REACH');
      expect((await tree('PUT', '/system/dept/move', moved)).body.error).toBe('DEPT_OUT_OF_REACH');
      dataOf(await tree('PUT', '/system/dept/move', { deptId: depts.north, parentId: 0 }));
      dataOf(await admin('PUT', '/system/dept/move', { deptId: depts.north, parentId: depts.sales }));
    });

    it('is not widened by the account of a colleague who sees more', async () => {
      const userId = await addUser('wanda', { deptId: depts.sales, roleIds: [wide] });
      const password = { password: 'another-blue-kite' };
      expect(await refusal('PUT', `/system/user/${userId}/password`, password)).toBe('PRIVILEGE_EXCEEDED');
      expect(await refusal('PUT', '/system/user', { userId, email: 'mine@acme.example' })).toBe(
        'PRIVILEGE_EXCEEDED',
      );
      dataOf(await admin('DELETE', `/system/user/${userId}`));
    });
  });

  it('is their own for a new role that names none', async () => {
    const added = await admin('POST', '/system/role', { roleName: 'Plain', roleKey: 'plain' });
    const { roleId } = dataOf<{ roleId: number }>(added);
    expect(dataOf(await admin('GET', `/system/role/${roleId}`))).toMatchObject({ dataScope: 'own' });
    dataOf(await admin('DELETE', `/system/role/${roleId}`));
  });

  it('is kept with the role, and filters a list by a department with those below it', async () => {
    const roleId = await scoped('chosen', [depts.law]);
    expect(dataOf(await admin('GET', `/system/role/${roleId}`))).toMatchObject({
      dataScope: 'chosen',
      deptIds: [depts.law],
    });
    const { rows = [] } = (await admin('GET', `/system/user/list?deptId=${depts.sales}&userName=ra`)).body;
    expect(rows.map((row) => [row['userName'], row['deptName']])).toEqual([
      ['sara', 'Sales'],
      ['nora', 'North'],
    ]);
    expect((await admin('PUT', '/system/role', { roleId, deptIds: [7] })).body.error).toBe('DEPT_UNKNOWN');
    dataOf(await admin('DELETE', `/system/role/${roleId}`));
  });
});
