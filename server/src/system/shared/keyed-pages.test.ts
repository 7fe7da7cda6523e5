import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { requestContext, systemClock } from '../../kernel/index.ts';
import { pruneLogs } from '../logs/prune-logs.ts';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

const DAY_MS = 86_400_000;
/** Entries of the same millisecond, which only their identifiers tell apart. */
const AT_ONCE = 3;

describe('a log', () => {
  let host: TestHost;
  let admin: Client;
  beforeAll(async () => {
    host = await startTestHost();
    admin = await host.admin();
    await requestContext.runIgnoringTenant(() => fill(host, 10_050));
  });
  afterAll(() => host.stop());

  const page = async (query: string) =>
    (await admin('GET', `/system/operLog/list?title=kept&${query}`)).body as unknown as {
      total: number;
      totalExact: boolean;
      next: string | null;
      rows: Array<{ operId: number; createTime: string }>;
    };

  it('counts to 10,000 only, and says that there are more', async () => {
    const { total, totalExact, rows } = await page('pageSize=2');
    expect({ total, totalExact, rows: rows.map(({ operId }) => operId) }).toEqual({
      total: 10_000,
      totalExact: false,
      rows: [10_050, 10_049],
    });
    const few = await page('beginTime=2026-01-01T00:00:03.345Z');
    expect(few).toMatchObject({ totalExact: true, next: null });
    expect(few.total).toBe(few.rows.length);
  });

  it.each([
    ['the newest first', '', (at: number) => 10_050 - at],
    ['the oldest first', '&orderByColumn=createTime&isAsc=asc', (at: number) => at + 1],
  ])('has each entry once on its pages by key, %s', async (_order, order, idAt) => {
    const seen: number[] = [];
    for (let after = ''; seen.length < 20;) {
      const { rows, next } = await page(`pageSize=4${order}${after}`);
      seen.push(...rows.map(({ operId }) => operId));
      after = `&after=${next}`;
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_none, at) => idAt(at)));
  });

  it('refuses keys of no page, and another order than that of time', async () => {
    for (const after of ['x', '1-', '-1-1', '1-1-1', '99999999999999999999-1']) {
      const { status, body } = await admin('GET', `/system/operLog/list?after=${after}`);
      expect([status, body.error]).toEqual([400, 'PAGE_KEY_INVALID']);
    }
    expect((await admin('GET', '/system/operLog/list?orderByColumn=status')).body.error).toBe(
      'ORDER_COLUMN_UNKNOWN',
    );
  });

  it('is exported whole, in the filter of the list', async () => {
    const { text } = await admin('GET', '/system/operLog/export?title=kept');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(10_051);
    expect(new Set(lines).size).toBe(10_051);
  });

  it('loses what is older than a time by hand, and what is too old by itself', async () => {
    const before = '2026-01-01T00:00:01.000Z';
    const { changed } = dataOf<{ changed: number }>(
      await admin('DELETE', `/system/operLog/clean?before=${before}`),
    );
    expect(changed).toBe(3_000 - 1);
    const oldest = await page('orderByColumn=createTime&isAsc=asc&pageSize=1');
    expect(oldest.rows[0]?.createTime).toBe(before);

    const database = host.services.use(DATABASE);
    const days = 30;
    const clock = { ...systemClock, now: () => Date.parse('2026-01-01T00:00:03.000Z') + days * DAY_MS };
    expect(await pruneLogs(database, clock, days)).toBe(6_000);
    const left = await page('orderByColumn=createTime&isAsc=asc&pageSize=1');
    expect(left.rows[0]?.createTime).toBe('2026-01-01T00:00:03.000Z');
    expect(await pruneLogs(database, clock, days)).toBe(0);
  });
});

async function fill(host: TestHost, count: number): Promise<void> {
  const { query } = host.services.use(DATABASE);
  const start = Date.parse('2026-01-01T00:00:00.000Z');
  for (let from = 1; from <= count; from += 1_000) {
    const ids = Array.from({ length: Math.min(1_000, count - from + 1) }, (_none, at) => from + at);
    await query
      .insertInto('sys_oper_log')
      .values(
        ids.map((id) => ({
          oper_id: id,
          tenant_id: '000000',
          title: 'kept',
          method: 'POST',
          url: `/x/${id}`,
          status: 200,
          duration_ms: 1,
          create_time: new Date(start + Math.floor(id / AT_ONCE)).toISOString(),
        })),
      )
      .execute();
  }
}
