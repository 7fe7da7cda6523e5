import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

interface Answered {
  total: number;
  findings: Array<{ line: number; column: string | null; code: string; value: string }>;
}

let host: TestHost;
let admin: Client;
let stranger: Client;
const PASSWORD = 'seven-blue-kites';
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
  const tenant = { tenantId: 'acme', name: 'Acme', adminUserName: 'boss', adminPassword: PASSWORD };
  dataOf(await admin('POST', '/system/tenant', tenant));
  stranger = await host.login('boss', PASSWORD, 'acme');
  dataOf(await admin('POST', '/system/user', { userName: 'ada', nickName: 'Ada', password: PASSWORD }));
  const { deptId } = dataOf<{ deptId: number }>(await admin('POST', '/system/dept', { deptName: 'Sales' }));
  await admin('POST', '/system/dept', { deptName: 'North', parentId: deptId });
  for (const deptName of ['Twin', 'Twin']) await admin('POST', '/system/dept', { deptName });
});
afterAll(() => host.stop());

const send = (csv: string, apply = false, client = admin) =>
  client('POST', '/system/dept/import', { csv, apply });
const findingsOf = async (csv: string) =>
  dataOf<Answered>(await send(csv, true)).findings.map(({ line, column, code, value }) => [
    ...[line, column, code, value],
  ]);
const rows = async (client = admin) => (await client('GET', '/system/dept/list')).body.rows ?? [];

describe('design 12: an import of departments', () => {
  it('says what is wrong in each line, and adds none while anything is', async () => {
    const before = await rows();
    const lines = [
      'department,head,remark',
      'Works,ada,',
      'Sales/North,,',
      'Works / Lab / Deep,,',
      'Twin/One,nobody,',
      `${'x'.repeat(51)},,${'y'.repeat(501)}`,
      'Works//Hall,,',
      ' Works ,,',
      '',
      ',ada,',
    ];
    expect(await findingsOf(lines.join('\n'))).toEqual([
      [3, 'department', 'DEPT_TAKEN', 'Sales / North'],
      [4, 'department', 'PARENT_UNKNOWN', 'Works / Lab'],
      [5, 'department', 'PARENT_AMBIGUOUS', 'Twin'],
      [5, 'head', 'USER_UNKNOWN', 'nobody'],
      [6, 'department', 'DEPT_INVALID', 'x'.repeat(51)],
      [6, 'remark', 'REMARK_TOO_LONG', 'y'.repeat(501)],
      [7, 'department', 'DEPT_INVALID', 'Works /  / Hall'],
      [8, 'department', 'DEPT_TWICE', 'Works'],
      [10, 'department', 'DEPT_INVALID', ''],
    ]);
    expect(await rows()).toEqual(before);
  });

  it('adds all lines, parents in any order, behind the departments that are there', async () => {
    const csv =
      'Department;Head;Remark\nPlant/Lab/Deep;;below\nSales/South;ADA;\nPlant;;\nPlant/Lab;;\nPlant/Hall;;\n';
    const before = await rows();
    expect(dataOf<Answered>(await send(csv))).toEqual({ total: 5, findings: [] });
    expect(await rows()).toEqual(before);
    expect(dataOf<Answered>(await send(csv, true))).toEqual({ total: 5, findings: [] });
    const after = await rows();
    const nameById = new Map(after.map((row) => [row['deptId'], row['deptName']]));
    const added = after.filter(({ deptId }) => !before.some((row) => row['deptId'] === deptId));
    expect(
      added.map((row) => [
        row['deptName'],
        nameById.get(row['parentId']) ?? null,
        ...[row['orderNum'], row['headName'], row['status'], row['remark']],
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Deep', 'Lab', 1, null, 1, 'below'],
        ['South', 'Sales', 2, 'Ada', 1, null],
        ['Plant', null, 4, null, 1, null],
        ['Lab', 'Plant', 1, null, 1, null],
        ['Hall', 'Plant', 2, null, 1, null],
      ]),
    );
    expect(added).toHaveLength(5);
    expect((await findingsOf(csv)).map(([, , code]) => code)).toEqual(Array(5).fill('DEPT_TAKEN'));
  });

  it('stays within the tenant, whose users alone can be heads', async () => {
    const answer = dataOf<Answered>(await send('department,head\nSales,\nSales/East,ada', true, stranger));
    expect(answer.findings).toMatchObject([{ line: 3, column: 'head', code: 'USER_UNKNOWN' }]);
    dataOf(await send('department,head\nSales,\nSales/East,boss', true, stranger));
    expect((await rows(stranger)).map((row) => row['deptName'])).toEqual(['Sales', 'East']);
    expect((await rows()).some((row) => row['deptName'] === 'East')).toBe(false);
  });

  it('reads a department whose own name has a slash', async () => {
    dataOf(await admin('POST', '/system/dept', { deptName: 'R/D' }));
    expect(await findingsOf('department\nR/D/Desk')).toEqual([]);
    const all = await rows();
    const parent = all.find((row) => row['deptName'] === 'R/D');
    expect(all.find((row) => row['deptName'] === 'Desk')?.['parentId']).toBe(parent?.['deptId']);
  });

  it('refuses unknown columns, a missing one, and long files', async () => {
    expect(dataOf<Answered>(await send('head,size\nada,42')).findings).toEqual([
      { line: 1, column: null, code: 'COLUMN_UNKNOWN', value: 'size' },
      { line: 1, column: 'department', code: 'COLUMN_MISSING', value: 'department' },
    ]);
    const many = ['department', ...Array.from({ length: 1_001 }, (_, at) => `D${at}`)].join('\n');
    expect((await send(many)).body.error).toBe('IMPORT_TOO_LONG');
  });

  it('takes a thousand departments at once', async () => {
    const lines = Array.from({ length: 999 }, (_, at) => `Big/Team ${at}`);
    const result = dataOf<Answered>(await send(['department', ...lines, 'Big'].join('\n'), true));
    expect(result).toEqual({ total: 1000, findings: [] });
    expect((await rows()).filter((row) => String(row['deptName']).startsWith('Team'))).toHaveLength(999);
  });
});
