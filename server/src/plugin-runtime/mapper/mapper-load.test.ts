import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import type { PlatformError } from '../../kernel/index.ts';
import type { Sources } from '../testing/plugin-project.ts';
import { TestHost } from '../testing/test-host.ts';

const XML = '../resources/mapper/shop/ItemMapper.xml';
const sources = (fields: string, statements: string, namespace = 'cn.platform.shop.ItemMapper'): Sources => ({
  'shop.ts': `
import { Controller, Get } from '@platform/plugin-sdk/web';
import { BaseMapper, Mapper, TableField, TableId, TableName, execute, selectList, selectPage, selectValue } from '@platform/plugin-sdk/orm';
@TableName('shop_item') export class Item { @TableId() id!: number; @TableField() title!: string; }
@Mapper(Item) export class ItemMapper extends BaseMapper<Item> { ${fields} }
@Controller('/shop', { inject: [ItemMapper] }) export class C {
  constructor(private readonly items: ItemMapper) {}
  @Get('/found') found() { return this.items.found({ title: 'mine' }); }
}`,
  [XML]: `<mapper namespace="${namespace}">${statements}</mapper>`,
});
const found = 'readonly found = selectList();';
const select = (title: string): string =>
  `<select id="found">select id, '${title}' as item_title from shop_item where title = #{title}</select>`;

describe('an application with mapper XML', () => {
  let host: TestHost;
  let versions = 0;
  const load = (fields: string, statements: string, namespace?: string) =>
    host.load('shop', `1.0.${++versions}`, sources(fields, statements, namespace));
  const refused = async (fields: string, statements: string, namespace?: string): Promise<PlatformError> => {
    host.log.length = 0;
    const error: unknown = await load(fields, statements, namespace).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error === undefined) throw new Error('The load succeeded.');
    return error as PlatformError;
  };
  const warnings = (): string[] =>
    host.log.filter(({ level }) => level === 'warn').map(({ message }) => message);

  beforeAll(async () => {
    host = await TestHost.start();
    await host.modules.services.use(DATABASE).executeScript(`
      create table shop_item (id integer, tenant_id varchar(20), title varchar(50));
      insert into shop_item values (1, '000000', 'mine'), (2, 'other', 'mine');`);
  });
  afterAll(() => host.stop());

  it('spec: Errors/stale statements after reload: each version runs its own statements, for its tenant', async () => {
    await load(found, select('first'));
    expect(await host.get('/shop/found')).toMatchObject({ body: { data: [{ id: 1, itemTitle: 'first' }] } });
    await load(found, select('second'));
    expect(await host.get('/shop/found')).toMatchObject({ body: { data: [{ id: 1, itemTitle: 'second' }] } });
  });

  it('spec: Errors/host mapper file set registered twice: refuses a second file with the same name', async () => {
    const twice = async (elements: string): Promise<PlatformError> => {
      const one = sources(found, select('one') + elements);
      const again = { '../resources/mapper/shop/Again.xml': one[XML]!.replace(select('one'), '') };
      host.log.length = 0;
      const error: unknown = await host
        .load('shop', `1.0.${++versions}`, { ...one, ...again })
        .catch((thrown: unknown) => thrown);
      expect(warnings()).toHaveLength(1);
      return error as PlatformError;
    };
    const map = '<resultMap id="m" type="map"><id column="id" property="id"/></resultMap>';
    expect(await twice(map)).toMatchObject({
      code: 'MAPPER_DUPLICATE',
      message: expect.stringContaining(
        'Result Maps collection already contains value for cn.platform.shop.ItemMapper.m',
      ) as string,
    });
    expect(await twice('<sql id="part">id</sql>')).toMatchObject({ code: 'MAPPER_DUPLICATE' });
    expect(await host.get('/shop/found')).toMatchObject({ status: 200 });
  });

  it('refuses a declared statement without XML, and warns of one that is not declared', async () => {
    const error = await refused('readonly missing = selectValue<number>();', select('x'));
    expect(error).toMatchObject({ code: 'MAPPER_STATEMENT_MISSING', status: 422 });
    expect(error.message).toContain('cn.platform.shop.ItemMapper declares the statement missing');
    expect(warnings()).toContain(
      'No field of the mapper declares the statement cn.platform.shop.ItemMapper.found',
    );
    expect(await host.get('/shop/found')).toMatchObject({ body: { data: [{ itemTitle: 'second' }] } });
  });

  it('refuses a statement of another kind than its field', async () => {
    expect(await refused('readonly found = execute();', select('x'))).toMatchObject({
      code: 'MAPPER_STATEMENT_KIND',
    });
  });

  it('spec: Errors/a malformed mapper XML: warns, and fails the load', async () => {
    const error = await refused(found, '<select id="found">');
    expect(error).toMatchObject({ code: 'MAPPER_XML_INVALID', details: { loadStage: 'container' } });
    expect(
      warnings().some((line) => line.startsWith('mapper/shop/ItemMapper.xml: The XML is not well-formed')),
    ).toBe(true);
  });

  it('spec: L7 refuses the namespace of another application', async () => {
    const error = await refused(found, select('x'), 'cn.platform.other.ItemMapper');
    expect(error).toMatchObject({ code: 'MAPPER_NAMESPACE' });
  });

  it('refuses a fixed statement that cannot be limited to a tenant, unless it is marked', async () => {
    const fixed = (more: string): string =>
      `${select('x')}\n<select id="all"${more}>\nselect id\nfrom shop_item not indexed</select>`;
    const error = await refused(found, fixed(''));
    expect(error).toMatchObject({ code: 'TENANT_QUERY_REFUSED', details: { loadStage: 'statements' } });
    expect(error.message).toMatch(/mapper\/shop\/ItemMapper\.xml: Statement all \(line 4\)/);
    await load(found, fixed(' tenant="ignore"'));
  });

  it('findings: applications 7: refuses one wrong column name and keeps the running version', async () => {
    const error = await refused(found, '\n<select id="found">\nselect id, titel from shop_item</select>');
    expect(error).toMatchObject({
      code: 'MAPPER_STATEMENT_INVALID',
      status: 422,
      details: { loadStage: 'statements' },
    });
    expect(error.message).toMatch(
      /mapper\/shop\/ItemMapper\.xml: Statement found \(line 3\): no such column: titel/,
    );
    expect(await host.get('/shop/found')).toMatchObject({ status: 200 });
  });

  it('accepts a statement on a table of an absent application, with a warning', async () => {
    await load(found, `${select('x')}<select id="days">select id from leave_day</select>`);
    expect(warnings().join()).toContain('names the table leave_day, which does not exist');
  });

  it('accepts an entity with a column that its table does not have, with a warning', async () => {
    host.log.length = 0;
    const { 'shop.ts': code, ...xml } = sources(found, select('x'));
    const withSize = code!.replace('title!: string;', 'title!: string; @TableField() size!: number;');
    await host.load('shop', `1.0.${++versions}`, { 'shop.ts': withSize, ...xml });
    expect(warnings()).toEqual(['Entity Item maps the column size, which the table shop_item does not have']);
  });

  it('returns objects of a result map, and refuses to page lists', async () => {
    const joined = `
      <resultMap id="item" type="cn.platform.shop.Item"><id column="id" property="id"/>
        <collection property="copies" ofType="map" columnPrefix="copy_"><result column="title" property="title"/></collection>
      </resultMap>
      <select id="found" resultMap="item">
        select i.id, i.title, c.title as copy_title from shop_item i join shop_item c on c.id = i.id where i.title = #{title}
      </select>`;
    await load(found, joined);
    const { body } = await host.get('/shop/found');
    expect(body).toMatchObject({ data: [{ id: 1, copies: [{ title: 'mine' }] }] });
    const error = await refused('readonly found = selectPage();', joined);
    expect(error).toMatchObject({ code: 'MAPPER_STATEMENT_KIND' });
    expect(error.message).toContain('merges several rows into one object');
  });
});
