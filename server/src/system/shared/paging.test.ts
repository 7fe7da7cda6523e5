import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlDatabase } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { requestContext, type PageQuery } from '../../kernel/index.ts';
import { contains, pageOfMatches, pageOfRows, type Ordering } from './paging.ts';

const ordering: Ordering = {
  columns: { nickName: 'nick_name' },
  by: 'user_id',
  direction: 'asc',
  unique: 'user_id',
};

describe('a page of a search', () => {
  let database: SqlDatabase;
  beforeAll(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    // Names repeat, so that an order by them leaves ties.
    await database.raw(`
      insert into sys_user (user_id, tenant_id, user_name, nick_name, password_hash)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
      select i, case when i % 10 = 0 then 'other' else 'acme' end, 'user.' || i, 'Name ' || (i % 7), 'x' from n`);
  });
  afterAll(() => database.close());

  const pages = (text: string, page: PageQuery) =>
    requestContext.run({ requestId: 'x', tenantId: 'acme', user: undefined }, async () => {
      const query = database.query
        .selectFrom('sys_user')
        .select(['user_id as userId', 'nick_name as nickName'])
        .where(contains('user_name', text));
      return [await pageOfMatches(query, page, ordering), await pageOfRows(query, page, ordering)] as const;
    });

  it.each([
    ['few matches', '.12', 100],
    ['many matches', 'user', 1350],
    ['none', 'nobody', 0],
  ])('has the rows and the number of a page that is read in order: %s', async (_case, text, total) => {
    for (const page of [
      { pageNum: 1, pageSize: 20 },
      { pageNum: 3, pageSize: 7 },
      { pageNum: 2, pageSize: 20, orderByColumn: 'nickName', isAsc: false },
      { pageNum: 500, pageSize: 20 },
    ]) {
      const [matched, inOrder] = await pages(text, page);
      expect(matched).toEqual(inOrder);
      expect(matched.total).toBe(total);
    }
  });

  it('refuses an unknown order, also of nothing', async () => {
    const page = { pageNum: 1, pageSize: 20, orderByColumn: 'password', isAsc: true };
    await expect(pages('nobody', page)).rejects.toMatchObject({ code: 'ORDER_COLUMN_UNKNOWN' });
  });
});
