import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE } from '../../../data/index.ts';
import { requestContext } from '../../../kernel/index.ts';
import { ADMIN_PASSWORD, startTestHost, type Client, type TestHost } from '../../testing/host.ts';

/** More than an export sorts. */
const MANY = 10_003;

describe('design 12.1-1: the export of a list', () => {
  let host: TestHost;
  let admin: Client;
  beforeAll(async () => {
    host = await startTestHost();
    admin = await host.admin();
    await requestContext.runIgnoringTenant(() => fill(host));
  });
  afterAll(() => host.stop());

  it('has all rows, however many, and those of the tenant alone', async () => {
    const { text } = await admin('GET', '/system/post/export?postName=kept');
    const codes = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect([codes.length, new Set(codes).size]).toEqual([MANY, MANY]);
  });

  it('has the order of the list, and its filter, as CSV and as XLSX', async () => {
    const query = 'postName=kept 1000&orderByColumn=postCode&isAsc=desc';
    const { text } = await admin('GET', `/system/post/export?${query}`);
    const codes = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(codes).toEqual(['p10003', 'p10002', 'p10001', 'p10000', 'p1000']);

    const token = await tokenOf(host);
    const file = await fetch(`${host.origin}/system/post/export?format=xlsx&${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(file.headers.get('content-type')).toContain('spreadsheetml');
    expect(file.headers.get('content-disposition')).toContain('posts.xlsx');
    const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
    expect(sheets[0]?.rows.slice(1).map((row) => row[0])).toEqual(codes);
  });

  it('is refused in an unknown order or format', async () => {
    const refusal = async (query: string) => (await admin('GET', `/system/post/export?${query}`)).status;
    expect([await refusal('orderByColumn=x'), await refusal('format=pdf')]).toEqual([400, 400]);
  });
});

async function tokenOf(host: TestHost): Promise<string> {
  const credentials = { username: 'admin', password: ADMIN_PASSWORD };
  const { body } = await host.anonymous('POST', '/auth/login', credentials);
  return (body.data as unknown as { token: string }).token;
}

async function fill(host: TestHost): Promise<void> {
  const { query } = host.services.use(DATABASE);
  const rowsOf = (tenant: string, from: number, count: number) =>
    Array.from({ length: count }, (_none, at) => ({
      post_id: (tenant === '000000' ? 0 : 1_000_000) + from + at,
      tenant_id: tenant,
      post_code: `p${from + at}`,
      post_name: `kept ${from + at}`,
      order_num: (from + at) % 7,
      status: 1 as const,
    }));
  for (let from = 1; from <= MANY; from += 1_000)
    await query
      .insertInto('sys_post')
      .values(rowsOf('000000', from, Math.min(1_000, MANY - from + 1)))
      .execute();
  await query
    .insertInto('sys_post')
    .values(rowsOf('other', 1, 5))
    .execute();
}
