import { UserRegisteredEvent } from '@platform/plugin-sdk/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { EVENTS } from '../../infra/index.ts';
import { ADMIN_PASSWORD, dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

const PASSWORD = 'seven-blue-kites';

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
});
afterAll(() => host.stop());

interface MenuRow {
  menuId: number;
  perms: string | null;
}

/** A role with these permissions of the host. */
async function addRole(roleKey: string, permissions: readonly string[]): Promise<number> {
  const menus = (await admin('GET', '/system/menu/list')).body.rows as unknown as MenuRow[];
  const menuIds = menus.filter((menu) => permissions.includes(menu.perms ?? '')).map((menu) => menu.menuId);
  const role = { roleName: roleKey, roleKey, menuIds, dataScope: 'all' };
  const answer = await admin('POST', '/system/role', role);
  return dataOf<{ roleId: number }>(answer).roleId;
}

async function addUser(userName: string, roleIds: readonly number[] = []): Promise<number> {
  const body = { userName, nickName: userName, password: PASSWORD, roleIds };
  return dataOf<{ userId: number }>(await admin('POST', '/system/user', body)).userId;
}

const adminRoleId = async (): Promise<number> =>
  Number((await admin('GET', '/system/role/list?roleKey=admin')).body.rows?.[0]?.['roleId']);
const adminUserId = async (): Promise<number> =>
  Number((await admin('GET', '/system/user/list?userName=admin')).body.rows?.[0]?.['userId']);

describe('users', () => {
  it('are named in one path, as many as the contract allows', async () => {
    const unknown = Array.from({ length: 200 }, (_none, index) => 9_007_199_254_000_000 + index);
    const answer = await admin('DELETE', `/system/user/${unknown.join(',')}`);
    expect(answer.body.error).toBe('RECORD_NOT_FOUND');
  });

  it('spec: E1: listeners receive a stored new user, but not one that could not be stored', async () => {
    const published: object[] = [];
    const undo = host.services.use(EVENTS).relay((event) => {
      published.push(event);
      return [];
    });
    const userId = await addUser('Hopper');
    const again = { userName: 'hopper', nickName: 'Hopper', password: PASSWORD };
    expect((await admin('POST', '/system/user', again)).body.error).toBe('USER_NAME_TAKEN');
    await undo();
    expect(published).toEqual([
      new UserRegisteredEvent({ userId, userName: 'hopper', tenantId: '000000', source: 'console' }),
    ]);
    expect(published[0]).toBeInstanceOf(UserRegisteredEvent);
  });

  it('are added, found, changed and removed', async () => {
    const roleId = await addRole('clerk', ['system:user:list']);
    const userId = await addUser('Alice', [roleId]);
    const list = await admin('GET', '/system/user/list?userName=ALI&pageSize=5');
    expect(list.body).toMatchObject({ code: 200, total: 1 });
    expect(list.body.rows?.[0]).toMatchObject({
      userId,
      userName: 'alice',
      status: 1,
      roles: [{ roleId, roleKey: 'clerk' }],
    });
    expect(list.text).not.toContain('argon2');
    const change = { userId, nickName: 'Alice B.', email: 'a@example.org', roleIds: [] };
    expect((await admin('PUT', '/system/user', change)).status).toBe(200);
    expect(dataOf(await admin('GET', `/system/user/${userId}`))).toMatchObject({
      nickName: 'Alice B.',
      email: 'a@example.org',
      roles: [],
    });
    expect(dataOf(await admin('DELETE', `/system/user/${userId}`))).toMatchObject({ changed: 1 });
    expect((await admin('GET', `/system/user/${userId}`)).body.error).toBe('RECORD_NOT_FOUND');
  });

  it('are refused with an existing name, a weak password or invalid fields', async () => {
    await addUser('bob');
    const taken = await admin('POST', '/system/user', { userName: 'BOB', nickName: 'B', password: PASSWORD });
    expect(taken.body).toMatchObject({ code: 409, error: 'USER_NAME_TAKEN', details: { field: 'userName' } });
    const weak = await admin('POST', '/system/user', {
      userName: 'bob2',
      nickName: 'B',
      password: 'bob2bob2',
    });
    expect(weak.body).toMatchObject({
      code: 400,
      error: 'PASSWORD_TOO_WEAK',
      details: { field: 'password' },
    });
    const invalid = await admin('POST', '/system/user', { userName: '../x', nickName: '', email: 'no' });
    expect(invalid.body.error).toBe('VALIDATION_FAILED');
    expect(invalid.body.details).toHaveLength(4);
  });

  it('get a generated password by default, shown once', async () => {
    const answer = await admin('POST', '/system/user', { userName: 'carol', nickName: 'Carol' });
    const { password } = dataOf<{ password: string }>(answer);
    await host.login('carol', password);
  });

  it('lose their sessions when they are disabled; only the right password reveals it', async () => {
    const userId = await addUser('dave');
    const dave = await host.login('dave', PASSWORD);
    expect((await admin('PUT', `/system/user/${userId}/status`, { status: 0 })).status).toBe(200);
    expect((await dave('GET', '/auth/sessions')).status).toBe(401);
    const right = await host.anonymous('POST', '/auth/login', { username: 'dave', password: PASSWORD });
    expect(right.body).toMatchObject({ code: 403, error: 'ACCOUNT_DISABLED' });
    const wrong = await host.anonymous('POST', '/auth/login', {
      username: 'dave',
      password: 'no-idea-at-all',
    });
    expect(wrong.body.error).toBe('LOGIN_FAILED');
    // They are over, not asleep.
    await admin('PUT', `/system/user/${userId}/status`, { status: 1 });
    expect((await dave('GET', '/auth/sessions')).status).toBe(401);
  });

  it('lose their sessions and their lock when their password is reset', async () => {
    const userId = await addUser('erin');
    const erin = await host.login('erin', PASSWORD);
    for (let i = 0; i < 5; i += 1) {
      await host.anonymous('POST', '/auth/login', { username: 'erin', password: 'no-idea-at-all' });
    }
    const reset = await admin('PUT', `/system/user/${userId}/password`, {});
    expect((await erin('GET', '/auth/sessions')).status).toBe(401);
    await host.login('erin', dataOf<{ password: string }>(reset).password);
  });

  it('lose their sessions when they are locked, and their former passwords when they are removed', async () => {
    const userId = await addUser('gina');
    const gina = await host.login('gina', PASSWORD);
    expect((await admin('PUT', `/system/user/${userId}/lock`)).status).toBe(200);
    expect((await gina('GET', '/auth/sessions')).status).toBe(401);
    await expect(host.login('gina', PASSWORD)).rejects.toThrow();
    const { query } = host.services.use(DATABASE);
    await query
      .insertInto('sys_password_history')
      .values({ history_id: 1, user_id: userId, password_hash: 'x' })
      .execute();
    const history = () =>
      query.selectFrom('sys_password_history').selectAll().where('user_id', '=', userId).execute();
    expect(await history()).toHaveLength(1);
    expect((await admin('DELETE', `/system/user/${userId}`)).status).toBe(200);
    expect(await history()).toEqual([]);
  });

  it('cannot lock themselves, or reset their own second factor', async () => {
    const own = `/system/user/${await adminUserId()}`;
    expect((await admin('PUT', `${own}/lock`)).body.error).toBe('USER_SELF');
    expect((await admin('DELETE', `${own}/second-factor`)).body.error).toBe('USER_SELF');
  });

  it('are unlocked by an administrator', async () => {
    const userId = await addUser('frank');
    for (let i = 0; i < 5; i += 1) {
      await host.anonymous('POST', '/auth/login', { username: 'frank', password: 'no-idea-at-all' });
    }
    await expect(host.login('frank', PASSWORD)).rejects.toThrow('LOGIN_LOCKED');
    expect((await admin('PUT', `/system/user/${userId}/unlock`)).status).toBe(200);
    await host.login('frank', PASSWORD);
  });

  it('are exported as CSV without hashes', async () => {
    const answer = await admin('GET', '/system/user/export');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toContain('users.csv');
    expect(answer.text).toContain('admin');
    expect(answer.text).not.toContain('argon2');
  });

  it('are found by their identifiers', async () => {
    const ids = [await addUser('kay'), await addUser('lee'), 12_345];
    const { rows = [] } = (await admin('GET', `/system/user/list?userIds=${ids.join(',')}`)).body;
    expect(rows.map(({ userName }) => userName)).toEqual(['kay', 'lee']);
    expect((await admin('GET', '/system/user/list?userIds=kay')).status).toBe(400);
  });

  it('cannot be ordered by an unknown column', async () => {
    const answer = await admin('GET', '/system/user/list?orderByColumn=passwordHash');
    expect(answer.body).toMatchObject({ code: 400, error: 'ORDER_COLUMN_UNKNOWN' });
    expect((await admin('GET', '/system/user/list?orderByColumn=userName&isAsc=desc')).status).toBe(200);
    expect((await admin('GET', '/system/user/list?orderByColumn=constructor')).status).toBe(400);
  });
});

describe('the last super administrator', () => {
  it('cannot be stripped, and users cannot disable or remove themselves', async () => {
    const userId = await adminUserId();
    const stripped = await admin('PUT', '/system/user', { userId, roleIds: [] });
    expect(stripped.body).toMatchObject({ code: 409, error: 'LAST_SUPER_ADMIN' });
    expect((await admin('PUT', `/system/user/${userId}/status`, { status: 0 })).body.error).toBe('USER_SELF');
    expect((await admin('DELETE', `/system/user/${userId}`)).body.error).toBe('USER_SELF');
    expect((await admin('GET', '/system/user/getInfo')).status).toBe(200);
  });

  it('cannot be removed or disabled by another; one of two can', async () => {
    const rootId = await adminUserId();
    const secondId = await addUser('second', [await adminRoleId()]);
    const second = await host.login('second', PASSWORD);
    expect((await second('PUT', `/system/user/${rootId}/status`, { status: 0 })).status).toBe(200);
    expect((await second('PUT', '/system/user', { userId: secondId, roleIds: [] })).body.error).toBe(
      'LAST_SUPER_ADMIN',
    );
    expect((await second('PUT', `/system/user/${rootId}/status`, { status: 1 })).status).toBe(200);
    admin = await host.login('admin', ADMIN_PASSWORD);
    expect((await admin('DELETE', `/system/user/${secondId}`)).status).toBe(200);
  });

  it('keeps its role enabled and present', async () => {
    const roleId = await adminRoleId();
    expect((await admin('PUT', '/system/role', { roleId, status: 0 })).body.error).toBe('ROLE_BUILT_IN');
    expect((await admin('PUT', '/system/role', { roleId, roleKey: 'other' })).body.error).toBe(
      'ROLE_BUILT_IN',
    );
    expect((await admin('DELETE', `/system/role/${roleId}`)).body.error).toBe('ROLE_BUILT_IN');
  });
});

describe('rights', () => {
  it('of a live session follow changes of its roles at once', async () => {
    const roleId = await addRole('reader', ['system:user:list']);
    const userId = await addUser('grace');
    const grace = await host.login('grace', PASSWORD);
    expect((await grace('GET', '/system/user/list')).status).toBe(403);
    await admin('PUT', '/system/user', { userId, roleIds: [roleId] });
    expect((await grace('GET', '/system/user/list')).status).toBe(200);
    await admin('PUT', '/system/role', { roleId, status: 0 });
    expect((await grace('GET', '/system/user/list')).status).toBe(403);
    await admin('PUT', '/system/role', { roleId, status: 1 });
    expect((await grace('GET', '/system/user/list')).status).toBe(200);
    await admin('PUT', '/system/role', { roleId, menuIds: [] });
    expect((await grace('GET', '/system/user/list')).status).toBe(403);
    expect((await admin('DELETE', `/system/role/${roleId}`)).body.error).toBe('ROLE_IN_USE');
  });

  it('beyond the own ones cannot be granted or taken', async () => {
    const managerRole = await addRole('manager', [
      'system:user:list',
      'system:user:query',
      'system:user:add',
      'system:user:edit',
      'system:user:remove',
      'system:role:list',
      'system:role:query',
      'system:role:add',
      'system:role:edit',
    ]);
    const strongRole = await addRole('strong', ['system:config:edit']);
    const strongUser = await addUser('henry', [strongRole]);
    const ownId = await addUser('iris', [managerRole]);
    const iris = await host.login('iris', PASSWORD);
    const refused = [
      await iris('PUT', '/system/user', { userId: ownId, roleIds: [managerRole, strongRole] }),
      await iris('PUT', '/system/user', { userId: ownId, roleIds: [await adminRoleId()] }),
      await iris('POST', '/system/user', { userName: 'puppet', nickName: 'P', roleIds: [strongRole] }),
      await iris('PUT', `/system/user/${strongUser}/password`, { password: 'mine-now-123' }),
      await iris('PUT', `/system/user/${await adminUserId()}/password`, { password: 'mine-now-123' }),
      await iris('DELETE', `/system/user/${await adminUserId()}`),
      await iris('PUT', '/system/role', { roleId: strongRole, roleName: 'x' }),
      await iris('PUT', '/system/role', { roleId: await adminRoleId(), roleName: 'x' }),
    ];
    for (const answer of refused)
      expect(answer.body).toMatchObject({ code: 403, error: 'PRIVILEGE_EXCEEDED' });
    expect((await admin('GET', '/system/user/list?userName=puppet')).body.total).toBe(0);
    const menus = (await admin('GET', '/system/menu/list')).body.rows as unknown as MenuRow[];
    const foreign = menus.filter((menu) => menu.perms === 'system:config:edit').map((menu) => menu.menuId);
    const answer = await iris('POST', '/system/role', { roleName: 'r', roleKey: 'sneaky', menuIds: foreign });
    expect(answer.body.error).toBe('PRIVILEGE_EXCEEDED');
    const grantable = (await iris('GET', '/system/menu/grantable')).body.rows as unknown as MenuRow[];
    expect(grantable.map((menu) => menu.perms)).toContain('system:user:edit');
    expect(grantable.map((menu) => menu.perms)).not.toContain('system:config:edit');
  });

  it('refuse roles and menus that do not exist', async () => {
    const userId = await addUser('judy');
    const unknownRole = await admin('PUT', '/system/user', { userId, roleIds: [999] });
    expect(unknownRole.body).toMatchObject({ code: 400, error: 'ROLE_UNKNOWN' });
    const unknownMenu = await admin('POST', '/system/role', { roleName: 'x', roleKey: 'xx', menuIds: [999] });
    expect(unknownMenu.body).toMatchObject({ code: 400, error: 'MENU_UNKNOWN' });
  });
});

describe('the own profile', () => {
  it('is read and changed', async () => {
    await addUser('kate');
    const kate = await host.login('kate', PASSWORD);
    await kate('PUT', '/system/user/profile', {
      nickName: 'Kate',
      phone: '+49 30 1',
      status: 0,
      roleIds: [1],
    });
    expect(dataOf(await kate('GET', '/system/user/profile'))).toMatchObject({
      nickName: 'Kate',
      phone: '+49 30 1',
      status: 1,
      roles: [],
    });
  });

  it('is refused where an administrator has changed it since it was read', async () => {
    const userId = await addUser('lena');
    const lena = await host.login('lena', PASSWORD);
    const read = async () =>
      dataOf<{ updateTime: string; phone: string }>(await lena('GET', '/system/user/profile'));
    const { updateTime } = await read();
    dataOf(await admin('PUT', '/system/user', { userId, phone: '2', updateTime }));
    const refused = await lena('PUT', '/system/user/profile', { phone: '3', updateTime });
    expect([refused.status, refused.body.error]).toEqual([409, 'CHANGED_MEANWHILE']);
    const now = await read();
    expect(now.phone).toBe('2');
    dataOf(await lena('PUT', '/system/user/profile', { phone: '3', updateTime: now.updateTime }));
    expect((await read()).phone).toBe('3');
  });

  it('gets a new password with the old one, which ends the other sessions', async () => {
    await addUser('liam');
    const [first, second] = [await host.login('liam', PASSWORD), await host.login('liam', PASSWORD)];
    const change = (oldPassword: string, newPassword: string) =>
      first('PUT', '/system/user/profile/password', { oldPassword, newPassword });
    const refusal = async (oldPassword: string, newPassword: string) => {
      const { error, details } = (await change(oldPassword, newPassword)).body;
      return [error, (details as { field?: string } | undefined)?.field];
    };
    expect(await refusal('not-it-at-all', 'new-secret-77')).toEqual(['OLD_PASSWORD_WRONG', 'oldPassword']);
    expect(await refusal(PASSWORD, PASSWORD)).toEqual(['PASSWORD_UNCHANGED', 'newPassword']);
    expect(await refusal(PASSWORD, 'liam-liam-1')).toEqual(['PASSWORD_TOO_WEAK', 'newPassword']);
    expect(dataOf(await change(PASSWORD, 'new-secret-77'))).toEqual({ endedSessions: 1 });
    expect((await first('GET', '/auth/sessions')).status).toBe(200);
    expect((await second('GET', '/auth/sessions')).status).toBe(401);
    await host.login('liam', 'new-secret-77');
  });

  it('locks after wrong guesses of the old password', async () => {
    await addUser('mona');
    const mona = await host.login('mona', PASSWORD);
    const guess = () =>
      mona('PUT', '/system/user/profile/password', {
        oldPassword: 'a-guess-1',
        newPassword: 'new-secret-77',
      });
    for (let i = 0; i < 5; i += 1) expect((await guess()).status).toBe(400);
    const locked = await guess();
    expect(locked.body).toMatchObject({ code: 429, error: 'LOGIN_LOCKED' });
    expect(locked.headers.get('retry-after')).not.toBeNull();
  });
});
