import {
  BaseMapper,
  execute,
  Mapper,
  selectList,
  selectOne,
  selectPage,
  selectValue,
  TableField,
  TableId,
  TableName,
} from '@platform/plugin-sdk/orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../data/index.ts';
import { describeDatabases } from '../../data/testing/databases.ts';
import { openTestDatabase } from '../../data/testing/open.ts';
import { requestContext } from '../../kernel/index.ts';
import { bindToDatabase, mapperXml } from '../testing/bind-mapper.ts';

@TableName('shop_sample')
class Sample {
  @TableId() id!: number;
  @TableField() title!: string;
  @TableField() active!: boolean;
  @TableField() amount!: string | null;
  @TableField() counter!: number;
  @TableField({ type: 'number' }) ratio!: number | null;
  @TableField({ type: 'json' }) payload!: unknown;
  @TableField() happenedAt!: string | null;
  @TableField() day!: string | null;
}

interface Filter {
  readonly ids?: readonly number[];
  readonly active?: boolean;
  readonly since?: string | Date;
  readonly least?: string;
  readonly title?: string;
}

@Mapper(Sample)
class SampleMapper extends BaseMapper<Sample> {
  readonly entities = selectList<Sample, Filter>();
  readonly maps = selectList<Record<string, unknown>, Filter>();
  readonly totals = selectOne<Record<string, unknown>>();
  readonly count = selectValue<number, Filter>();
  readonly average = selectValue<string | null, Filter>();
  readonly groups = selectList<{ active: boolean; n: number }>();
  readonly page = selectPage<Sample, Filter>();
  readonly add = execute<{ rows: ReadonlyArray<Partial<Sample>> }>();
  readonly change = execute<{ ids: readonly number[]; set: Partial<Sample> }>();
  readonly remove = execute<Filter>();
  readonly echo = selectOne<Record<string, unknown>, { value: string | null }>();
}

const XML = mapperXml(`
  <sql id="filter"><where>
    <if test="ids != null and ids.size() > 0">id in <foreach collection="ids" item="id" open="(" separator="," close=")">#{id}</foreach></if>
    <if test="active != null">and active = #{active}</if>
    <if test="since != null">and happened_at &gt;= #{since}</if>
    <if test="least != null">and amount &gt;= #{least, jdbcType=DECIMAL}</if>
    <if test="title != null and title != ''"><bind name="pattern" value="title + '%'"/>and title like #{pattern}</if>
  </where></sql>
  <select id="entities" resultType="cn.platform.shop.Sample">select * from shop_sample <include refid="filter"/> order by id</select>
  <select id="maps">select id, active, amount, counter, happened_at, day from shop_sample <include refid="filter"/> order by id</select>
  <select id="totals">
    select count(*) as n, count(amount) as with_amount, sum(counter) as counters, max(counter) as most, sum(amount) as amounts,
      max(happened_at) as latest, max(day) as last_day, coalesce(max(amount), 0) as greatest from shop_sample
  </select>
  <select id="count" resultType="number">select count(*) from shop_sample <include refid="filter"/></select>
  <select id="average" resultType="string">select avg(counter) from shop_sample <include refid="filter"/></select>
  <select id="groups">select active, count(*) as n from shop_sample group by active order by n desc</select>
  <select id="page" resultType="cn.platform.shop.Sample">select * from shop_sample <include refid="filter"/></select>
  <insert id="add">
    insert into shop_sample (id, title, active, amount, counter, ratio, payload, happened_at, day) values
    <foreach collection="rows" item="row" separator=",">
      (#{row.id}, #{row.title}, #{row.active}, #{row.amount}, #{row.counter}, #{row.ratio}, #{row.payload}, #{row.happenedAt}, #{row.day})
    </foreach>
  </insert>
  <update id="change">
    update shop_sample
    <set>
      <foreach collection="set" item="value" index="name" separator=",">
        <choose>
          <when test="name == 'title'">title = #{value}</when>
          <when test="name == 'active'">active = #{value}</when>
          <when test="name == 'amount'">amount = #{value}</when>
        </choose>
      </foreach>
    </set>
    <include refid="filter"/>
  </update>
  <delete id="remove">delete from shop_sample <include refid="filter"/></delete>
  <select id="echo">select id, title from shop_sample where title = #{value} or (#{value, jdbcType=VARCHAR} is null and title is null) order by id</select>`);

const TABLE = `create table shop_sample (id bigint not null primary key, tenant_id varchar(20) not null, title varchar(100) not null,
  active boolean not null, amount decimal(12,2) null, counter integer not null, ratio double precision null, payload text null,
  happened_at timestamp(3) null, day date null)`;

const first = {
  id: 9_007_199_254_740_991,
  title: `quotes ' " \\ and ünïcödé 🎈`,
  active: true,
  amount: '10.50',
  counter: 3,
  ratio: 0.25,
  payload: { a: [1, 'x', null] },
  happenedAt: '2026-01-31T08:00:00.500Z',
  day: '2026-01-31',
};
const second = {
  id: 2,
  title: 'empty',
  active: false,
  amount: null,
  counter: -4,
  ratio: null,
  payload: null,
  happenedAt: null,
  day: null,
};
const third = {
  ...second,
  id: 3,
  title: 'third',
  amount: '2.25',
  counter: 2_000_000_000,
  happenedAt: '2026-02-01T00:00:00.000Z',
};

const inTenant = <T>(work: () => Promise<T>): Promise<T> =>
  requestContext.run({ requestId: 'test', tenantId: 'a', user: undefined }, work);

/** One set of expectations, so that the databases cannot differ. (design 9.1-5) */
await describeDatabases('a mapper, with the same results', ({ config }) => {
  let database: Database;
  const samples = new SampleMapper();
  const ids = (rows: ReadonlyArray<{ id?: unknown }>) => rows.map(({ id }) => id);
  beforeAll(async () => {
    database = await openTestDatabase(config);
    await database.executeScript(TABLE);
    await bindToDatabase(samples, database, XML);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.raw('delete from shop_sample');
    await inTenant(() => samples.add({ rows: [first, second, third] }));
  });

  it('gives entities equal values by written and generated statements', async () => {
    const found = await inTenant(() => samples.entities({}));
    expect(found.map((sample) => ({ ...sample, tenantId: undefined }))).toEqual([second, third, first]);
    expect(found[0]).toBeInstanceOf(Sample);
    const generated = await inTenant(() => samples.selectList((q) => q.orderBy('id')));
    expect(generated.map((sample) => ({ ...sample }))).toEqual([second, third, first]);
    const added = await inTenant(() => samples.insert({ ...first, id: 7, title: 'again' }));
    expect({ ...added }).toEqual({ ...first, id: 7, title: 'again' });
    const batch = await inTenant(() =>
      samples.insertBatch([
        { ...second, id: 9 },
        { ...first, id: 8 },
      ]),
    );
    expect(batch.map((sample) => ({ ...sample }))).toEqual([
      { ...second, id: 9 },
      { ...first, id: 8 },
    ]);
  });

  it('gives maps booleans, ISO times, and decimals as text', async () => {
    expect(await inTenant(() => samples.maps({ ids: [first.id, 2] }))).toEqual([
      { id: 2, active: false, amount: null, counter: -4, happenedAt: null, day: null },
      {
        id: first.id,
        active: true,
        amount: '10.50',
        counter: 3,
        happenedAt: '2026-01-31T08:00:00.500Z',
        day: '2026-01-31',
      },
    ]);
  });

  it('counts and sums integers as numbers, decimals as text', async () => {
    expect(await inTenant(() => samples.totals())).toEqual({
      n: 3,
      withAmount: 2,
      counters: 1_999_999_999,
      most: 2_000_000_000,
      amounts: '12.75',
      latest: '2026-02-01T00:00:00.000Z',
      lastDay: '2026-01-31',
      greatest: '10.5',
    });
    expect(await inTenant(() => samples.count({}))).toBe(3);
    expect(await inTenant(() => samples.count({ ids: [1] }))).toBe(0);
    expect(await inTenant(() => samples.average({ ids: [2, first.id] }))).toBe('-0.5');
    expect(await inTenant(() => samples.average({ ids: [1] }))).toBeNull();
    expect(await inTenant(() => samples.groups())).toEqual([
      { active: false, n: 2 },
      { active: true, n: 1 },
    ]);
  });

  it('compares booleans, times, decimals and texts', async () => {
    expect(ids(await inTenant(() => samples.entities({ active: true })))).toEqual([first.id]);
    expect(ids(await inTenant(() => samples.entities({ since: '2026-01-31T08:00:00.501Z' })))).toEqual([3]);
    expect(
      ids(await inTenant(() => samples.entities({ since: new Date('2026-01-31T08:00:00.500Z') }))),
    ).toEqual([3, first.id]);
    expect(ids(await inTenant(() => samples.entities({ least: '2.26' })))).toEqual([first.id]);
    expect(ids(await inTenant(() => samples.entities({ title: `quotes ' " ` })))).toEqual([first.id]);
    expect(await inTenant(() => samples.echo({ value: first.title }))).toEqual({
      id: first.id,
      title: first.title,
    });
    expect(await inTenant(() => samples.echo({ value: null }))).toBeUndefined();
    const conditions = await inTenant(() =>
      samples.selectList((q) =>
        q
          .ge('happenedAt', '2026-01-31T08:00:00.500Z')
          .lt('amount', '10')
          .or((or) => or.eq('active', false).isNull('amount'))
          .orderBy('id'),
      ),
    );
    expect(ids(conditions)).toEqual([2, 3]);
  });

  it('accepts 1,000 parameters in a foreach', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => index);
    expect(ids(await inTenant(() => samples.entities({ ids: many })))).toEqual([2, 3]);
    const rows = many.map((index) => ({ ...second, id: index + 100, title: `n${index}` }));
    expect(await inTenant(() => samples.add({ rows }))).toBe(1_000);
    expect(await inTenant(() => samples.count({ ids: rows.map(({ id }) => id) }))).toBe(1_000);
    expect(await inTenant(() => samples.remove({ ids: rows.map(({ id }) => id) }))).toBe(1_000);
  });

  it('returns the number of matching rows, changed or not', async () => {
    const change = { ids: [2, 3, 4], set: { active: false, amount: '7' } };
    expect(await inTenant(() => samples.change(change))).toBe(2);
    expect(await inTenant(() => samples.change(change))).toBe(2);
    expect((await inTenant(() => samples.selectByIds([3])))[0]).toMatchObject({
      active: false,
      amount: '7.00',
    });
  });

  it('pages in the requested order', async () => {
    const page = (pageNum: number, isAsc: boolean) =>
      inTenant(() => samples.page({}, { pageNum, pageSize: 2, orderByColumn: 'counter', isAsc }));
    const down = await page(1, false);
    expect([down.total, ids(down.rows)]).toEqual([3, [3, first.id]]);
    expect(ids((await page(2, true)).rows)).toEqual([3]);
  });
});
