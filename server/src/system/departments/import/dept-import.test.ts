import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IDS } from '../../../data/index.ts';
import { dataOf, type Client, type TestHost } from '../../testing/host.ts';
import { startTwoTenants } from '../../testing/two-tenants.ts';

const PASSWORD = 'seven-blue-kites';

interface Answered {
  total: number;
  findings: Array<{ line: number; column: string | null; code: string; value: string }>;
}

let host: TestHost;
let admin: Client;
let boss: Client;
beforeAll(async () => {
  ({ host, admin, boss } = await startTwoTenants());
  const sales = await addDept('Sales');
  for (const parentId of [sales, 0, 0]) await addDept('North', parentId);
  await addUser('ann');
});
afterAll(() => host.stop());

const addDept = async (deptName: string, parentId = 0): Promise<number> =>
  dataOf<{ deptId: number }>(await admin('POST', '/system/dept', { deptName, parentId })).deptId;
const addUser = async (userName: string, more: object = {}): Promise<void> => {
  const user = { userName, nickName: userName, password: PASSWORD, ...more };
  dataOf(await admin('POST', '/system/user', user));
};
const post = (csv: string, apply: boolean, client = admin) =>
  client('POST', '/system/dept/import', { csv, apply });
const send = async (lines: readonly string[], apply = false, client = admin): Promise<Answered> =>
  dataOf<Answered>(await post(lines.join('\n'), apply, client));
const codes = async (lines: readonly string[], client = admin) =>
  (await send(lines, true, client)).findings.map(({ line, column, code, value }) => [
    ...[line, column, code, value],
  ]);
/** Paths in display order, with what else a line can say. */
const stored = async (client = admin) => {
  const rows = (await client('GET', '/system/dept/list')).body.rows ?? [];
  const pathOf = (id: unknown): string => {
    const row = rows.find(({ deptId }) => deptId === id);
    return row ? `${pathOf(row['parentId'])}/${String(row['deptName'])}` : '';
  };
  return rows.map((row) => [pathOf(row['deptId']), row['headName'], row['status'], row['remark']]);
};
const below = async (path: string) => (await stored()).filter(([each]) => String(each).startsWith(path));

describe('design 12: an import of departments', () => {
  it('says what is wrong in each line, and adds none while anything is', async () => {
    const before = await stored();
    const long = 'x'.repeat(51);
    const lines = [
      'department,head,enabled,remark',
      'Support,ann,yes,Answers',
      ',,,',
      ',nobody,perhaps,' + 'y'.repeat(501),
      `Support/${long},,,`,
      'Support//Night,,,',
      'Sales / North,,,',
      'Support,,,',
      'Law/Patents,,,',
      'North/Harbour,,,',
    ];
    expect(await send(lines, true)).toMatchObject({ total: 8 });
    expect(await codes(lines)).toEqual([
      [4, 'department', 'NAME_INVALID', ''],
      [4, 'head', 'USER_UNKNOWN', 'nobody'],
      [4, 'enabled', 'YES_NO_INVALID', 'perhaps'],
      [4, 'remark', 'REMARK_TOO_LONG', 'y'.repeat(501)],
      [5, 'department', 'NAME_INVALID', `Support/${long}`],
      [6, 'department', 'NAME_INVALID', 'Support//Night'],
      [7, 'department', 'DEPT_TAKEN', 'Sales / North'],
      [8, 'department', 'DEPT_TWICE', 'Support'],
      [9, 'department', 'DEPT_PARENT_UNKNOWN', 'Law'],
      [10, 'department', 'DEPT_AMBIGUOUS', 'North'],
    ]);
    expect(await stored()).toEqual(before);
  });

  it('refuses unknown columns, a missing one and long files', async () => {
    expect((await send(['head,Shoe size', 'ann,42'])).findings).toEqual([
      { line: 1, column: null, code: 'COLUMN_UNKNOWN', value: 'Shoe size' },
      { line: 1, column: 'department', code: 'COLUMN_MISSING', value: 'department' },
    ]);
    const many = ['department', ...Array.from({ length: 1_001 }, (_, at) => `D${at}`)].join('\n');
    expect((await post(many, true)).body.error).toBe('IMPORT_TOO_LONG');
  });

  it('adds all lines, also a parent after what is below it, once they are checked', async () => {
    const lines = [
      'Department;HEAD;enabled;remark',
      'Sales/South/Coast;;;',
      'Sales/South;Ann;no;Sun',
      'Plant/Hall 1;;;',
      'Plant/Hall 0;;1;',
      'Plant;;;',
      'Sales/East;;;',
    ];
    const before = await stored();
    expect(await send(lines)).toEqual({ total: 6, findings: [] });
    expect(await stored()).toEqual(before);
    expect(await send(lines, true)).toEqual({ total: 6, findings: [] });
    expect(await below('/Sales/')).toEqual([
      ['/Sales/North', null, 1, null],
      ['/Sales/South', 'ann', 0, 'Sun'],
      ['/Sales/East', null, 1, null],
      ['/Sales/South/Coast', null, 1, null],
    ]);
    expect((await below('/Plant')).map(([path]) => path)).toEqual([
      '/Plant',
      '/Plant/Hall 1',
      '/Plant/Hall 0',
    ]);
    expect((await codes(lines)).map(([, , code]) => code)).toEqual(Array(6).fill('DEPT_TAKEN'));
  });

  it('adds as many as a file may have, more than one insert takes', async () => {
    const lines = Array.from({ length: 999 }, (_, at) => `Wide/${at}`);
    expect(await send(['department', ...lines, 'Wide'], true)).toEqual({ total: 1000, findings: [] });
    expect((await below('/Wide/')).map(([path]) => path)).toEqual(lines.map((path) => `/${path}`));
  });

  it('adds none where the database refuses one of them', async () => {
    const before = await stored();
    let made = 0;
    // The last identifier, in the second insert, is that of the first line again.
    const ids = vi.spyOn(host.services.use(IDS), 'next').mockImplementation(() => 7_000 + (made++ % 149));
    const lines = Array.from({ length: 150 }, (_, at) => `Twin ${at}`);
    const answer = await post(['department', ...lines].join('\n'), true);
    ids.mockRestore();
    expect([answer.status, made > 149]).toEqual([500, true]);
    expect(await stored()).toEqual(before);
  });

  it('finds a stored department whose name has a stroke', async () => {
    await addDept('R/D');
    expect(await codes(['department', 'R/D', 'R/D/Lab'])).toEqual([[2, 'department', 'DEPT_TAKEN', 'R/D']]);
    expect(await send(['department', 'R/D/Lab'], true)).toEqual({ total: 1, findings: [] });
    expect((await below('/R/D')).map(([path]) => path)).toEqual(['/R/D', '/R/D/Lab']);
  });

  it('neither sees nor changes what another tenant has', async () => {
    const before = await stored();
    expect(await codes(['department,head', 'Sales/West,', 'Law,ann'], boss)).toEqual([
      [2, 'department', 'DEPT_PARENT_UNKNOWN', 'Sales'],
      [3, 'head', 'USER_UNKNOWN', 'ann'],
    ]);
    expect(await send(['department,head', 'Sales,boss'], true, boss)).toEqual({ total: 1, findings: [] });
    expect(await stored(boss)).toMatchObject([['/Sales', 'Administrator', 1, null]]);
    expect(await stored()).toEqual(before);
  });
});

describe('design 12.1-5: an import of departments by somebody who does not see all', () => {
  let keeper: Client;
  const become = async (userName: string, keys: string[], dataScope: string): Promise<Client> => {
    const { rows = [] } = (await admin('GET', '/system/menu/list')).body;
    const menuIds = rows.filter((row) => keys.includes(String(row['menuKey']))).map((row) => row['menuId']);
    const role = { roleName: userName, roleKey: userName, dataScope, menuIds };
    const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
    await addUser(userName, { roleIds: [roleId] });
    return host.login(userName, PASSWORD);
  };
  beforeAll(async () => {
    keeper = await become('keeper', ['host:departments', 'host:system:dept:add'], 'own');
  });

  it('needs the permission to add one', async () => {
    const reader = await become('reader', ['host:departments'], 'all');
    expect((await post('department\nLaw', false, reader)).status).toBe(403);
    expect((await post('department\nLaw', false, host.anonymous)).status).toBe(401);
  });

  it('takes as heads only those whom they see, and adds below every department, as the form does', async () => {
    expect(await codes(['department,head', 'Law,ann'], keeper)).toEqual([[2, 'head', 'USER_UNKNOWN', 'ann']]);
    expect(await send(['department,head', 'Sales/Law,keeper'], true, keeper)).toEqual({
      total: 1,
      findings: [],
    });
    expect(await below('/Sales/Law')).toEqual([['/Sales/Law', 'keeper', 1, null]]);
  });

  it('is in the operation log', async () => {
    const { rows = [] } = (await admin('GET', '/system/operLog/list?pageSize=100')).body;
    expect(JSON.stringify(rows)).toContain('Import departments');
  });
});
