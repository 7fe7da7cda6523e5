import { expect, it } from 'vitest';
import { checkDeclaredStatements } from './check-declared-statements.ts';
import { readClasses } from './source-classes.ts';

const MAPPER = `
@Mapper(Item)
export class ItemMapper extends Shared {
  readonly all = selectList<Item>();
  readonly rename = selectOne<Item>();
  readonly count = execute();
  readonly pages = selectPage<Item>();
  private readonly other = compute();
}
abstract class Shared extends BaseMapper<Item> {
  readonly shared = selectList<Item>();
}
import { BaseMapper, Mapper, execute, selectList, selectOne, selectPage } from '@platform/plugin-sdk/orm';`;
const found = (content: string): string[] => {
  const xml = `<mapper namespace="cn.platform.my_shop.mapper.ItemMapper">${content}</mapper>`;
  return checkDeclaredStatements(
    'my-shop',
    readClasses(new Map([['src/mapper/item.ts', MAPPER]])),
    new Map([['mapper/my-shop/Item.xml', xml]]),
  ).map(({ severity, code, message }) => `${severity} ${code} ${message}`);
};

it('finds statements that no mapper file defines, inherited ones included', () => {
  const none = found('');
  expect(none.map((line) => line.split(':', 2).join(':'))).toEqual(
    [4, 5, 6, 7, 11].map((line) => `error MAPPER_STATEMENT_MISSING src/mapper/item.ts:${line}`),
  );
  expect(none[0]).toContain('ItemMapper declares the statement all, which no mapper XML');
});

it('finds statements of another kind, and takes those of one database as defined', () => {
  const rest = '<select id="all" databaseId="mysql">x</select><select id="shared">x</select>';
  const wrong =
    '<update id="rename">x</update><select id="count">x</select><select id="pages" resultMap="m">x</select>' +
    '<resultMap id="m" type="map"><collection property="lines"><result column="a" property="a"/></collection></resultMap>';
  expect(found(rest + wrong)).toEqual([
    'error MAPPER_STATEMENT_KIND src/mapper/item.ts:5: ItemMapper.rename is <update> in its mapper XML, but its field declares selectOne.',
    'error MAPPER_STATEMENT_KIND src/mapper/item.ts:6: ItemMapper.count is <select> in its mapper XML, but its field declares execute.',
    'error MAPPER_STATEMENT_KIND src/mapper/item.ts:7: ItemMapper.pages merges several rows into one object, so its result cannot be paged.',
  ]);
  expect(
    found(`${rest}<select id="rename">x</select><delete id="count">x</delete><select id="pages">x</select>`),
  ).toEqual([]);
});
