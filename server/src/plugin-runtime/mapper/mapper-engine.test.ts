import type { PageQuery } from '@platform/plugin-sdk/core';
import {
  BaseMapper,
  Mapper,
  TableField,
  TableId,
  TableLogic,
  TableName,
  Version,
  type Where,
} from '@platform/plugin-sdk/orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../../data/index.ts';
import { describeDatabases } from '../../data/testing/databases.ts';
import { openTestDatabase } from '../../data/testing/open.ts';
import { requestContext } from '../../kernel/index.ts';
import { bindToDatabase } from '../testing/bind-mapper.ts';
import { entityModel, type EntityModel } from './entity-model.ts';
import { MapperEngine } from './mapper-engine.ts';

@TableName('shop_order')
class Order {
  @TableId() id!: number;
  @TableField() orderNo!: string;
  @TableField({ type: 'decimal' }) amount!: string | null;
  @TableField() paid!: boolean;
  @TableField({ column: 'extra_json', type: 'json' }) extra!: { colour: string } | null;
  @Version() version!: number;
  @TableLogic() deleted!: boolean;
  @TableField() createTime!: string;
  @TableField() createBy!: number | null;
}

@Mapper(Order)
class OrderMapper extends BaseMapper<Order> {}

const SCRIPT = `
create table shop_order (
  id bigint not null primary key,
  tenant_id varchar(20) not null,
  order_no varchar(50) not null unique,
  amount decimal(10,2) null,
  paid boolean not null default false,
  extra_json text null,
  version integer not null,
  deleted boolean not null,
  create_time timestamp(3) null,
  update_time timestamp(3) null,
  create_by bigint null
)`;
const page = (pageNum: number, pageSize: number, more: Partial<PageQuery> = {}): PageQuery => ({
  pageNum,
  pageSize,
  ...more,
});
const user = { userId: 42, userName: 'u', tenantId: 'a', roles: [], permissions: [], sessionId: 1 };
const within = <T>(tenantId: string, work: () => Promise<T>): Promise<T> =>
  requestContext.run({ requestId: 'test', tenantId, user: { ...user, tenantId } }, work);

await describeDatabases('mapper', ({ config }) => {
  let database: Database;
  const orders = new OrderMapper();
  beforeAll(async () => {
    database = await openTestDatabase(config);
    await database.executeScript(SCRIPT);
    await database.refreshTenantTables();
    await bindToDatabase(orders, database);
  });
  afterAll(() => database.close());
  beforeEach(() => database.raw('delete from shop_order').then(() => undefined));

  const numbers = async (where?: Where<Order>): Promise<string[]> =>
    (await within('a', () => orders.selectList(where))).map(({ orderNo }) => orderNo).sort();
  const seed = (...names: string[]) =>
    within('a', () =>
      orders.insertBatch(names.map((orderNo, index) => ({ orderNo, amount: `${index}.50` }))),
    );

  it('inserts with an identifier, and resolves to the full row with equal values on each database', async () => {
    const row = await within('a', () =>
      orders.insert({ orderNo: 'A', amount: '10.50', paid: true, extra: { colour: 'red' } }),
    );
    expect(row).toBeInstanceOf(Order);
    expect(row).toMatchObject({
      orderNo: 'A',
      amount: '10.50',
      paid: true,
      extra: { colour: 'red' },
      version: 0,
      deleted: false,
      createBy: 42,
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
    expect(row.id).toBeGreaterThanOrEqual(1000);
    expect(await within('a', () => orders.selectById(row.id))).toEqual(row);
  });

  it('inserts many in order, all or none', async () => {
    const rows = await seed(...Array.from({ length: 250 }, (_, index) => `N${index}`));
    expect(rows.map(({ orderNo }) => orderNo)).toEqual(
      Array.from({ length: 250 }, (_, index) => `N${index}`),
    );
    await expect(seed('new', 'N3')).rejects.toMatchObject({ code: 'ROW_DUPLICATE', status: 409 });
    expect(await within('a', () => orders.selectCount())).toBe(250);
    expect(await within('a', () => orders.insertBatch([]))).toEqual([]);
  });

  it('inserts rows of different fields, each with its defaults', async () => {
    const rows = await within('a', () =>
      orders.insertBatch([{ orderNo: 'A', paid: true }, { orderNo: 'B' }, { orderNo: 'C', paid: true }]),
    );
    expect(rows.map(({ orderNo, paid }) => [orderNo, paid])).toEqual([
      ['A', true],
      ['B', false],
      ['C', true],
    ]);
  });

  it('takes the identifiers that many rows lack at once', async () => {
    const ids = { next: vi.fn(() => 9_000), take: vi.fn(async () => [5_000, 5_001]) };
    const engine = new MapperEngine(entityModel(Order) as EntityModel, database, ids);
    const rows = await within('a', () =>
      engine.insertBatch([{ orderNo: 'A' }, { id: 77, orderNo: 'B' }, { id: null, orderNo: 'C' }]),
    );
    expect(rows.map(({ id }) => id)).toEqual([5_000, 77, 5_001]);
    expect(ids.take).toHaveBeenCalledExactlyOnceWith(2);
    expect(ids.next).not.toHaveBeenCalled();
    expect(await within('a', () => engine.insert({ orderNo: 'D' }))).toMatchObject({ id: 9_000 });
    expect(ids.take).toHaveBeenCalledOnce();
  });

  it('ignores the case of all letters in like', async () => {
    await seed('Übung', 'c');
    expect(await numbers((q) => q.like('orderNo', 'üBU'))).toEqual(['Übung']);
    expect(await numbers((q) => q.likeRight('orderNo', 'ÜB'))).toEqual(['Übung']);
  });

  it('finds by equal properties, lists, null and every condition', async () => {
    await seed('ab', 'a%', 'a_', 'B!', 'c');
    await within('a', () => orders.insert({ orderNo: 'none', amount: null, paid: true }));
    expect(await numbers({ orderNo: ['ab', 'c'] })).toEqual(['ab', 'c']);
    expect(await numbers({ orderNo: [] })).toEqual([]);
    expect(await numbers({ amount: null })).toEqual(['none']);
    expect(await numbers({ paid: true, orderNo: undefined })).toEqual(['none']);
    expect(await numbers((q) => q.like('orderNo', '%'))).toEqual(['a%']);
    expect(await numbers((q) => q.like('orderNo', '!'))).toEqual(['B!']);
    expect(await numbers((q) => q.likeRight('orderNo', 'A'))).toEqual(['a%', 'a_', 'ab']);
    expect(await numbers((q) => q.likeLeft('orderNo', '_'))).toEqual(['a_']);
    expect(
      await numbers((q) => q.like('orderNo', undefined).isNotNull('amount').notIn('orderNo', [])),
    ).toHaveLength(5);
    expect(await numbers((q) => q.ne('amount', null))).toHaveLength(5);
    expect(await numbers((q) => q.between('orderNo', 'b', 'c').ne('orderNo', 'B!'))).toEqual(['c']);
    expect(
      await numbers((q) => q.eq('orderNo', 'c').or((or) => or.eq('orderNo', 'ab').isNotNull('amount'))),
    ).toEqual(['ab', 'c']);
    expect(
      await numbers((q) =>
        q.eq('orderNo', 'c').and((and) => and.eq('orderNo', 'ab').or((or) => or.eq('paid', false))),
      ),
    ).toEqual(['c']);
  });

  it('pages in a stable order, and counts all', async () => {
    await seed('d', 'c', 'b', 'a');
    const ordered = await within('a', () =>
      orders.selectPage((q) => q.orderBy('orderNo', 'desc'), page(1, 2)),
    );
    expect([ordered.total, ordered.rows.map(({ orderNo }) => orderNo)]).toEqual([4, ['d', 'c']]);
    const asked = await within('a', () =>
      orders.selectPage(undefined, page(2, 3, { orderByColumn: 'orderNo', isAsc: true })),
    );
    expect(asked.rows.map(({ orderNo }) => orderNo)).toEqual(['d']);
    expect(await within('a', () => orders.selectPage({ paid: false }, page(9, 10)))).toEqual({
      total: 4,
      rows: [],
    });
    await expect(
      within('a', () => orders.selectPage({}, page(1, 1, { orderByColumn: 'id; drop table shop_order' }))),
    ).rejects.toMatchObject({ code: 'ORDER_COLUMN_UNKNOWN', status: 400 });
  });

  it('changes only given fields, and nothing for a stale version', async () => {
    const [row] = await seed('A');
    if (!row) throw new Error('No row.');
    expect(await within('a', () => orders.updateById({ id: row.id, paid: true }))).toBe(1);
    expect(await within('a', () => orders.selectById(row.id))).toMatchObject({
      orderNo: 'A',
      amount: '0.50',
      paid: true,
      version: 1,
    });
    expect(await within('a', () => orders.updateById({ id: row.id, version: 1, amount: null }))).toBe(1);
    expect(await within('a', () => orders.updateById({ id: row.id, version: 1, paid: false }))).toBe(0);
    expect(await within('a', () => orders.selectById(row.id))).toMatchObject({ paid: true, version: 2 });
    expect(await within('a', () => orders.updateById({ id: 1, version: 0, paid: false }))).toBe(0);
    expect(await within('a', () => orders.updateById({ id: row.id }))).toBe(1);
    await expect(orders.updateById({ paid: true })).rejects.toMatchObject({ code: 'ROW_ID_MISSING' });
  });

  it('finds rows by identifiers, a single row, and whether one exists', async () => {
    const rows = await seed('A', 'B', 'C');
    const [a, b, c] = rows.map(({ id }) => id);
    if (!a || !b || !c) throw new Error('No rows.');
    const found = await within('a', () => orders.selectByIds([c, 7, a, c]));
    expect(found.map(({ orderNo }) => orderNo)).toEqual(['C', 'A', 'C']);
    expect(await within('a', () => orders.selectByIds([]))).toEqual([]);
    expect(await within('a', () => orders.selectOne({ orderNo: 'B' }))).toMatchObject({ id: b });
    expect(await within('a', () => orders.selectOne((q) => q.eq('orderNo', 'Z')))).toBeUndefined();
    await expect(within('a', () => orders.selectOne({ paid: false }))).rejects.toMatchObject({
      code: 'MAPPER_RESULT_AMBIGUOUS',
    });
    expect(await within('a', () => orders.exists({ orderNo: 'B' }))).toBe(true);
    expect(await within('b', () => orders.exists())).toBe(false);
  });

  it('changes and deletes by a condition, and never all rows by mistake', async () => {
    await seed('A', 'B', 'C');
    await within('b', () => orders.insert({ orderNo: 'D' }));
    expect(await within('a', () => orders.update({ paid: true }, (q) => q.ne('orderNo', 'C')))).toBe(2);
    expect(await within('a', () => orders.selectList({ paid: true }))).toMatchObject([
      { orderNo: 'A', version: 1 },
      { orderNo: 'B', version: 1 },
    ]);
    expect(await within('a', () => orders.update({}, { paid: true }))).toBe(2);
    expect(await within('a', () => orders.delete({ paid: true, orderNo: undefined }))).toBe(2);
    expect(await numbers()).toEqual(['C']);
    for (const change of [
      () => orders.update({ paid: true }, { orderNo: undefined }),
      () => orders.delete({}),
      () => orders.delete((q) => q.like('orderNo', undefined).orderBy('id')),
    ]) {
      await expect(within('a', change)).rejects.toMatchObject({
        code: 'MAPPER_CONDITION_MISSING',
        status: 400,
      });
    }
    expect(await within('b', () => orders.selectCount())).toBe(1);
  });

  it('splits more identifiers than a statement can bind', async () => {
    await seed('A', 'B');
    const ids = Array.from({ length: 40_000 }, (_, index) => index);
    expect(await within('a', () => orders.selectByIds(ids))).toHaveLength(2);
    expect(await within('a', () => orders.deleteByIds(ids))).toBe(2);
    expect(await within('a', () => orders.deleteByIds([]))).toBe(0);
  });

  it('hides logically deleted rows from every statement', async () => {
    const rows = await seed('A', 'B', 'C');
    const [first, second] = rows.map(({ id }) => id);
    if (!first || !second) throw new Error('No rows.');
    expect(await within('a', () => orders.deleteByIds([first, second, 7]))).toBe(2);
    expect(await within('a', () => orders.deleteById(first))).toBe(0);
    expect(await within('a', () => orders.selectById(first))).toBeUndefined();
    expect(await within('a', () => orders.updateById({ id: first, paid: true }))).toBe(0);
    expect(await numbers()).toEqual(['C']);
    const { rows: stored } = await database.raw<{ n: number }>('select count(*) as n from shop_order');
    expect(Number(stored[0]?.n)).toBe(3);
  });

  it('never reaches the rows of another tenant', async () => {
    const [mine] = await seed('mine');
    const theirs = await within('b', () => orders.insert({ orderNo: 'theirs' }));
    if (!mine) throw new Error('No row.');
    expect(await numbers((q) => q.eq('orderNo', 'mine').or((or) => or.eq('orderNo', 'theirs')))).toEqual([
      'mine',
    ]);
    expect(await within('a', () => orders.selectById(theirs.id))).toBeUndefined();
    expect(await within('a', () => orders.updateById({ id: theirs.id, paid: true }))).toBe(0);
    expect(await within('a', () => orders.deleteByIds([mine.id, theirs.id]))).toBe(1);
    expect(await orders.selectCount()).toBe(0);
  });
});
