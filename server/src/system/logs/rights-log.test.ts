import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
});
afterAll(() => host.stop());

const menusOf = async (...perms: string[]): Promise<number[]> => {
  const { rows } = await host.services
    .use(DATABASE)
    .raw<{ menu_id: number }>(
      `select menu_id from sys_menu where perms in (${perms.map((each) => `'${each}'`).join(',')})`,
    );
  return rows.map((row) => row.menu_id);
};
const entries = async () => {
  const { rows = [] } = (await admin('GET', '/system/operLog/list?title=Rights%20changed')).body;
  return rows.map((row) => ({
    title: row['title'],
    by: row['userName'],
    ...(JSON.parse(String(row['params'])) as object),
  }));
};

it('design 11.7: who changed whose rights, from what to what, is in the operation log', async () => {
  const dict = await menusOf('system:dict:list');
  const role = { roleName: 'Clerk', roleKey: 'clerk', menuIds: dict };
  const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
  const user = { userName: 'clerk', nickName: 'Clerk', password: 'seven-blue-kites', roleIds: [roleId] };
  const { userId } = dataOf<{ userId: number }>(await admin('POST', '/system/user', user));
  const both = await menusOf('system:dict:list', 'system:notice:list');
  await admin('PUT', '/system/role', { roleId, menuIds: both });
  await admin('PUT', '/system/role', { roleId, menuIds: both });
  await admin('PUT', '/system/user', { userId, roleIds: [] });
  expect(await entries()).toMatchObject([
    {
      title: 'Rights changed: roles of a user',
      by: 'admin',
      subject: 'clerk',
      removed: ['clerk'],
      after: [],
    },
    {
      title: 'Rights changed: permissions of a role',
      subject: 'clerk',
      before: ['system:dict:list'],
      added: ['system:notice:list'],
    },
    { title: 'Rights changed: roles of a user', subject: 'clerk', added: ['clerk'], before: [] },
    { title: 'Rights changed: permissions of a role', added: ['system:dict:list'], removed: [] },
  ]);
});

it('a change that is refused leaves no entry', async () => {
  const before = (await entries()).length;
  const user = { userName: 'other', nickName: 'Other', password: 'seven-blue-kites', roleIds: [1] };
  expect((await admin('POST', '/system/user', user)).status).toBe(400);
  expect(await entries()).toHaveLength(before);
});
