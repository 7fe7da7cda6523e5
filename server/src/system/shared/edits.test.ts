import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

const PASSWORD = 'seven-blue-kites';

/** A kind of record: how one is added, where it is listed, and a field that people edit. */
interface Kind {
  readonly path: string;
  readonly id: string;
  readonly field: string;
  readonly added: object;
}

const kinds: readonly Kind[] = [
  {
    path: '/system/user',
    id: 'userId',
    field: 'nickName',
    added: { userName: 'ada', nickName: 'a', password: PASSWORD },
  },
  { path: '/system/role', id: 'roleId', field: 'roleName', added: { roleName: 'a', roleKey: 'alpha' } },
  {
    path: '/system/tenant',
    id: 'tenantId',
    field: 'name',
    added: { tenantId: 'acme', name: 'a', adminUserName: 'boss', adminPassword: PASSWORD },
  },
  { path: '/system/dept', id: 'deptId', field: 'deptName', added: { deptName: 'a' } },
  { path: '/system/post', id: 'postId', field: 'postName', added: { postName: 'a', postCode: 'a' } },
  {
    path: '/system/menu',
    id: 'menuId',
    field: 'menuName',
    added: { menuName: 'a', menuKey: 'host:a', menuType: 'M' },
  },
  { path: '/system/dict/type', id: 'dictId', field: 'dictName', added: { dictName: 'a', dictType: 'alpha' } },
  {
    path: '/system/dict/data',
    id: 'dictCode',
    field: 'dictLabel',
    added: { dictType: 'alpha', dictLabel: 'a', dictValue: 'a' },
  },
  {
    path: '/system/config',
    id: 'configId',
    field: 'configValue',
    added: { configKey: 'x.y', configValue: 'a' },
  },
  { path: '/system/notice', id: 'noticeId', field: 'title', added: { title: 'a', noticeType: 'notice' } },
  {
    path: '/system/ossConfig',
    id: 'ossConfigId',
    field: 'remark',
    added: { configKey: 'disk', storageType: 'local', remark: 'a' },
  },
];

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
});
afterAll(() => host.stop());

describe('an edit of a record that another person has changed meanwhile', () => {
  it.each(kinds)('is refused with the difference at $path', async ({ path, id, field, added }) => {
    const { [id]: key } = dataOf<Record<string, unknown>>(await admin('POST', path, added));
    const rows = (await admin('GET', `${path}/list?pageSize=500`)).body.rows ?? [];
    const seen = rows.find((row) => row[id] === key)?.['updateTime'];
    expect(seen).toEqual(expect.any(String));

    dataOf(await admin('PUT', path, { [id]: key, [field]: 'theirs', updateTime: seen }));
    const refused = await admin('PUT', path, { [id]: key, [field]: 'mine', updateTime: seen });
    expect([refused.status, refused.body.error]).toEqual([409, 'CHANGED_MEANWHILE']);
    const { record, changedBy, changedAt } = refused.body.details as Record<string, unknown> & {
      record: Record<string, unknown>;
    };
    expect(record[field]).toBe('theirs');
    expect([typeof changedBy, changedAt]).toEqual(['string', record['updateTime']]);

    // With what was read meanwhile it goes through, and without a time as it always did.
    dataOf(await admin('PUT', path, { [id]: key, [field]: 'mine', updateTime: changedAt }));
    dataOf(await admin('PUT', path, { [id]: key, [field]: 'last' }));
  });

  it('is refused also where only grants of a role have changed', async () => {
    const role = { roleName: 'Grants', roleKey: 'grants' };
    const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
    const read = async () =>
      dataOf<{ updateTime: string; menuIds: number[] }>(await admin('GET', `/system/role/${roleId}`));
    const { updateTime } = await read();
    const [menu] = (await admin('GET', '/system/menu/grantable')).body.rows ?? [];
    const menuIds = [Number(menu?.['menuId'])];
    dataOf(await admin('PUT', '/system/role', { roleId, menuIds, updateTime }));
    const refused = await admin('PUT', '/system/role', { roleId, menuIds: [], updateTime });
    expect(refused.body).toMatchObject({ error: 'CHANGED_MEANWHILE', details: { record: { menuIds } } });
    expect((await read()).menuIds).toEqual(menuIds);
  });

  it('lets one of two through that come at the same time', async () => {
    const { deptId } = dataOf<{ deptId: number }>(await admin('POST', '/system/dept', { deptName: 'Race' }));
    const { rows = [] } = (await admin('GET', '/system/dept/list')).body;
    const updateTime = rows.find((row) => row['deptId'] === deptId)?.['updateTime'];
    const save = (deptName: string) => admin('PUT', '/system/dept', { deptId, deptName, updateTime });
    const answers = await Promise.all([save('one'), save('two')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is not found where the record is gone', async () => {
    const updateTime = '2026-01-01T00:00:00.000Z';
    const answer = await admin('PUT', '/system/post', { postId: 12_345, postName: 'x', updateTime });
    expect(answer.body.error).toBe('RECORD_NOT_FOUND');
  });
});
