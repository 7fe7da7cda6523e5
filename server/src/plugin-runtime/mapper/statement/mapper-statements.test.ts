import { renderStatement } from '@platform/mapper';
import {
  execute,
  selectList,
  selectOne,
  selectPage,
  selectValue,
  BaseMapper,
  Mapper,
  TableField,
  TableId,
  TableName,
} from '@platform/plugin-sdk/orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../data/index.ts';
import { describeDatabases } from '../../../data/testing/databases.ts';
import { openTestDatabase } from '../../../data/testing/open.ts';
import { requestContext } from '../../../kernel/index.ts';
import { LoadRefusal } from '../../contract/load-finding.ts';
import { bindToDatabase, MAPPER_NAME as NAME, readShopStatements } from '../../testing/bind-mapper.ts';

@TableName('shop_item')
class Item {
  @TableId() id!: number;
  @TableField() title!: string;
  @TableField() itemStatus!: string;
  @TableField() paid!: boolean;
  @TableField({ type: 'decimal' }) price!: string | null;
}

interface Filter {
  title?: string;
  status?: string;
  ids?: number[];
  order?: string;
}

@Mapper(Item)
class ItemMapper extends BaseMapper<Item> {
  readonly find = selectList<Item, Filter>();
  readonly counts = selectList<{ itemStatus: string; n: number }>();
  readonly total = selectValue<number, { status?: string }>();
  readonly titleOf = selectValue<string | null, { id: number }>();
  readonly one = selectOne<Item, { title: string }>();
  readonly search = selectPage<Item, Filter>();
  readonly headings = selectPage<{ id: number; heading: string }>();
  readonly add = execute<{ rows: ReadonlyArray<{ id: number; title: string; price?: number }> }>();
  readonly change = execute<{ id: number; title?: string; status?: string; paid?: boolean }>();
  readonly remove = execute<{ ids: number[] }>();
  readonly dialect = selectValue<string>();
  readonly sorted = selectList<Item, Filter>();
  readonly sortedPage = selectPage<Item, Filter>();
}

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "http://mybatis.org/dtd/mybatis-3-mapper.dtd">
<mapper namespace="${NAME}">
  <sql id="columns">\${t}.id, \${t}.title, \${t}.item_status, \${t}.paid, \${t}.price</sql>
  <sql id="from">
    select <include refid="columns"><property name="t" value="i"/></include> from shop_item i
  </sql>
  <sql id="filter">
    <bind name="pattern" value="'%' + title + '%'"/>
    <where>
      <if test="title != null and title != ''">and i.title like #{pattern}</if>
      <choose>
        <when test="status == 'any'"></when>
        <when test="status != null">and i.item_status = #{status}</when>
        <otherwise>AND i.item_status &lt;> 'gone'</otherwise>
      </choose>
      <if test="ids != null">
        and i.id in <foreach collection="ids" item="id" open="(" separator="," close=")">#{id}</foreach>
      </if>
    </where>
  </sql>
  <select id="find" resultType="cn.platform.shop.Item" parameterType="map">
    <include refid="from"/> <include refid="${NAME}.filter"/> order by i.id
  </select>
  <select id="search" resultType="cn.platform.shop.Item">
    <include refid="from"/> <include refid="filter"/> order by i.id
  </select>
  <select id="headings">select id, title as heading from shop_item</select>
  <select id="counts">
    select item_status, count(*) as n from shop_item group by item_status order by item_status
  </select>
  <select id="total" resultType="number">
    select count(*) from shop_item <trim prefix="where" prefixOverrides="and |or "><if test="status != null">and item_status = #{status}</if></trim>
  </select>
  <select id="titleOf" resultType="string">select title from shop_item where id = #{id, jdbcType=BIGINT}</select>
  <select id="one" resultType="cn.platform.shop.Item"><![CDATA[ select * from shop_item where title = #{title} and id > 0 ]]></select>
  <insert id="add">
    insert into shop_item (id, title, item_status, price) values
    <foreach collection="rows" item="row" index="at" separator=",">(#{row.id}, #{row.title}, 'open', #{rows[at].price, jdbcType=DECIMAL})</foreach>
  </insert>
  <update id="change">
    update shop_item
    <set>
      <if test="title != null">title = #{title},</if>
      <if test="status != null">item_status = #{status},</if>
      <if test="paid != null">paid = #{paid},</if>
    </set>
    where id = #{id}
  </update>
  <delete id="remove">
    delete from shop_item where id in <foreach collection="ids" item="x" open="(" separator="," close=")">#{x}</foreach>
  </delete>
  <select id="sorted" unsafe="true" resultType="cn.platform.shop.Item">select id from shop_item order by \${order}</select>
  <select id="sortedPage" unsafe="true" resultType="cn.platform.shop.Item">select id from shop_item order by \${order}</select>
  <select id="dialect" resultType="string">select 'any' as d</select>
  <select id="dialect" resultType="string" databaseId="sqlite">select 'sqlite' as d</select>
  <select id="dialect" resultType="string" databaseId="mysql">select 'mysql' as d</select>
  <select id="dialect" resultType="string" databaseId="postgres">select 'postgres' as d</select>
</mapper>`;

const within = <T>(tenantId: string, work: () => Promise<T>): Promise<T> =>
  requestContext.run({ requestId: 'test', tenantId, user: undefined }, work);
const warnings: string[] = [];
const logger = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: (message: string) => void warnings.push(message),
  error: () => undefined,
  child: () => logger,
  isEnabled: () => true,
};
const read = (database: Database, ...xml: string[]) => readShopStatements(database, xml, [Item], logger);

await describeDatabases('mapper XML', ({ name, config }) => {
  let database: Database;
  const items = new ItemMapper();
  beforeAll(async () => {
    database = await openTestDatabase(config);
    await database.executeScript(`
      create table shop_item (id bigint not null primary key, tenant_id varchar(20) not null, title varchar(50) not null,
        item_status varchar(20) not null, paid boolean not null default false, price decimal(10,2) null,
        create_time timestamp(3) null, update_time timestamp(3) null)`);
    await bindToDatabase(items, database, XML);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.raw('delete from shop_item');
    const rows = ['a', 'b', 'c'].map((title, index) => ({ id: index + 1, title }));
    await within('t1', () => items.add({ rows: [...rows, { id: 4, title: '100%', price: 1.5 }] }));
    await within('t2', () => items.add({ rows: [{ id: 5, title: 'foreign' }] }));
  });
  const ids = async (filter: Filter) => (await within('t1', () => items.find(filter))).map(({ id }) => id);

  it('runs the branches of its parameters within the tenant', async () => {
    expect(await ids({})).toEqual([1, 2, 3, 4]);
    expect(await ids({ title: '0' })).toEqual([4]);
    expect(await ids({ title: '', status: 'done' })).toEqual([]);
    expect(await ids({ status: 'any', ids: [1, 3, 5] })).toEqual([1, 3]);
    expect(await ids({ title: `' or 1 = 1 --` })).toEqual([]);
    expect(await within('t2', () => items.total({}))).toBe(1);
    expect(await items.total()).toBe(0);
  });

  it('maps rows to the declared type, equally on each database', async () => {
    const [item] = await within('t1', () => items.find({ ids: [4] }));
    expect(item).toBeInstanceOf(Item);
    expect({ ...item }).toEqual({ id: 4, title: '100%', itemStatus: 'open', paid: false, price: '1.50' });
    expect(await within('t1', () => items.counts())).toEqual([{ itemStatus: 'open', n: 4 }]);
    expect(await within('t1', () => items.total({ status: 'open' }))).toBe(4);
    expect(await within('t1', () => items.titleOf({ id: 1 }))).toBe('a');
    expect(await within('t1', () => items.titleOf({ id: 5 }))).toBeNull();
    expect(await within('t1', () => items.one({ title: 'none' }))).toBeUndefined();
    expect(await items.dialect()).toBe(name);
  });

  it.each([
    ['(select token_hash from sys_session)', /SQL_FORBIDDEN|TENANT_QUERY_REFUSED/],
    ['id; drop table shop_item', /SQL_FORBIDDEN|TENANT_QUERY_REFUSED/],
    ['(select 1 from no_such_table)', /TENANT_QUERY_REFUSED/],
  ])('names statement, file and line of a refused argument: %s', async (order, code) => {
    const line = (id: string): number => XML.split('\n').findIndex((text) => text.includes(`id="${id}"`)) + 1;
    const found = within('t1', () => items.sorted({ order }));
    await expect(found).rejects.toMatchObject({
      code: expect.stringMatching(code) as string,
      message: expect.stringContaining(`0: Statement sorted (line ${line('sorted')}): `) as string,
      fix: expect.any(String) as string,
    });
    await expect(
      within('t1', () => items.sortedPage({ order }, { pageNum: 1, pageSize: 2 })),
    ).rejects.toThrow(`0: Statement sortedPage (line ${line('sortedPage')}): `);
    expect(await within('t1', () => items.sorted({ order: 'id desc' }))).toHaveLength(4);
  });

  it('refuses two rows where one was declared', async () => {
    await within('t1', () => items.add({ rows: [{ id: 7, title: 'a' }] }));
    await expect(within('t1', () => items.one({ title: 'a' }))).rejects.toMatchObject({
      code: 'MAPPER_RESULT_AMBIGUOUS',
    });
  });

  it('pages, counts, and orders by known columns', async () => {
    const page = (more: object) => within('t1', () => items.search({}, { pageNum: 1, pageSize: 2, ...more }));
    expect(await page({})).toMatchObject({ total: 4, rows: [{ id: 1 }, { id: 2 }] });
    expect(await page({ pageNum: 2 })).toMatchObject({ total: 4, rows: [{ id: 3 }, { id: 4 }] });
    expect(await page({ pageNum: 9 })).toEqual({ total: 4, rows: [] });
    const statement = vi.spyOn(database, 'statement');
    expect(await page({ pageNum: 3 })).toEqual({ total: 4, rows: [] });
    expect(statement, 'counts, and selects no page behind the last row').toHaveBeenCalledOnce();
    statement.mockRestore();
    expect(await page({ orderByColumn: 'itemStatus' })).toMatchObject({ total: 4 });
    expect(await page({ orderByColumn: 'id', isAsc: false })).toMatchObject({ rows: [{ id: 4 }, { id: 3 }] });
    await expect(page({ orderByColumn: 'id; drop table shop_item' })).rejects.toMatchObject({
      code: 'ORDER_COLUMN_UNKNOWN',
      status: 400,
    });
  });

  it('orders by the names that a statement gives its columns', async () => {
    const by = async (orderByColumn: string) => {
      const page = { pageNum: 1, pageSize: 2, orderByColumn, isAsc: false };
      return (await within('t1', () => items.headings({}, page))).rows.map(({ id }) => id);
    };
    expect(await by('heading')).toEqual([3, 2]);
    expect(await by('id')).toEqual([4, 3]);
  });

  it.each([
    ['a column that neither the statement nor the entity has', 'password'],
    ['an expression that would match the statement as a pattern', 'id|(select 1)'],
    ['a pattern that matches any statement', '.*'],
    ['a column that is only part of a name', 'stat'],
    ['an empty name', ''],
  ])('refuses to order a page by %s', async (_name, orderByColumn) => {
    const page = { pageNum: 1, pageSize: 2, orderByColumn };
    await expect(within('t1', () => items.search({}, page))).rejects.toMatchObject({
      code: 'ORDER_COLUMN_UNKNOWN',
      status: 400,
    });
  });

  it('changes and deletes, and returns the number of rows', async () => {
    expect(await within('t1', () => items.change({ id: 1, title: 'A', paid: true }))).toBe(1);
    expect(await within('t1', () => items.change({ id: 5, title: 'A' }))).toBe(0);
    expect(await within('t1', () => items.find({ ids: [1] }))).toMatchObject([{ title: 'A', paid: true }]);
    expect(await within('t1', () => items.remove({ ids: [1, 5] }))).toBe(1);
    await expect(within('t1', () => items.add({ rows: [{ id: 2, title: 'x' }] }))).rejects.toMatchObject({
      code: 'ROW_DUPLICATE',
    });
  });

  it('accepts a thousand parameters in a foreach', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({ id: index + 100, title: `n${index}` }));
    expect(await within('t1', () => items.add({ rows: rows.slice(0, 300) }))).toBe(300);
    expect(await within('t1', () => items.remove({ ids: rows.map(({ id }) => id) }))).toBe(300);
  });
});

describe('wrong mapper XML', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase({ type: 'sqlite', file: ':memory:' });
    await database.executeScript('create table shop_item (id integer, tenant_id varchar(20))');
  });
  afterAll(() => database.close());
  const mapper = (body: string, namespace = NAME): string =>
    `<mapper namespace="${namespace}">${body}</mapper>`;
  const refusal = async (...xml: string[]): Promise<Array<[string, string]>> => {
    warnings.length = 0;
    const error = await read(database, ...xml).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof LoadRefusal)) throw new Error('The XML was taken.', { cause: error });
    return error.findings.map(({ code, message }) => [code, message]);
  };

  it('spec: Errors/a malformed mapper XML: warns of that mapper, reads the rest, then fails the load', async () => {
    const findings = await refusal(
      '<mapper namespace="x"><select',
      mapper('<select id="a">select ${x}</select>'),
      mapper(''),
    );
    expect(findings.map(([code]) => code)).toEqual(['MAPPER_XML_INVALID', 'MAPPER_SUBSTITUTION']);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/^0: The XML is not well-formed/);
  });

  it.each([
    ['spec: L7 another namespace', mapper('', 'com.other.Mapper'), 'MAPPER_NAMESPACE'],
    ['no namespace', '<mapper/>', 'MAPPER_NAMESPACE'],
    [
      'a namespace without a class',
      mapper('<select id="a">select 1</select>', `${NAME}X`),
      'MAPPER_NAMESPACE',
    ],
    ['another root', '<mappers/>', 'MAPPER_XML_INVALID'],
    ['an unknown element', mapper('<cache/>'), 'MAPPER_XML_INVALID'],
    [
      'an unknown part',
      mapper('<select id="a">select 1 <when test="a">x</when></select>'),
      'MAPPER_XML_INVALID',
    ],
    [
      'an unknown attribute',
      mapper('<select id="a" useCache="true">select 1</select>'),
      'MAPPER_XML_INVALID',
    ],
    ['no id', mapper('<select>select 1</select>'), 'MAPPER_XML_INVALID'],
    [
      'two of one id',
      mapper('<select id="a">select 1</select><update id="a">update x</update>'),
      'MAPPER_XML_INVALID',
    ],
    [
      'an expression that is none',
      mapper('<select id="a">select 1 <if test="a ==">x</if></select>'),
      'MAPPER_XML_INVALID',
    ],
    [
      'a fragment that is missing',
      mapper('<select id="a"><include refid="b"/></select>'),
      'MAPPER_XML_INVALID',
    ],
    [
      'a fragment in itself',
      mapper('<sql id="b"><include refid="b"/></sql><select id="a"><include refid="b"/></select>'),
      'MAPPER_XML_INVALID',
    ],
    [
      'a type that is not known',
      mapper('<select id="a" resultType="java.lang.Long">select 1</select>'),
      'MAPPER_XML_INVALID',
    ],
    [
      'an unknown jdbcType',
      mapper('<select id="a">select #{a, jdbcType=BLOBBY}</select>'),
      'MAPPER_XML_INVALID',
    ],
    [
      'an external entity',
      '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><mapper namespace="n">&x;</mapper>',
      'MAPPER_XML_INVALID',
    ],
    [
      'elements in one another without end',
      mapper(`<select id="a">select 1 ${'<if test="a">'.repeat(20_000)}x${'</if>'.repeat(20_000)}</select>`),
      'MAPPER_XML_INVALID',
    ],
    [
      'an expression in brackets without end',
      mapper(
        `<select id="a">select 1 <if test="${'('.repeat(20_000)}a${')'.repeat(20_000)}">x</if></select>`,
      ),
      'MAPPER_XML_INVALID',
    ],
    [
      'an expression of signs without end',
      mapper(`<select id="a">select 1 <if test="${'!'.repeat(20_000)}a">x</if></select>`),
      'MAPPER_XML_INVALID',
    ],
  ])('refuses %s', async (_title, xml, code) => {
    expect((await refusal(xml)).map(([found]) => found)).toEqual([code]);
  });

  const included = (refid: string, times: number): string => `<include refid="${refid}"/>`.repeat(times);
  it.each([
    [
      'fragments of several files that double one another',
      Array.from({ length: 40 }, (_, at) =>
        mapper(`<sql id="f">${included(`${NAME}${at + 1}.f`, 2)}</sql>`, `${NAME}${at}`),
      ),
      included(`${NAME}0.f`, 1),
      /more than 1000 fragments/,
    ],
    [
      'a property that doubles from fragment to fragment',
      Array.from({ length: 40 }, (_, at) =>
        mapper(
          `<sql id="f">\${p}<include refid="${NAME}${at + 1}.f"><property name="p" value="\${p}\${p}"/></include></sql>`,
          `${NAME}${at}`,
        ),
      ),
      `<include refid="${NAME}0.f"><property name="p" value="xxxxxxxx"/></include>`,
      /more than 1000000 characters/,
    ],
    [
      'a long fragment many times',
      [mapper(`<sql id="f">${'x'.repeat(10_000)}</sql>`, `${NAME}0`)],
      included(`${NAME}0.f`, 500),
      /more than 1000000 characters/,
    ],
    [
      'a long property in many places',
      [mapper(`<sql id="f">${'${p}'.repeat(100_000)}</sql>`, `${NAME}0`)],
      `<include refid="${NAME}0.f"><property name="p" value="${'x'.repeat(500_000)}"/></include>`,
      /more than 1000000 characters/,
    ],
    [
      'a chain of fragments without end',
      Array.from({ length: 900 }, (_, at) =>
        mapper(`<sql id="f">${included(`${NAME}${at + 1}.f`, 1)}</sql>`, `${NAME}${at}`),
      ),
      included(`${NAME}0.f`, 1),
      /deeper than 100/,
    ],
  ])('refuses %s without delay', async (_title, files, body, message) => {
    const last = mapper('<sql id="f">x</sql>', `${NAME}${files.length}`);
    const [[code, text] = []] = await refusal(...files, last, mapper(`<select id="a">${body}</select>`));
    expect(code).toBe('MAPPER_XML_INVALID');
    expect(text).toMatch(message);
  });

  it('accepts statements marked unsafe, or without tenant filter', async () => {
    const statements = await read(
      database,
      mapper(`<select id="a" unsafe="true">select id from shop_item order by \${column}</select>
              <update id="b" tenant="ignore">truncate table shop_item</update>`),
    );
    const statement = statements.get(NAME)?.get('a');
    expect(statement && renderStatement(statement, { column: 'id' }, 'sqlite').text).toContain('order by id');
    expect(statements.get(NAME)?.get('b')?.ignoreTenant).toBe(true);
  });
});
