import { expect, it } from 'vitest';
import { openTestDatabase } from '../../data/testing/open.ts';
import { keepingASuperAdmin } from './super-admins.ts';

const SCRIPT = `
create table sys_user (user_id bigint, status integer);
create table sys_user_role (user_id bigint, role_id bigint);
create table sys_role (role_id bigint, is_super integer, status integer, update_time varchar(30), update_by bigint);
insert into sys_user values (1, 1), (2, 0);
insert into sys_role values (1, 1, 1, null, null), (2, 0, 1, null, null);
insert into sys_user_role values (1, 1), (2, 1), (1, 2);`;

it.each([
  ['the user is disabled', 'update sys_user set status = 0'],
  ['the role is disabled', 'update sys_role set status = 0 where role_id = 1'],
  ['the role is an ordinary one', 'update sys_role set is_super = 0'],
  ['nobody has the role', 'delete from sys_user_role where role_id = 1'],
])('a change is taken back after which %s', async (_why, text) => {
  const database = await openTestDatabase({ type: 'sqlite', file: ':memory:' });
  await database.executeScript(SCRIPT);
  await expect(keepingASuperAdmin(database, () => database.raw(text))).rejects.toMatchObject({
    code: 'LAST_SUPER_ADMIN',
  });
  expect(await keepingASuperAdmin(database, async () => 'kept')).toBe('kept');
  await database.close();
});
