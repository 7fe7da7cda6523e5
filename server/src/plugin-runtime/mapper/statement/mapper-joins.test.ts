import {
  BaseMapper,
  execute,
  Mapper,
  selectList,
  selectOne,
  TableField,
  TableId,
  TableName,
} from '@platform/plugin-sdk/orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../data/index.ts';
import { describeDatabases } from '../../../data/testing/databases.ts';
import { openTestDatabase } from '../../../data/testing/open.ts';
import { requestContext } from '../../../kernel/index.ts';
import { LoadRefusal } from '../../contract/load-finding.ts';
import { bindToDatabase, mapperXml, readShopStatements } from '../../testing/bind-mapper.ts';

@TableName('shop_order')
class Order {
  @TableId() id!: number;
  @TableField() orderNo!: string;
  @TableField() paid!: boolean;
  @TableField({ type: 'decimal' }) amount!: string;
  lines!: Array<{ id: number; item: string; gift: boolean }>;
  buyer!: { id: number; name: string } | null;
}

interface NewOrder {
  id?: number;
  orderNo: string;
  amount: string;
  made?: { at?: number; count?: number };
}

@Mapper(Order)
class OrderMapper extends BaseMapper<Order> {
  readonly detail = selectOne<Order, { id: number }>();
  readonly all = selectList<Order, { paid?: boolean }>();
  readonly kinds = selectList<Record<string, unknown>>();
  readonly addBefore = execute<NewOrder>();
  readonly addAfter = execute<NewOrder>();
  readonly touch = execute<{ id: number; old?: { no?: string; amount?: string } }>();
  readonly noKey = execute<NewOrder>();
}

const XML = mapperXml(`
  <resultMap id="orderBase" type="cn.platform.shop.Order">
    <id column="id" property="id"/>
    <result column="order_no" property="orderNo"/><result column="paid" property="paid"/><result column="amount" property="amount"/>
  </resultMap>
  <resultMap id="order" type="cn.platform.shop.Order" extends="orderBase">
    <association property="buyer" columnPrefix="buyer_" autoMapping="true"/>
    <collection property="lines" ofType="map" columnPrefix="line_">
      <id column="id" property="id"/><result column="item" property="item"/><result column="gift" property="gift" javaType="boolean"/>
    </collection>
  </resultMap>
  <sql id="col">\${alias}.\${name} as \${prefix}_\${name}</sql>
  <sql id="lineColumns">
    <include refid="col"><property name="name" value="id"/></include>,
    <include refid="\${column}"><property name="name" value="item"/></include>, \${alias}.gift as \${prefix}_gift
  </sql>
  <sql id="joined">
    select o.id, o.order_no, o.paid, o.amount, b.id as buyer_id, b.name as buyer_name,
      <include refid="lineColumns"><property name="alias" value="l"/><property name="prefix" value="line"/><property name="column" value="col"/></include>
    from shop_order o left join shop_buyer b on b.id = o.buyer_id left join shop_line l on l.order_id = o.id
  </sql>
  <select id="detail" resultMap="order"><include refid="joined"/> where o.id = #{id} order by l.id</select>
  <select id="all" resultMap="order">
    <include refid="joined"/> <where><if test="paid != null">o.paid = #{paid}</if></where> order by o.id, l.id
  </select>
  <resultMap id="kind" type="map" autoMapping="false">
    <id column="id" property="id"/>
    <discriminator column="paid"><case value="true" resultType="map"><result column="amount" property="received"/></case></discriminator>
  </resultMap>
  <select id="kinds" resultMap="kind">select * from shop_order order by id</select>
  <insert id="addBefore">
    <selectKey keyProperty="id" resultType="number" order="BEFORE">select coalesce(max(id), 0) + 10 from shop_order</selectKey>
    insert into shop_order (id, order_no, amount) values (#{id}, #{orderNo}, #{amount})
  </insert>
  <insert id="addAfter">
    insert into shop_order (id, order_no, amount) values (500, #{orderNo}, #{amount})
    <selectKey keyProperty="id" resultType="number" databaseId="mysql">select id from shop_order where order_no = concat('', #{orderNo})</selectKey>
    <selectKey keyProperty="id" resultType="number">select id from shop_order where order_no = #{orderNo}</selectKey>
  </insert>
  <update id="touch">
    <selectKey keyProperty="old.no, old.amount" order="BEFORE">select order_no, amount from shop_order where id = #{id}</selectKey>
    update shop_order set order_no = 'touched' where id = #{id}
  </update>
  <insert id="noKey">
    insert into shop_order (id, order_no, amount) values (501, #{orderNo}, #{amount})
    <selectKey keyProperty="id" resultType="number">select id from shop_order where id = -1</selectKey>
  </insert>`);

const TABLES = `
  create table shop_order (id bigint not null primary key, tenant_id varchar(20) not null, order_no varchar(50) not null,
    buyer_id bigint null, paid boolean not null default false, amount decimal(10,2) not null);
  create table shop_buyer (id bigint not null primary key, tenant_id varchar(20) not null, name varchar(50) not null);
  create table shop_line (id bigint not null primary key, tenant_id varchar(20) not null, order_id bigint not null,
    item varchar(50) not null, gift boolean not null);`;

const within = <T>(tenantId: string, work: () => Promise<T>): Promise<T> =>
  requestContext.run({ requestId: 'test', tenantId, user: undefined }, work);

await describeDatabases('result maps and keys', ({ config }) => {
  let database: Database;
  const orders = new OrderMapper();
  beforeAll(async () => {
    database = await openTestDatabase(config);
    await database.executeScript(TABLES);
    await bindToDatabase(orders, database, XML);
  });
  afterAll(() => database.close());
  beforeEach(() =>
    database.executeScript(`
      delete from shop_order; delete from shop_buyer; delete from shop_line;
      insert into shop_buyer values (1, 'a', 'Ada'), (2, 'b', 'Bob');
      insert into shop_order values (1, 'a', 'N1', 1, true, 10), (2, 'a', 'N2', 2, false, 2.5), (3, 'b', 'N3', 2, true, 3);
      insert into shop_line values (1, 'a', 1, 'pen', false), (2, 'a', 1, 'ink', true), (3, 'b', 1, 'foreign', false), (4, 'b', 3, 'x', false);`),
  );

  it('spec: L7 merges joined rows within the tenant, equally on each database', async () => {
    const order = await within('a', () => orders.detail({ id: 1 }));
    expect(order).toBeInstanceOf(Order);
    expect({ ...order }).toEqual({
      id: 1,
      orderNo: 'N1',
      paid: true,
      amount: '10.00',
      buyer: { id: 1, name: 'Ada' },
      lines: [
        { id: 1, item: 'pen', gift: false },
        { id: 2, item: 'ink', gift: true },
      ],
    });
    const all = await within('a', () => orders.all({}));
    expect(all.map(({ id, lines, buyer }) => [id, lines.length, buyer?.name])).toEqual([
      [1, 2, 'Ada'],
      [2, 0, undefined],
    ]);
    expect(await within('a', () => orders.detail({ id: 3 }))).toBeUndefined();
  });

  it('selects by a discriminator', async () => {
    expect(await within('a', () => orders.kinds())).toEqual([{ id: 1, received: '10.00' }, { id: 2 }]);
  });

  it('selects a key before and after, in the transaction of the change', async () => {
    const before: NewOrder = { orderNo: 'N9', amount: '1.00' };
    expect(await within('a', () => orders.addBefore(before))).toBe(1);
    expect(before.id).toBe(12);
    const after: NewOrder = { orderNo: 'N10', amount: '1.00' };
    expect(await within('a', () => orders.addAfter(after))).toBe(1);
    expect(after.id).toBe(500);
    const touched = { id: 1, old: {} };
    expect(await within('a', () => orders.touch(touched))).toBe(1);
    expect(touched.old).toEqual({ no: 'N1', amount: '10.00' });
  });

  it('rolls a change back that has no key', async () => {
    const add = within('a', () => orders.noKey({ orderNo: 'N9', amount: '1.00' }));
    await expect(add).rejects.toMatchObject({ code: 'MAPPER_KEY_INVALID' });
    const { rows } = await database.raw('select id from shop_order where id = 501');
    expect(rows).toEqual([]);
    const frozen = Object.freeze({ orderNo: 'N9', amount: '1.00' });
    await expect(within('a', () => orders.addBefore(frozen))).rejects.toMatchObject({
      code: 'MAPPER_KEY_INVALID',
    });
    await expect(within('a', () => orders.touch({ id: 1 }))).rejects.toMatchObject({
      code: 'MAPPER_KEY_INVALID',
    });
  });
});

describe('wrong result maps and keys', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase({ type: 'sqlite', file: ':memory:' });
    await database.executeScript('create table shop_item (id integer, tenant_id varchar(20))');
  });
  afterAll(() => database.close());
  const insert = (key: string): string =>
    `<insert id="a">insert into shop_item (id) values (1) ${key}</insert>`;
  const select = (attributes: string): string => `<select id="a" ${attributes}>select 1 as id</select>`;
  const map = '<resultMap id="m" type="map"><id column="id" property="id"/></resultMap>';

  it.each([
    ['a resultType and a resultMap', `${map}${select('resultType="map" resultMap="m"')}`],
    ['a result map that is not there', select('resultMap="m"')],
    ['a result map that nobody uses', '<resultMap id="m" type="map"><result/></resultMap>'],
    ['two result maps of one id', map + map],
    [
      'a key of a delete',
      '<delete id="a">delete from shop_item <selectKey keyProperty="id">select 1</selectKey></delete>',
    ],
    ['a key without a property', insert('<selectKey>select 1</selectKey>')],
    ['a key of another order', insert('<selectKey keyProperty="id" order="LATER">select 1</selectKey>')],
    ['two keys', insert('<selectKey keyProperty="id">select 1</selectKey>'.repeat(2))],
    [
      'several properties of one value',
      insert('<selectKey keyProperty="a, b" resultType="number">select 1</selectKey>'),
    ],
    [
      'a key of an unknown type',
      insert('<selectKey keyProperty="id" resultType="long">select 1</selectKey>'),
    ],
    [
      'a generated key',
      '<insert id="a" useGeneratedKeys="true">insert into shop_item (id) values (1)</insert>',
    ],
  ])('spec: Errors/a malformed mapper XML: refuses %s', async (_title, xml) => {
    const error: unknown = await readShopStatements(database, [mapperXml(xml)]).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(LoadRefusal);
    expect((error as LoadRefusal).findings.map(({ code }) => code)).toEqual(['MAPPER_XML_INVALID']);
  });
});
