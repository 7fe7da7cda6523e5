import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Passwords } from '../../auth/passwords.ts';
import { dataOf, startTestHost, type Client, type TestHost } from '../../testing/host.ts';

interface Answered {
  total: number;
  findings: Array<{ line: number; column: string | null; code: string; value: string }>;
  users: Array<{ userName: string; password: string }>;
}

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
  const { deptId } = dataOf<{ deptId: number }>(await admin('POST', '/system/dept', { deptName: 'Sales' }));
  for (const parentId of [deptId, 0]) await admin('POST', '/system/dept', { deptName: 'North', parentId });
  await admin('POST', '/system/post', { postCode: 'dev', postName: 'Developer' });
  await admin('POST', '/system/role', { roleName: 'Reader', roleKey: 'reader' });
});
afterAll(() => host.stop());

const send = async (csv: string, apply = false): Promise<Answered> =>
  dataOf<Answered>(await admin('POST', '/system/user/import', { csv, apply }));
const count = async (): Promise<number> => (await admin('GET', '/system/user/list')).body.total ?? 0;

describe('an import of users', () => {
  it('design 12.1-7: says what is wrong in each line, and adds nobody while anything is', async () => {
    const before = await count();
    const csv = [
      'userName,nickName,email,department,posts,roles',
      'ann,Ann,ann@example.com,Sales / North,dev,reader',
      'a b,,not an address,Nowhere,chef,boss',
      'ann,Again,,North,,',
      'admin,Admin,,,,',
    ].join('\n');
    const { total, findings, users } = await send(csv, true);
    expect([total, users, await count()]).toEqual([4, [], before]);
    expect(findings.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, 'userName', 'USER_NAME_INVALID'],
      [3, 'nickName', 'NAME_INVALID'],
      [3, 'email', 'EMAIL_INVALID'],
      [3, 'department', 'DEPT_UNKNOWN'],
      [3, 'posts', 'POST_UNKNOWN'],
      [3, 'roles', 'ROLE_UNKNOWN'],
      [4, 'userName', 'USER_NAME_TWICE'],
      [4, 'department', 'DEPT_AMBIGUOUS'],
      [5, 'userName', 'USER_NAME_TAKEN'],
    ]);
  });

  it('names columns that it does not know, and those that it misses', async () => {
    const { findings } = await send('userName;Shoe size\nann;42');
    expect(findings).toEqual([
      { line: 1, column: null, code: 'COLUMN_UNKNOWN', value: 'Shoe size' },
      { line: 1, column: 'nickName', code: 'COLUMN_MISSING', value: 'nickName' },
    ]);
    const many = ['userName,nickName', ...Array.from({ length: 501 }, (_, at) => `user${at},U`)].join('\n');
    const answer = await admin('POST', '/system/user/import', { csv: many });
    expect(answer.body.error).toBe('IMPORT_TOO_LONG');
  });

  it('adds everybody with a password of their own', async () => {
    const csv =
      'userName,nickName,department,posts,roles\nDora,Dora,Sales / North,dev,reader\nemil,Emil,,,\n';
    expect(await send(csv)).toEqual({ total: 2, findings: [], users: [] });
    const { users } = await send(csv, true);
    expect(users.map(({ userName }) => userName)).toEqual(['dora', 'emil']);
    const [dora] = users;
    const client = await host.login('dora', dora?.password ?? '');
    expect((await client('GET', '/system/user/getInfo')).status).toBe(200);
    const { rows = [] } = (await admin('GET', '/system/user/list?userName=dora')).body;
    expect(rows).toMatchObject([{ deptName: 'North', roles: [{ roleKey: 'reader' }] }]);
    expect((await send(csv)).findings.map(({ code }) => code)).toEqual([
      'USER_NAME_TAKEN',
      'USER_NAME_TAKEN',
    ]);
  });

  it('keeps the order of the file, however long each password takes', async () => {
    const slow = vi.spyOn(Passwords.prototype, 'choose').mockImplementationOnce(async () => {
      await setTimeout(30);
      return { password: 'seven-blue-kites', hash: 'none', changedAt: null };
    });
    const names = ['row1', 'row2', 'row3'];
    await send(['userName,nickName', ...names.map((name) => `${name},Row`)].join('\n'), true);
    slow.mockRestore();
    const { rows = [] } = (await admin('GET', '/system/user/list?userName=row')).body;
    const added = rows.toSorted((a, b) => Number(a['userId']) - Number(b['userId']));
    expect(added.map(({ userName }) => userName)).toEqual(names);
  });
});

it('design 12.1-7: reads names, Chinese titles, and a path from the top', async () => {
  await admin('POST', '/system/role', { roleName: 'Night shift', roleKey: 'night' });
  for (const roleKey of ['twin1', 'twin2'])
    await admin('POST', '/system/role', { roleName: 'Twin', roleKey });
  const csv = [
    '用户名,姓名,部门,岗位,角色,已启用,备注,最近登录',
    'nina,Nina,/ North,Developer,"Night shift, reader",否,late,2026-01-01',
    'otto,Otto,,,Twin,maybe,,',
  ];
  expect((await send(csv.join('\n'))).findings.map(({ code, value }) => [code, value])).toEqual([
    ['YES_NO_INVALID', 'maybe'],
    ['ROLE_AMBIGUOUS', 'Twin'],
  ]);
  expect((await send(csv.slice(0, 2).join('\n'), true)).users).toHaveLength(1);
  const { rows = [] } = (await admin('GET', '/system/user/list?userName=nina')).body;
  expect(rows).toMatchObject([{ deptName: 'North', status: 0, remark: 'late' }]);
  for (const roleKey of ['night', 'reader'])
    expect(rows[0]?.['roles']).toContainEqual(expect.objectContaining({ roleKey }));
});

it.each([
  ['en-US', 'Sales / North'],
  ['zh-CN', '/North'],
])('design 12.1-7: an export in %s can be imported', async (locale, department) => {
  const name = `back-${locale}`;
  const csv = `userName,nickName,department,posts,roles,enabled,remark\n${name},Back,${department},dev,reader night,no,note\n`;
  expect((await send(csv, true)).users).toHaveLength(1);
  const listed = async () => (await admin('GET', `/system/user/list?userName=${name}`)).body.rows ?? [];
  const [before] = await listed();
  const { text } = await admin('GET', `/system/user/export?userName=${name}&locale=${locale}`);
  await admin('DELETE', `/system/user/${String(before?.['userId'])}`);
  expect(await send(text, true)).toMatchObject({ total: 1, findings: [] });
  const [after] = await listed();
  for (const key of ['nickName', 'deptId', 'postIds', 'status', 'remark'])
    expect(after?.[key]).toEqual(before?.[key]);
  expect(after?.['roles']).toEqual(before?.['roles']);
});

it('the rights of a user are named with the roles that give them', async () => {
  const { rows = [] } = (await admin('GET', '/system/menu/list')).body;
  const idOf = (key: string) => rows.find((row) => row['menuKey'] === key)?.['menuId'];
  const role = async (roleKey: string, keys: string[]) =>
    dataOf<{ roleId: number }>(
      await admin('POST', '/system/role', { roleName: roleKey, roleKey, menuIds: keys.map(idOf) }),
    ).roleId;
  const roleIds = [
    await role('lists', ['host:users']),
    await role('edits', ['host:users', 'host:system:user:edit']),
  ];
  const user = { userName: 'rita', nickName: 'Rita', password: 'seven-blue-kites', roleIds };
  const { userId } = dataOf<{ userId: number }>(await admin('POST', '/system/user', user));
  expect(dataOf(await admin('GET', `/system/user/${userId}/rights`))).toEqual([
    { permission: 'system:user:edit', roles: ['edits'] },
    { permission: 'system:user:list', roles: ['edits', 'lists'] },
  ]);
  expect((await admin('GET', '/system/user/5/rights')).status).toBe(404);
});
