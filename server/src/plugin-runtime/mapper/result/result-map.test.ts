import { elementsOf, hasCollection, MapperError, parseXml, ResultMapReader } from '@platform/mapper';
import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
import { describe, expect, it } from 'vitest';
import { resultMapper } from './map-results.ts';
import { camelCase, type Row } from './rows-mapper.ts';

@TableName('shop_order')
class Order {
  @TableId() id!: number;
  @TableField() orderNo!: string;
  @TableField({ type: 'boolean' }) paid!: boolean;
  @TableField('order_status') status!: string;
  lines!: Array<Record<string, unknown>>;
}

const types = new Map<string, new () => object>([['cn.platform.shop.Order', Order]]);

/** The mapper of the result map `main` among those given. */
function reader(maps: string): ResultMapReader<new () => object> {
  const elements = elementsOf(parseXml(`<mapper>${maps}</mapper>`));
  return new ResultMapReader(
    new Map(elements.map((element) => [`n.${element.attributes['id']}`, element])),
    types,
  );
}
const mapped = (maps: string, ...rows: Row[]): unknown[] =>
  resultMapper(reader(maps).read('main', 'n'))(rows);
const plain = (maps: string, ...rows: Row[]): unknown =>
  JSON.parse(JSON.stringify(mapped(maps, ...rows))) as unknown;

it('names of columns become names of fields', () => {
  expect(['item_status', 'a__b', 'itemStatus', 'line_1'].map(camelCase)).toEqual([
    'itemStatus',
    'aB',
    'itemStatus',
    'line1',
  ]);
});

describe('a result map', () => {
  it('maps columns in any case, and others by their names', () => {
    const map =
      '<resultMap id="main" type="cn.platform.shop.Order"><id column="ORDER_ID" property="id"/></resultMap>';
    const [order] = mapped(map, { order_id: 1, order_no: 'A', paid: 1, more_of_it: 2 });
    expect(order).toBeInstanceOf(Order);
    expect(order).toEqual(Object.assign(new Order(), { id: 1, orderNo: 'A', paid: true, moreOfIt: 2 }));
  });

  it('omits the others without autoMapping', () => {
    const map =
      '<resultMap id="main" type="map" autoMapping="false"><result column="a" property="b"/></resultMap>';
    expect(plain(map, { a: 1, c: 2 }, { a: null, c: 2 })).toEqual([{ b: 1 }, { b: null }]);
  });

  it('maps unnamed columns by the fields of the class', () => {
    const map =
      '<resultMap id="main" type="cn.platform.shop.Order"><id column="id" property="id"/></resultMap>';
    expect(plain(map, { id: 1, order_status: 'new' })).toEqual([{ id: 1, status: 'new' }]);
  });

  it('converts values to their types', () => {
    const map = `<resultMap id="main" type="map">
      <result column="a" property="a" javaType="boolean"/><result column="b" property="b" javaType="json"/>
      <result column="c" property="c" jdbcType="DECIMAL"/><result column="d" property="d" jdbcType="BIGINT"/>
      <result column="e" property="e" jdbcType="VARCHAR"/></resultMap>`;
    expect(plain(map, { a: 1, b: '{"x":1}', c: 2, d: '3', e: 'e' })).toEqual([
      { a: true, b: { x: 1 }, c: '2', d: 3, e: 'e' },
    ]);
  });

  it('keeps each row without nesting', () => {
    const map = '<resultMap id="main" type="map"><id column="id" property="id"/></resultMap>';
    expect(plain(map, { id: 1 }, { id: 1 })).toHaveLength(2);
  });

  const nested = `
    <resultMap id="main" type="cn.platform.shop.Order">
      <id column="id" property="id"/><result column="order_no" property="orderNo"/>
      <association property="member" javaType="map" columnPrefix="member_">
        <id column="id" property="id"/><result column="name" property="name"/>
        <association property="level" columnPrefix="level_" resultMap="level"/>
      </association>
      <collection property="lines" ofType="map" columnPrefix="line_">
        <id column="id" property="id"/><result column="item" property="item"/>
        <collection property="tags" ofType="map" columnPrefix="tag_"><id column="name" property="name"/></collection>
      </collection>
    </resultMap>
    <resultMap id="level" type="map"><id column="id" property="id"/></resultMap>`;
  const row = (id: number, member: number | null, line: number | null, tag: string | null): Row => ({
    id,
    order_no: `N${id}`,
    member_id: member,
    member_name: member === null ? null : `M${member}`,
    member_level_id: member,
    line_id: line,
    line_item: line === null ? null : `I${line}`,
    line_tag_name: tag,
  });

  it('merges several rows into one object, to any depth, in the order of the rows', () => {
    const rows = [
      row(2, 7, 1, 'x'),
      row(1, null, null, null),
      row(2, 7, 1, 'y'),
      row(2, 7, 3, null),
      row(2, 7, 1, 'x'),
    ];
    expect(plain(nested, ...rows)).toEqual([
      {
        id: 2,
        orderNo: 'N2',
        member: { id: 7, name: 'M7', level: { id: 7 } },
        lines: [
          { id: 1, item: 'I1', tags: [{ name: 'x' }, { name: 'y' }] },
          { id: 3, item: 'I3', tags: [] },
        ],
      },
      { id: 1, orderNo: 'N1', member: null, lines: [] },
    ]);
    expect(mapped(nested, ...rows)[0]).toBeInstanceOf(Order);
  });

  it('keeps children of equal ids apart where their parents differ', () => {
    const result = plain(nested, row(1, null, 1, 'x'), row(2, null, 1, 'x')) as Array<{ lines: unknown[] }>;
    expect(result.map(({ lines }) => lines.length)).toEqual([1, 1]);
  });

  it('maps the columns again for another statement', () => {
    const map = resultMapper(
      reader('<resultMap id="main" type="map"><id column="a" property="x"/></resultMap>').read('main', 'n'),
    );
    expect([map([{ a: 1 }]), map([{ a: 2, b: 3 }]), map([])]).toEqual([[{ x: 1 }], [{ x: 2, b: 3 }], []]);
  });

  it('merges by identifiers alone where there are any, otherwise by all values', () => {
    const map = (first: string): string => `<resultMap id="main" type="map">${first}
      <result column="title" property="title"/>
      <collection property="lines" ofType="map"><id column="line" property="line"/></collection></resultMap>`;
    const rows = [
      { id: 1, title: 'a', line: 1 },
      { id: 1, title: 'b', line: 2 },
    ];
    expect(plain(map('<id column="id" property="id"/>'), ...rows)).toEqual([
      { id: 1, title: 'a', lines: [{ line: 1 }, { line: 2 }] },
    ]);
    expect(plain(map('<result column="id" property="id"/>'), ...rows)).toHaveLength(2);
    const [same] = rows;
    expect(plain(map('<result column="id" property="id"/>'), same!, same!)).toHaveLength(1);
    expect(
      plain(map('<id column="id" property="id"/>'), { ...rows[0] }, { ...rows[0], id: '1' }),
    ).toHaveLength(2);
  });

  it('maps unnamed columns neither of nor beside nested objects, unless it is told to', () => {
    const [first] = plain(nested, {
      ...row(1, 7, null, null),
      remark: 'x',
      member_remark: 'x',
    }) as Array<{ member: object }>;
    expect(Object.keys(first ?? {})).toEqual(['id', 'orderNo', 'member', 'lines']);
    expect(Object.keys(first?.member ?? {})).toEqual(['id', 'name', 'level']);
  });

  it('treats an association as absent by the columns of notNullColumn', () => {
    const map = `<resultMap id="main" type="map"><id column="id" property="id"/>
      <association property="owner" columnPrefix="o_" notNullColumn="id"><result column="name" property="name"/></association></resultMap>`;
    expect(plain(map, { id: 1, o_id: null, o_name: 'x' }, { id: 2, o_id: 3, o_name: 'y' })).toEqual([
      { id: 1, owner: null },
      { id: 2, owner: { name: 'y' } },
    ]);
  });

  it('maps nested columns by name with autoMapping', () => {
    const map = `<resultMap id="main" type="map" autoMapping="true"><id column="id" property="id"/>
      <collection property="lines" ofType="map" columnPrefix="l_" autoMapping="true"/></resultMap>`;
    expect(plain(map, { id: 1, title_text: 't', l_id: 2, l_item_no: 'a' })).toEqual([
      { id: 1, titleText: 't', lines: [{ id: 2, itemNo: 'a' }] },
    ]);
  });

  it('extends another, and may map its properties again', () => {
    const maps = `
      <resultMap id="base" type="map"><id column="id" property="id"/><result column="a" property="x"/></resultMap>
      <resultMap id="main" type="map" extends="n.base" autoMapping="false"><result column="b" property="x"/></resultMap>`;
    expect(plain(maps, { id: 1, a: 2, b: 3 })).toEqual([{ id: 1, x: 3 }]);
  });

  it('selects by a discriminator: a case adds columns, a map replaces them', () => {
    const maps = `
      <resultMap id="truck" type="map" autoMapping="false"><result column="load" property="load"/></resultMap>
      <resultMap id="main" type="map" autoMapping="false">
        <id column="id" property="id"/>
        <discriminator javaType="string" column="kind">
          <case value="car" resultType="map"><result column="doors" property="doors"/></case>
          <case value="2" resultMap="truck"/>
        </discriminator>
      </resultMap>`;
    const vehicle = { doors: 5, load: 6 };
    expect(
      plain(
        maps,
        { id: 1, kind: 'car', ...vehicle },
        { id: 2, kind: 2, ...vehicle },
        { id: 3, kind: null, ...vehicle },
      ),
    ).toEqual([{ id: 1, doors: 5 }, { load: 6 }, { id: 3 }]);
  });

  it('knows whether rows are merged into lists', () => {
    expect(hasCollection(reader(nested).read('main', 'n'))).toBe(true);
    expect(hasCollection(reader(nested).read('level', 'n'))).toBe(false);
  });

  const association = (attributes: string, content = ''): string =>
    `<resultMap id="main" type="map"><association property="a" ${attributes}>${content}</association></resultMap>`;
  it.each([
    ['a nested select, advising to join', association('select="n.find" column="id"'), /Join the table/],
    ['an unknown type', '<resultMap id="main" type="java.util.Map"/>', /is unknown/],
    [
      'an unknown element',
      '<resultMap id="main" type="map"><field column="a"/></resultMap>',
      /is not allowed in a result map/,
    ],
    [
      'a constructor, saying what to write',
      '<resultMap id="main" type="map"><constructor/></resultMap>',
      /Constructors are not supported/,
    ],
    [
      'a typeHandler',
      '<resultMap id="main" type="map"><result column="a" property="a" typeHandler="x"/></resultMap>',
      /javaType/,
    ],
    [
      'a javaType that is none',
      '<resultMap id="main" type="map"><result column="a" property="a" javaType="Long"/></resultMap>',
      /javaType Long/,
    ],
    [
      'a jdbcType that is none',
      '<resultMap id="main" type="map"><result column="a" property="a" jdbcType="X"/></resultMap>',
      /jdbcType X/,
    ],
    [
      'a field without a property',
      '<resultMap id="main" type="map"><id column="a"/></resultMap>',
      /requires the attribute property/,
    ],
    ['a reference that leads nowhere', association('resultMap="none"'), /n\.none does not exist/],
    [
      'a base that is not there',
      '<resultMap id="main" type="map" extends="none"/>',
      /n\.none does not exist/,
    ],
    ['a map within itself', association('resultMap="main" columnPrefix="x_"'), /contains itself/],
    ['a map that extends itself', '<resultMap id="main" type="map" extends="main"/>', /contains itself/],
    [
      'a reference beside content',
      association('resultMap="main"', '<id column="a" property="a"/>'),
      /both a resultMap and content/,
    ],
    [
      'two cases of one value',
      '<resultMap id="main" type="map"><discriminator column="a"><case value="1"/><case value="1"/></discriminator></resultMap>',
      /appears twice/,
    ],
    [
      'autoMapping that is neither true nor false',
      '<resultMap id="main" type="map" autoMapping="yes"/>',
      /true or false/,
    ],
  ])('refuses %s', (_title, xml, message) => {
    const read = (): unknown => reader(xml).read('main', 'n');
    expect(read).toThrow(MapperError);
    expect(() => {
      try {
        read();
      } catch (error) {
        throw new Error(`${(error as MapperError).message} ${(error as MapperError).fix}`, { cause: error });
      }
    }).toThrow(message);
  });
});
