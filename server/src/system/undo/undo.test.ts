import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE, IDS } from '../../data/index.ts';
import { requestContext, type LoginUser } from '../../kernel/index.ts';
import { BOSS_PASSWORD, startTwoTenants } from '../testing/two-tenants.ts';
import { dataOf, type Client, type TestHost } from '../testing/host.ts';
import { UNDO_KINDS, type UndoKindName } from './kinds.ts';
import { Removals } from './removals.ts';

const PASSWORD = 'seven-blue-kites';

interface Removed {
  readonly changed: number;
  readonly undo?: { readonly undoId: number; readonly seconds: number };
}

/** Kinds that people add; a notice of the message center comes by itself. */
type AddedKind = Exclude<UndoKindName, 'message'>;

/** How a record of each kind is added and listed. */
const kinds: Readonly<Record<AddedKind, { path: string; id: string; added: object }>> = {
  user: { path: '/system/user', id: 'userId', added: { userName: 'ada', nickName: 'A', password: PASSWORD } },
  role: { path: '/system/role', id: 'roleId', added: { roleName: 'a', roleKey: 'alpha' } },
  menu: {
    path: '/system/menu',
    id: 'menuId',
    added: { menuName: 'a', menuKey: 'host:a', menuType: 'C', perms: 'a:b:c' },
  },
  department: { path: '/system/dept', id: 'deptId', added: { deptName: 'a' } },
  post: { path: '/system/post', id: 'postId', added: { postName: 'a', postCode: 'a' } },
  dictionary: { path: '/system/dict/type', id: 'dictId', added: { dictName: 'a', dictType: 'alpha' } },
  entry: {
    path: '/system/dict/data',
    id: 'dictCode',
    added: { dictType: 'sys_enabled', dictLabel: 'a', dictValue: 'a', isDefault: true },
  },
  setting: { path: '/system/config', id: 'configId', added: { configKey: 'x.y', configValue: 'a' } },
  notice: { path: '/system/notice', id: 'noticeId', added: { title: 'a', noticeType: 'notice' } },
  storage: {
    path: '/system/ossConfig',
    id: 'ossConfigId',
    added: { configKey: 'disk', storageType: 'local', secretKey: 's3cret' },
  },
};

let host: TestHost;
let admin: Client;
let boss: Client;
beforeAll(async () => {
  ({ host, admin, boss } = await startTwoTenants());
});
afterAll(() => host.stop());

const rowsOf = (table: keyof typeof allTables) =>
  requestContext.runAs('000000', () =>
    host.services.use(DATABASE).query.selectFrom(table).selectAll().execute(),
  );
const allTables = Object.fromEntries(
  Object.values(UNDO_KINDS).flatMap(({ rows }) => rows.map(({ table }) => [table, true])),
) as Record<(typeof UNDO_KINDS)[UndoKindName]['rows'][number]['table'], true>;

const add = async (kind: AddedKind, more: object = {}): Promise<string> => {
  const { path, id, added } = kinds[kind];
  const answer = dataOf<Record<string, number>>(await admin('POST', path, { ...added, ...more }));
  return `${path}/${answer[id]}`;
};
const remove = async (address: string, client = admin): Promise<number> => {
  const { undo } = dataOf<Removed>(await client('DELETE', address));
  return undo?.undoId ?? 0;
};
const undo = (undoId: number, client = admin) => client('POST', `/system/undo/${undoId}`);
const errorOf = async (undoId: number, client = admin) => (await undo(undoId, client)).body.error;

describe('design 12.1-3, 16-27: the removal of a single record', () => {
  it.each(Object.keys(kinds) as AddedKind[])(
    'is undone with all rows that belong to it: %s',
    async (kind) => {
      const address = await add(kind);
      const stored = () => Promise.all(UNDO_KINDS[kind].rows.map(({ table }) => rowsOf(table)));
      const before = await stored();
      const answer = dataOf<Removed>(await admin('DELETE', address));
      expect(answer).toMatchObject({ changed: 1, undo: { seconds: 10 } });
      expect(await stored()).not.toEqual(before);
      dataOf(await undo(answer.undo?.undoId ?? 0));
      expect(await stored()).toEqual(before);
      dataOf(await admin('DELETE', address));
    },
  );

  it('is undone once, within ten seconds, and then forgotten', async () => {
    const address = await add('post');
    const first = await remove(address);
    dataOf(await undo(first));
    expect(await errorOf(first)).toBe('UNDO_EXPIRED');
    const second = await remove(address);
    host.clock.advance(9_900);
    dataOf(await undo(second));
    const third = await remove(address);
    host.clock.advance(13_000);
    expect(await errorOf(third)).toBe('UNDO_EXPIRED');
    expect((await admin('GET', '/system/post/list?postName=a')).body.rows).toEqual([]);
    const { services, clock } = host;
    const database = services.use(DATABASE);
    await new Removals({ database, ids: services.use(IDS), clock }).prune();
    const kept = await requestContext.runIgnoringTenant(() =>
      database.query.selectFrom('sys_undo').selectAll().execute(),
    );
    expect(kept).toEqual([]);
  });

  it('is undone by the person and in the tenant alone', async () => {
    const user = { userName: 'kim', nickName: 'K', password: PASSWORD };
    const roles = (await admin('GET', '/system/role/list?roleKey=admin')).body.rows ?? [];
    dataOf(await admin('POST', '/system/user', { ...user, roleIds: [roles[0]?.['roleId']] }));
    const kim = await host.login('kim', PASSWORD);
    const undoId = await remove(await add('post'));
    expect([await errorOf(undoId, kim), await errorOf(undoId, boss)]).toEqual([
      'UNDO_EXPIRED',
      'UNDO_EXPIRED',
    ]);
    dataOf(await undo(undoId));
    const [post] = (await admin('GET', '/system/post/list?postName=a')).body.rows ?? [];
    dataOf(await admin('DELETE', `/system/post/${String(post?.['postId'])}`));
  });

  it('is not undone by somebody who may not remove any more', async () => {
    const menus = (await admin('GET', '/system/menu/list')).body.rows ?? [];
    const menuIds = menus
      .filter((menu) => ['system:post:remove', 'system:post:add'].includes(String(menu['perms'])))
      .map((menu) => Number(menu['menuId']));
    const role = { roleName: 'Posts', roleKey: 'posts', menuIds };
    const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
    const user = { userName: 'pat', nickName: 'P', password: PASSWORD, roleIds: [roleId] };
    dataOf(await admin('POST', '/system/user', user));
    const pat = await host.login('pat', PASSWORD);
    const undoId = await remove(await add('post'), pat);
    dataOf(await admin('PUT', '/system/role', { roleId, menuIds: [] }));
    expect(await errorOf(undoId, pat)).toBe('FORBIDDEN');
  });

  it('is refused where its key is taken, and where what it belongs to is gone', async () => {
    const post = await remove(await add('post', { postCode: 'taken' }));
    dataOf(await admin('POST', '/system/post', { postName: 'b', postCode: 'taken' }));
    expect(await errorOf(post)).toBe('UNDO_CONFLICT');

    const parent = await add('department', { deptName: 'Parent' });
    const parentId = Number(parent.split('/').at(-1));
    const child = await remove(await add('department', { deptName: 'Child', parentId }));
    const parentUndo = await remove(parent);
    expect(await errorOf(child)).toBe('UNDO_CONFLICT');
    // In the right order both come back.
    dataOf(await undo(parentUndo));
    dataOf(await undo(child));
  });

  it('gives no undo where nothing was removed, as of what belongs to others', async () => {
    const { services, clock } = host;
    const removals = new Removals({ database: services.use(DATABASE), ids: services.use(IDS), clock });
    const actor = { userId: 1, tenantId: '000000' } as LoginUser;
    const removal = { kind: 'post', permission: 'login', ids: [1] } as const;
    const run = (changed: number) =>
      requestContext.runAs('000000', () => removals.run(actor, removal, async () => changed));
    expect(await run(0)).toEqual({ changed: 0 });
    expect(await run(1)).toMatchObject({ changed: 1, undo: { seconds: 10 } });
  });

  it('gives no undo for several at once', async () => {
    const ids = [await add('post', { postCode: 'x' }), await add('post', { postCode: 'y' })];
    const [first, second] = ids.map((address) => address.split('/').at(-1));
    expect(dataOf(await admin('DELETE', `/system/post/${first},${second}`))).toEqual({ changed: 2 });
  });

  it('brings a user back with roles and password, and leaves sessions ended', async () => {
    const roles = (await admin('GET', '/system/role/list?roleKey=posts')).body.rows ?? [];
    const roleIds = [Number(roles[0]?.['roleId'])];
    const address = await add('user', { userName: 'bob', roleIds });
    const bob = await host.login('bob', PASSWORD);
    dataOf(await undo(await remove(address)));
    expect(dataOf(await admin('GET', address))).toMatchObject({
      userName: 'bob',
      roles: [{ roleKey: 'posts' }],
    });
    expect((await bob('GET', '/auth/sessions')).status).toBe(401);
    await host.login('bob', PASSWORD);
    const { rows = [] } = (await admin('GET', '/system/rightsLog/list?pageSize=3')).body;
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'user-roles', subject: 'bob', added: ['posts'] }),
    );
  });

  it('does not bring a user back beyond the limit of the tenant', async () => {
    const user = { userName: 'one', nickName: 'O', password: PASSWORD };
    const { userId } = dataOf<{ userId: number }>(await boss('POST', '/system/user', user));
    const undoId = await remove(`/system/user/${userId}`, boss);
    dataOf(await admin('PUT', '/system/tenant', { tenantId: 'acme', maxUsers: 1 }));
    expect(await errorOf(undoId, boss)).toBe('TENANT_USER_LIMIT');
    dataOf(await admin('PUT', '/system/tenant', { tenantId: 'acme', maxUsers: null }));
    dataOf(await undo(undoId, boss));
    await host.login('one', PASSWORD, 'acme');
    await host.login('boss', BOSS_PASSWORD, 'acme');
  });

  it('brings a menu back to the roles that had it, whose sessions follow at once', async () => {
    const address = await add('menu', { menuKey: 'host:back', perms: 'system:dict:list' });
    const menuIds = [Number(address.split('/').at(-1))];
    const role = { roleName: 'Back', roleKey: 'back', menuIds };
    const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
    const user = { userName: 'bea', nickName: 'B', password: PASSWORD, roleIds: [roleId] };
    dataOf(await admin('POST', '/system/user', user));
    const bea = await host.login('bea', PASSWORD);
    const status = async () => (await bea('GET', '/system/dict/type/list')).status;
    expect(await status()).toBe(200);
    const undoId = await remove(address);
    expect(await status()).toBe(403);
    dataOf(await undo(undoId));
    expect(await status()).toBe(200);
  });
});
