import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, type Client, type TestHost } from '../testing/host.ts';
import { startTwoTenants } from '../testing/two-tenants.ts';

const PASSWORD = 'seven-blue-kites';

let host: TestHost;
let admin: Client;
let boss: Client;
beforeAll(async () => {
  ({ host, admin, boss } = await startTwoTenants());
});
afterAll(() => host.stop());

async function addRole(roleKey: string, permissions: readonly string[] = [], client = admin) {
  const menus = (await admin('GET', '/system/menu/list')).body.rows ?? [];
  const menuIds = menus
    .filter((menu) => permissions.includes(String(menu['perms'])))
    .map((menu) => menu['menuId']);
  const role = { roleName: roleKey, roleKey, menuIds, dataScope: 'all' };
  return dataOf<{ roleId: number }>(await client('POST', '/system/role', role)).roleId;
}

async function addUser(userName: string, roleIds: readonly number[] = [], client = admin) {
  const user = { userName, nickName: `Dr. ${userName}`, password: PASSWORD, roleIds };
  return dataOf<{ userId: number }>(await client('POST', '/system/user', user)).userId;
}

const usersOf = (roleId: number) => `/system/role/${roleId}/users`;
const give = (roleId: number, userIds: readonly unknown[], client = admin) =>
  client('POST', usersOf(roleId), { userIds });
const take = (roleId: number, userIds: readonly unknown[], client = admin) =>
  client('DELETE', `${usersOf(roleId)}/${userIds.join(',')}`);
const names = async (roleId: number, query = '', client = admin) =>
  ((await client('GET', `${usersOf(roleId)}${query}`)).body.rows ?? []).map((row) => row['userName']);

async function adminRole() {
  const answer = await admin('GET', '/system/role/list?roleKey=admin');
  return Number(answer.body.rows?.[0]?.['roleId']);
}
async function adminUser() {
  const answer = await admin('GET', '/system/user/list?userName=admin');
  return Number(answer.body.rows?.[0]?.['userId']);
}

it('design 12.1-2: roles are found by a part of either name, and named by their ids or keys', async () => {
  const [one, two] = [await addRole('finder-one'), await addRole('finder-two')];
  const keys = async (query: string, client = admin) =>
    ((await client('GET', `/system/role/list?${query}`)).body.rows ?? []).map((row) => row['roleKey']);
  expect(await keys('name=INDER-o')).toEqual(['finder-one']);
  expect(await keys(`roleIds=${two},${one},5`)).toEqual(['finder-one', 'finder-two']);
  expect(await keys('roleKeys=finder-two,nothing')).toEqual(['finder-two']);
  expect(await keys(`roleIds=${one}`, boss)).toEqual([]);
  expect((await admin('GET', '/system/role/list?roleIds=x')).status).toBe(400);
});

describe('the users of a role', () => {
  it('are added and removed several at once, and counted where that is a change', async () => {
    const roleId = await addRole('crew');
    const [ann, ben, cid] = [
      await addUser('crew-ann', [roleId]),
      await addUser('crew-ben'),
      await addUser('crew-cid'),
    ];
    expect(dataOf(await give(roleId, [ann, ben, cid]))).toEqual({ changed: 2 });
    expect(await names(roleId)).toEqual(['crew-ann', 'crew-ben', 'crew-cid']);
    expect(dataOf(await take(roleId, [ann, ben]))).toEqual({ changed: 2 });
    expect(dataOf(await take(roleId, [ann, cid]))).toEqual({ changed: 1 });
    expect(dataOf(await give(roleId, []))).toEqual({ changed: 0 });
    expect(await names(roleId)).toEqual([]);
  });

  it('are paged, searched by either name, and told from those without the role', async () => {
    const roleId = await addRole('paged');
    const userIds = [await addUser('pag-one'), await addUser('pag-two'), await addUser('pag-three')];
    await give(roleId, userIds.slice(0, 2));
    const page = await admin('GET', `${usersOf(roleId)}?pageNum=2&pageSize=1`);
    expect(page.body).toMatchObject({ total: 2, rows: [{ userName: 'pag-two', roles: [{ roleId }] }] });
    expect(await names(roleId, '?name=dr.%20PAG-o')).toEqual(['pag-one']);
    expect(await names(roleId, '?name=two')).toEqual(['pag-two']);
    expect((await admin('GET', `${usersOf(roleId)}?orderByColumn=salt`)).body.error).toBe(
      'ORDER_COLUMN_UNKNOWN',
    );
    const others = await admin('GET', `/system/user/list?name=pag-&withoutRoleId=${roleId}`);
    expect(others.body.rows?.map((row) => row['userName'])).toEqual(['pag-three']);
  });

  it('have their new rights with the next request of a live session', async () => {
    const roleId = await addRole('lister', ['system:user:list']);
    const userId = await addUser('live');
    const live = await host.login('live', PASSWORD);
    expect((await live('GET', '/system/user/list')).status).toBe(403);
    await give(roleId, [userId]);
    expect((await live('GET', '/system/user/list')).status).toBe(200);
    await take(roleId, [userId]);
    expect((await live('GET', '/system/user/list')).status).toBe(403);
  });

  it('are recorded in the log of rights, each with roles before and after', async () => {
    const [old, added] = [await addRole('zz-old'), await addRole('aa-new')];
    const userId = await addUser('logged', [old]);
    await give(added, [userId]);
    await give(added, [userId]);
    await take(added, [userId]);
    const rows = (await admin('GET', '/system/rightsLog/list?subject=logged&kind=user-roles')).body.rows;
    expect(rows).toMatchObject([
      { added: [], removed: ['aa-new'] },
      { added: ['aa-new'], removed: [] },
      { added: ['zz-old'], removed: [] },
    ]);
    const detail = await admin('GET', `/system/rightsLog/${Number(rows?.[1]?.['entryId'])}`);
    expect(dataOf(detail)).toMatchObject({ before: ['zz-old'], after: ['zz-old', 'aa-new'] });
    const operations = (await admin('GET', '/system/operLog/list')).body.rows ?? [];
    expect(operations.map((row) => row['title'])).toEqual(
      expect.arrayContaining(['Give users a role', 'Take a role from users']),
    );
  });

  it('count as changed, so that a form that was open takes no role away unseen', async () => {
    const roleId = await addRole('meanwhile');
    const userId = await addUser('edited');
    const { updateTime } = dataOf<{ updateTime: string }>(await admin('GET', `/system/user/${userId}`));
    host.clock.advance(1000);
    await give(roleId, [userId]);
    const saved = await admin('PUT', '/system/user', { userId, roleIds: [], updateTime });
    expect(saved.body.error).toBe('CHANGED_MEANWHILE');
    expect(await names(roleId)).toEqual(['edited']);
  });
});

describe('a change of the users of a role', () => {
  it('is refused where it cannot be read, or names too many', async () => {
    const roleId = await addRole('bounded');
    const many = Array.from({ length: 201 }, (_, at) => at + 1);
    for (const userIds of [['x'], [1, 1], [-1], many]) {
      expect((await give(roleId, userIds)).body.error).toBe('VALIDATION_FAILED');
    }
    for (const userIds of [['x'], [-1], many]) {
      expect((await take(roleId, userIds)).body.error).toBe('VALIDATION_FAILED');
    }
    expect((await admin('POST', usersOf(roleId), {})).body.error).toBe('VALIDATION_FAILED');
  });

  it('is refused as a whole where a user or the role does not exist', async () => {
    const roleId = await addRole('whole');
    const userId = await addUser('whole');
    for (const answer of [
      await give(roleId, [userId, 999]),
      await take(roleId, [userId, 999]),
      await give(999, [userId]),
      await take(999, [userId]),
      await give(999, []),
      await admin('GET', usersOf(999)),
    ]) {
      expect(answer.body).toMatchObject({ code: 404, error: 'RECORD_NOT_FOUND' });
    }
    expect(await names(roleId)).toEqual([]);
  });

  it('reaches no role and no user of another tenant', async () => {
    const [ours, theirs] = [await addRole('ours'), await addRole('theirs', [], boss)];
    const [ourUser, theirUser] = [await addUser('our', [ours]), await addUser('their', [theirs], boss)];
    for (const answer of [
      await boss('GET', usersOf(ours)),
      await give(ours, [theirUser], boss),
      await give(theirs, [ourUser], boss),
      await give(ours, [ourUser], boss),
      await take(ours, [ourUser], boss),
      await take(theirs, [ourUser], boss),
      await give(ours, [theirUser]),
    ]) {
      expect(answer.body).toMatchObject({ code: 404, error: 'RECORD_NOT_FOUND' });
    }
    expect(await names(ours)).toEqual(['our']);
    expect(await names(theirs, '', boss)).toEqual(['their']);
  });

  it('needs the right to edit users, and to see them the right to list them', async () => {
    const roleId = await addRole('guarded', ['system:role:list', 'system:role:query', 'system:role:edit']);
    const userId = await addUser('guard', [roleId]);
    const guard = await host.login('guard', PASSWORD);
    for (const answer of [
      await guard('GET', usersOf(roleId)),
      await give(roleId, [userId], guard),
      await take(roleId, [userId], guard),
    ]) {
      expect(answer.body).toMatchObject({ code: 403, error: 'FORBIDDEN' });
    }
  });

  it('gives and takes no right that the caller does not have', async () => {
    const manager = await addRole('chief', ['system:user:list', 'system:user:edit']);
    const weak = await addRole('weak', ['system:user:list']);
    const strong = await addRole('strong', ['system:config:edit']);
    const [chiefId, plain] = [await addUser('chief', [manager]), await addUser('plain')];
    const mighty = await addUser('mighty', [strong]);
    const chief = await host.login('chief', PASSWORD);
    for (const answer of [
      await give(strong, [chiefId], chief),
      await give(strong, [plain], chief),
      await take(strong, [mighty], chief),
      await give(weak, [plain, mighty], chief),
      await give(await adminRole(), [chiefId], chief),
      await take(await adminRole(), [await adminUser()], chief),
    ]) {
      expect(answer.body).toMatchObject({ code: 403, error: 'PRIVILEGE_EXCEEDED' });
    }
    expect(await names(weak)).toEqual([]);
    expect(dataOf(await give(weak, [plain], chief))).toEqual({ changed: 1 });
  });

  it('reaches only the users that the data scope of the caller shows', async () => {
    const roleId = await addRole('narrow', ['system:user:list', 'system:user:edit']);
    await admin('PUT', '/system/role', { roleId, dataScope: 'own' });
    const [, other] = [await addUser('narrow', [roleId]), await addUser('out-of-reach', [roleId])];
    const narrow = await host.login('narrow', PASSWORD);
    expect(await names(roleId, '', narrow)).toEqual(['narrow']);
    expect((await take(roleId, [other], narrow)).body.error).toBe('RECORD_NOT_FOUND');
  });

  it('leaves the platform a super administrator', async () => {
    const roleId = await adminRole();
    const second = await addUser('second');
    expect((await take(roleId, [await adminUser()])).body.error).toBe('LAST_SUPER_ADMIN');
    expect(dataOf(await give(roleId, [second]))).toEqual({ changed: 1 });
    expect((await take(roleId, [await adminUser(), second])).body.error).toBe('LAST_SUPER_ADMIN');
    expect(dataOf(await take(roleId, [second]))).toEqual({ changed: 1 });
    expect(await names(roleId)).toEqual(['admin']);
  });
});
