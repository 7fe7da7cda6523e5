import { MARK } from '@platform/mapper';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import { describeDatabases } from '../testing/databases.ts';
import { openTestDatabase } from '../testing/open.ts';
import type { SqlDatabase } from '../sql-database.ts';

const SCRIPT = `
create table shop_item (id bigint not null primary key, tenant_id varchar(20) not null, title varchar(50) not null,
  shelf_id bigint null, create_time timestamp(3) null, update_time timestamp(3) null, create_by bigint null);
create table shop_shelf (id bigint not null primary key, tenant_id varchar(20) not null, name varchar(50) not null);
create table shop_kind (id bigint not null primary key, name varchar(50) not null);`;
const user = { userId: 42, userName: 'u', roles: [], permissions: [], sessionId: 1 };
const within = <T>(tenantId: string, work: () => Promise<T>): Promise<T> =>
  requestContext.run({ requestId: 'test', tenantId, user: { ...user, tenantId } }, work);

await describeDatabases('statements of mappers', ({ name, config }) => {
  let database: SqlDatabase;
  const run = async (text: string, ...parameters: unknown[]) =>
    (await within('a', () => database.statement(text.replaceAll('?', MARK), parameters))).rows;
  const change = async (text: string, ...parameters: unknown[]) =>
    (await within('a', () => database.statement(text.replaceAll('?', MARK), parameters))).affectedRows;
  const ids = async (text: string, ...parameters: unknown[]) =>
    (await run(text, ...parameters)).map(({ id }) => id).sort();
  const all = async (columns: string) =>
    (await database.raw(`select ${columns} from shop_item order by id`)).rows;

  beforeAll(async () => {
    database = await openTestDatabase(config);
    await database.executeScript(SCRIPT);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    for (const table of ['shop_item', 'shop_shelf', 'shop_kind']) await database.raw(`delete from ${table}`);
    await database.executeScript(`
      insert into shop_shelf (id, tenant_id, name) values (1, 'a', 'A'), (2, 'b', 'B');
      insert into shop_kind (id, name) values (1, 'kind');
      insert into shop_item (id, tenant_id, title, shelf_id)
        values (1, 'a', 'one', 1), (2, 'a', 'two', 2), (3, 'b', 'three', 1), (4, 'b', 'four', 2);`);
  });

  it.each([
    ['a plain select', 'select id from shop_item', [1, 2]],
    ['an alias', 'select i.id from shop_item as i where i.id > 0 or 1 = 1', [1, 2]],
    ['the table as qualifier', 'select shop_item.id from shop_item where shop_item.id < 9', [1, 2]],
    [
      'a list of tables',
      'select i.id from shop_kind k, shop_item i, shop_shelf s where s.id = i.shelf_id',
      [1],
    ],
    ['an inner join', 'select i.id from shop_kind k join shop_item i on i.id > k.id', [2]],
    [
      'a left join',
      'select s.id from shop_item i left join shop_shelf s on s.id = i.shelf_id order by i.id',
      [1, null],
    ],
    ['a right join', 'select s.id from shop_item i right join shop_shelf s on s.id = i.shelf_id', [1]],
    ['joins in parentheses', 'select i.id from (shop_item i join shop_shelf s on s.id = i.shelf_id)', [1]],
    ['a derived table', 'select id from (select id from shop_item) x', [1, 2]],
    ['exists', 'select id from shop_kind k where exists (select 1 from shop_item where id = 3)', []],
    ['in', 'select id from shop_kind where id in (select shelf_id from shop_item where id = 3)', []],
    ['a scalar', 'select (select max(id) from shop_item) as id from shop_kind', [2]],
    ['a union', 'select id from shop_kind union all select id from shop_item where id > 1', [1, 2]],
    ['an expression', 'with x as (select id from shop_item) select id from x', [1, 2]],
    [
      'two expressions',
      'with x (n) as (select id from shop_item), y as (select n from x) select n as id from y',
      [1, 2],
    ],
    ['having', 'select max(id) as id from shop_item group by tenant_id having count(*) > (select 0)', [2]],
    ['comments', 'select id /* from */ from -- shop_kind\n shop_item ; ', [1, 2]],
    ['distinct', 'select distinct id from shop_item where id + 0 in (1, 3)', [1]],
    ['keywords in capitals', 'SELECT Id AS id FROM shop_item AS I WHERE I.ID IN (1, 3)', [1]],
  ])('spec: L7 filters %s', async (_title, text, expected) => {
    expect(await ids(text)).toEqual(expected);
  });

  it('binds values in the order of the text, with any insertions', async () => {
    expect(
      await ids(
        'select i.id from shop_item i join shop_shelf s on s.name = ? and s.id = i.shelf_id where i.title like ? limit ?',
        'A',
        'o%',
        5,
      ),
    ).toEqual([1]);
  });

  it('shows nothing without a tenant, and everything when the filter is off', async () => {
    const text = 'select id from shop_item';
    expect((await database.statement(text, [])).rows).toEqual([]);
    const ignored = await within('a', () => database.statement(text, [], { ignoreTenant: true }));
    expect(ignored.rows).toHaveLength(4);
    const off = await requestContext.run(
      { requestId: 'test', tenantId: 'a', user: undefined, ignoreTenant: true },
      () => database.statement(text, []),
    );
    expect(off.rows).toHaveLength(4);
  });

  it('fills an insert: tenant, times, actor', async () => {
    expect(await change('insert into shop_item (id, title) values (?, ?), (?, ?)', 5, 'x', 6, 'y')).toBe(2);
    const { rows } = await database.raw('select * from shop_item where id > 4 order by id');
    expect(rows).toMatchObject([
      { id: 5, tenant_id: 'a', title: 'x', create_by: 42 },
      { id: 6, tenant_id: 'a', title: 'y', create_by: 42 },
    ]);
    expect(rows[0]?.create_time).toMatch(/^\d{4}-.*Z$/);
    expect(rows[0]?.update_time).toBe(rows[0]?.create_time);
    await expect(
      database.statement(`insert into shop_item (id, title) values (7, 'x')`, []),
    ).rejects.toMatchObject({
      code: 'TENANT_REQUIRED',
    });
  });

  it('fills the actor of each call, independent of the last one', async () => {
    const insert = (id: number) =>
      database.statement(`insert into shop_item (id, title) values (${MARK}, ${MARK})`, [id, 'x']);
    const asNobody = (id: number) => requestContext.runAs('a', () => insert(id));
    await within('a', () => insert(5));
    await asNobody(6);
    await within('a', () => insert(7));
    await asNobody(8);
    const { rows } = await database.raw('select create_by from shop_item where id > 4 order by id');
    expect(rows.map(({ create_by }) => create_by)).toEqual([42, null, 42, null]);
  });

  it('plans again after tables have changed', async () => {
    const text = 'select id from shop_later order by id';
    await database.executeScript(`
      create table shop_later (id bigint not null primary key);
      insert into shop_later (id) values (1);`);
    expect(await ids(text)).toEqual([1]);
    await database.executeScript("alter table shop_later add column tenant_id varchar(20) default 'b'");
    expect(await ids(text)).toEqual([]);
    await database.executeScript('drop table shop_later');
  });

  it('fills rows that are selected into a table', async () => {
    await change(
      'insert into shop_item (id, title) select id + 10, ? from shop_item where id in (1, 3)',
      'copy',
    );
    expect(await all('id, tenant_id')).toHaveLength(5);
    expect((await database.raw('select id, tenant_id, title from shop_item where id > 10')).rows).toEqual([
      { id: 11, tenant_id: 'a', title: 'copy' },
    ]);
  });

  it.runIf(name === 'postgres')('accepts only the own tenant by hand, with its type', async () => {
    const insert = 'insert into shop_item (tenant_id, id, title) values (?::text, 8, ?)';
    expect(await change(insert, 'a', 'x')).toBe(1);
    await expect(change(insert, 'b', 'x')).rejects.toMatchObject({ code: 'TENANT_MISMATCH' });
    const computed = `insert into shop_item (tenant_id, id, title) values (? || 'b', 8, 'x')`;
    await expect(change(computed, 'a')).rejects.toMatchObject({ code: 'TENANT_MISMATCH' });
  });

  it('accepts only the own tenant by hand', async () => {
    const insert = 'insert into shop_item (tenant_id, id, title) values (?, 8, ?)';
    expect(await change(insert, 'a', 'x')).toBe(1);
    await expect(change(insert, 'b', 'x')).rejects.toMatchObject({ code: 'TENANT_MISMATCH', status: 403 });
    await expect(
      change(`insert into shop_item (tenant_id, id, title) values ('a', 9, 'x')`),
    ).rejects.toMatchObject({
      code: 'TENANT_MISMATCH',
    });
    await expect(change('update shop_item set tenant_id = ? where id = 1', 'b')).rejects.toMatchObject({
      code: 'TENANT_MISMATCH',
    });
  });

  it.each([
    ['an update', `update shop_item set title = 'x'`],
    ['an update with or', `update shop_item set title = 'x' where id = 3 or 1 = 1`],
    ['an update that ends in a comment', `update shop_item set title = 'x' where id > 0 -- all`],
    [
      'an update by a sub-query',
      `update shop_item set title = 'x' where shelf_id in (select id from shop_shelf) or id = 2`,
    ],
  ])('spec: L7 keeps %s to the tenant', async (_title, text) => {
    expect(await change(text)).toBe(2);
    expect(await all('id, title')).toEqual([
      { id: 1, title: 'x' },
      { id: 2, title: 'x' },
      { id: 3, title: 'three' },
      { id: 4, title: 'four' },
    ]);
    expect(
      (await database.raw('select update_time from shop_item where id = 1')).rows[0]?.update_time,
    ).toMatch(/Z$/);
  });

  it.each([
    ['a delete', 'delete from shop_item'],
    ['a delete with or', 'delete from shop_item where id = 1 or 1 = 1'],
  ])('spec: L7 keeps %s to the tenant', async (_title, text) => {
    expect(await change(text)).toBe(2);
    expect(await all('id')).toEqual([{ id: 3 }, { id: 4 }]);
  });

  it.skipIf(name === 'mysql')('changes on conflict only rows of the tenant', async () => {
    const upsert =
      'insert into shop_item (id, title) values (?, ?) on conflict (id) do update set title = excluded.title';
    await change(upsert, 1, 'mine');
    await change(upsert, 3, 'not mine');
    expect(await all('title')).toEqual([
      { title: 'mine' },
      { title: 'two' },
      { title: 'three' },
      { title: 'four' },
    ]);
  });

  describe.runIf(name === 'mysql')('MariaDB', () => {
    const titles = async () => (await all('title')).map(({ title }) => title);

    it.each([
      [
        'of two tables',
        'update shop_item i join shop_shelf s on s.id = i.shelf_id set i.title = s.name',
        ['A', 'two', 'three', 'four'],
      ],
      [
        'of a list',
        `update shop_item i, shop_kind k set i.title = 'x' where i.id > k.id or 1 = 1`,
        ['x', 'x', 'three', 'four'],
      ],
      [
        'with a left join',
        `update shop_item i left join shop_shelf s on s.id = i.shelf_id or 1 = 1 set i.title = coalesce(s.name, '-')`,
        ['A', 'A', 'three', 'four'],
      ],
      [
        'of a derived table',
        `update shop_kind k join (select id from shop_item) x on x.id = k.id or 1 = 1 join shop_item i on i.id = x.id set i.title = 'x'`,
        ['x', 'x', 'three', 'four'],
      ],
      [
        'with using',
        `update shop_item join shop_shelf using (id) set title = name`,
        ['A', 'two', 'three', 'four'],
      ],
    ])('spec: L7 keeps an update %s to the tenant', async (_title, text, expected) => {
      await change(text);
      expect(await titles()).toEqual(expected);
    });

    it('sets times, but no tenant, of the changed table', async () => {
      await change(
        'update shop_item i join shop_shelf s on s.id = i.shelf_id set i.title = ?, s.name = ?',
        'x',
        'y',
      );
      expect(
        (await database.raw('select update_time from shop_item where id = 1')).rows[0]?.update_time,
      ).toMatch(/Z$/);
      expect((await database.raw('select name from shop_shelf order by id')).rows).toEqual([
        { name: 'y' },
        { name: 'B' },
      ]);
      await expect(change('update shop_item i, shop_kind k set i.tenant_id = ?', 'b')).rejects.toMatchObject({
        code: 'TENANT_MISMATCH',
      });
    });

    it.each([
      ['delete i from shop_item i join shop_kind k on k.id <> i.id or 1 = 1', 2],
      ['delete i, s from shop_item i left join shop_shelf s on s.id = i.shelf_id where i.id > 0 or 1 = 1', 3],
      ['delete from shop_item using shop_item, shop_kind', 2],
      ['delete from shop_item order by id desc limit 9', 2],
      ['delete shop_item.* from shop_item left join shop_kind on shop_kind.id = shop_item.id', 2],
    ])('spec: L7 keeps a delete to the tenant: %s', async (text, count) => {
      expect(await change(text)).toBe(count);
      expect(await titles()).toEqual(['three', 'four']);
      expect((await database.raw('select name from shop_shelf where id = 2')).rows).toEqual([{ name: 'B' }]);
    });

    it('spec: L7 changes on a duplicate key only a row of the tenant', async () => {
      const upsert =
        'insert into shop_item (id, title) values (?, ?) on duplicate key update title = values(title), shelf_id = ?';
      await change(upsert, 1, 'mine', 9);
      await change(upsert, 3, 'not mine', 9);
      await change(
        'insert into shop_item (id, title) select id, name from shop_shelf on duplicate key update title = concat(shop_item.title, ?)',
        '+',
      );
      expect(await all('title, shelf_id')).toEqual([
        { title: 'mine+', shelf_id: 9 },
        { title: 'two', shelf_id: 2 },
        { title: 'three', shelf_id: 1 },
        { title: 'four', shelf_id: 2 },
      ]);
      const { rows } = await database.raw('select update_time from shop_item where update_time is not null');
      expect(rows).toHaveLength(1);
      await expect(
        change('insert into shop_item (id, title) values (1, 1) on duplicate key update tenant_id = ?', 'b'),
      ).rejects.toMatchObject({ code: 'TENANT_MISMATCH' });
    });

    it('fills an insert that sets its columns', async () => {
      await change('insert into shop_item set id = ?, title = ?', 9, 'x');
      expect((await database.raw('select tenant_id, create_by from shop_item where id = 9')).rows).toEqual([
        { tenant_id: 'a', create_by: 42 },
      ]);
    });

    it.each([
      ['for update', 'select id from shop_item where id = 1 or 1 = 1 for update', [1, 2]],
      ['with an order', 'select id from shop_item order by id desc limit 1 for update', [2]],
      [
        'lock in share mode',
        'select i.id from shop_item i join shop_shelf s on s.id = i.shelf_id lock in share mode',
        [1],
      ],
      [
        'with a sub-query',
        'select id from shop_item where shelf_id in (select id from shop_shelf) for update',
        [1],
      ],
      [
        'of left joins',
        'select i.id from shop_item i left join shop_shelf s on s.id = i.shelf_id where s.id is null for update',
        [2],
      ],
    ])('spec: L7 filters locked rows: %s', async (_title, text, expected) => {
      expect(await ids(text)).toEqual(expected);
    });

    it.each([
      'select id from shop_kind where id in (select id from shop_item for update)',
      'select i.id from shop_item i natural join shop_shelf s for update',
      'select id from shop_item union select id from shop_shelf for update',
    ])('refuses a lock that the filter cannot follow: %s', async (text) => {
      await expect(run(text)).rejects.toMatchObject({ code: 'TENANT_QUERY_REFUSED' });
    });

    it('locks only rows of the tenant', async () => {
      await within('a', () =>
        database.transaction(async () => {
          await run('select id from shop_item where id in (1, 3) for update');
          const elsewhere = (id: number) =>
            database.transaction(
              async () => {
                await database.raw('set innodb_lock_wait_timeout = 1');
                await database.raw('update shop_item set title = title where id = ?', [id]);
              },
              { requiresNew: true },
            );
          await expect(elsewhere(1)).rejects.toThrow(/[Ll]ock wait/);
          await elsewhere(4);
        }),
      );
    });
  });

  it.runIf(name === 'postgres')('spec: L7 keeps a delete with using to the tenant', async () => {
    expect(
      await change(
        'delete from shop_item i using shop_shelf s, shop_kind k where s.id = i.shelf_id or 1 = 1',
      ),
    ).toBe(2);
    expect(await all('id')).toEqual([{ id: 3 }, { id: 4 }]);
  });

  it.skipIf(name === 'mysql')('spec: L7 keeps an update with from to the tenant', async () => {
    await change(
      'update shop_item set title = s.name from shop_shelf s where s.id = shop_item.shelf_id or shop_item.id > ?',
      2,
    );
    expect(await all('title')).toEqual([
      { title: 'A' },
      { title: 'two' },
      { title: 'three' },
      { title: 'four' },
    ]);
  });

  it('names the place of a refused statement, with its code', async () => {
    const place = 'ItemMapper.xml, find, line 3';
    const refused = within('a', () => database.statement('table shop_item', [], { place }));
    await expect(refused).rejects.toMatchObject({
      code: 'TENANT_QUERY_REFUSED',
      message: expect.stringMatching(/^ItemMapper\.xml, find, line 3: ./) as string,
      cause: expect.objectContaining({ code: 'TENANT_QUERY_REFUSED' }) as unknown,
    });
  });

  it.each([
    'select * from no_such_table',
    'with shop_item as (select 1 as id) select id from shop_item',
    `select 'shop_item'`,
    'select id from shop_kind; delete from shop_item',
    'truncate table shop_item',
    'insert into shop_item values (1)',
    'insert or replace into shop_item (id) values (1)',
    'replace into shop_item (id) values (1)',
    'insert into shop_kind (id, name) select id, title from shop_item as shop_shelf',
    'update shop_item set (title, tenant_id) = (1, 2)',
    'table shop_item',
    'select shop_item from shop_kind',
    'select /*! * from shop_item */ 1',
    'explain select * from shop_item',
    'merge into shop_item using shop_kind on 1 = 1',
    'with x as (delete from shop_item) select 1',
    'select * into shop_copy from shop_item',
    'select (1',
    `select ' ? ' from shop_kind`,
    'select query_to_xml(?, true, true, ?)',
    'select * from only shop_item',
    'update shop_item i right join shop_shelf s on s.id = i.id set i.title = 1',
    'update (shop_item i join shop_shelf s on s.id = i.id) set i.title = 1',
    'update shop_item i left join shop_shelf s using (id) set i.title = 1',
    'update shop_item i join no_such_table s on s.id = i.id set i.title = 1',
    'insert into shop_item (id, title) values (1, 1) on duplicate key update title = 2 returning title',
  ])('refuses ambiguous statements: %s', async (text) => {
    await expect(run(text)).rejects.toMatchObject({ code: 'TENANT_QUERY_REFUSED' });
    expect(await all('title')).toHaveLength(4);
  });
});
