import type { RowReach } from '@platform/mapper';
import type { PageQuery } from '@platform/plugin-sdk/core';
import {
  BaseMapper,
  DataScope,
  execute,
  Mapper,
  selectList,
  selectPage,
  TableField,
  TableId,
  TableName,
} from '@platform/plugin-sdk/orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../data/index.ts';
import { describeDatabases } from '../../data/testing/databases.ts';
import { openTestDatabase } from '../../data/testing/open.ts';
import { requestContext } from '../../kernel/index.ts';
import { bindToDatabase, mapperXml, readShopStatements } from '../testing/bind-mapper.ts';
import { checkStatements } from './statement/check-statements.ts';

@TableName('shop_deal')
class Deal {
  @TableId() id!: number;
  @TableField() name!: string;
  @TableField() deptId!: number | null;
  @TableField() createBy!: number | null;
}

@Mapper(Deal)
class DealMapper extends BaseMapper<Deal> {
  @DataScope()
  readonly names = selectList<{ name: string }, { without?: string }>();
  @DataScope({ owner: false })
  readonly page = selectPage<{ name: string }>();
  readonly all = selectList<{ name: string }>();
}

const SCRIPT = `
create table shop_deal (
  id bigint not null primary key,
  tenant_id varchar(20) not null,
  name varchar(50) not null,
  dept_id bigint null,
  create_by bigint null
);
create table shop_plain (id bigint not null primary key, tenant_id varchar(20) not null)`;
const XML = `
<select id="names" resultType="map">
  select d.name from shop_deal d <if test="without != null">where d.name != #{without}</if> order by d.name
</select>
<select id="page" resultType="map">select name from shop_deal</select>
<select id="all" resultType="map">select name from shop_deal order by name</select>`;
const user = { userId: 42, userName: 'u', tenantId: 'a', roles: [], permissions: [], sessionId: 1 };
const within = <T>(userId: number, work: () => Promise<T>, tenantId = 'a'): Promise<T> =>
  requestContext.run({ requestId: 'test', tenantId, user: { ...user, userId, tenantId } }, work);
const firstPage: PageQuery = { pageNum: 1, pageSize: 2, orderByColumn: 'name' };

await describeDatabases('design 12.1-5: @DataScope', ({ config }) => {
  let database: Database;
  let reach: RowReach | undefined;
  const deals = new DealMapper();
  const ofUser = (seen: RowReach | undefined): void => void (reach = seen);
  const names = (userId = 42) => within(userId, async () => (await deals.names()).map(({ name }) => name));

  beforeAll(async () => {
    database = await openTestDatabase(config);
    await database.executeScript(SCRIPT);
    await database.refreshTenantTables();
    await bindToDatabase(deals, database, mapperXml(XML), [], async () => reach);
    const add = (userId: number, name: string, deptId: number | null, tenantId?: string) =>
      within(userId, () => deals.insert({ name, deptId }), tenantId);
    await add(42, 'mine', null);
    await add(42, 'sales', 1);
    await add(43, 'law', 2);
    await add(43, 'nobody', null);
    await add(42, 'foreign', 1, 'b');
  });
  afterAll(() => database.close());

  it('shows the rows of departments, and those that the caller has made', async () => {
    ofUser({ deptIds: [2], own: true });
    expect(await names()).toEqual(['law', 'mine', 'sales']);
    ofUser({ deptIds: [1, 2, 3], own: false });
    expect(await names()).toEqual(['law', 'sales']);
    ofUser({ deptIds: [], own: true });
    expect(await names(43)).toEqual(['law', 'nobody']);
    expect(await within(43, () => deals.names({ without: 'law' }))).toEqual([{ name: 'nobody' }]);
    ofUser({ deptIds: [], own: false });
    expect(await names()).toEqual([]);
  });

  it('shows all rows of the tenant to those whose roles do, and to statements without it', async () => {
    ofUser(undefined);
    expect(await names()).toEqual(['law', 'mine', 'nobody', 'sales']);
    ofUser({ deptIds: [], own: false });
    expect(await within(42, () => deals.all())).toHaveLength(4);
  });

  it('counts and pages what is seen', async () => {
    ofUser({ deptIds: [1, 2], own: true });
    expect(await within(42, () => deals.page({}, firstPage))).toEqual({
      total: 2,
      rows: [{ name: 'law' }, { name: 'sales' }],
    });
  });

  it('is checked when the application is loaded', async () => {
    const check = async (type: new () => object, xml: string): Promise<unknown> => {
      const statements = await readShopStatements(database, [mapperXml(xml)], [type]);
      const never = { keyFor: async () => '', has: async () => false, add: async () => undefined };
      return checkStatements(statements, new Map([['0', xml]]), {
        ...{ appCode: 'shop', database, checked: never as never },
        logger: { warn: () => undefined } as never,
      });
    };
    @TableName('shop_plain')
    class Plain {
      @TableId() id!: number;
    }
    @Mapper(Plain)
    class PlainMapper extends BaseMapper<Plain> {
      @DataScope()
      readonly rows = selectList<object>();
    }
    @Mapper(Deal)
    class Changing extends BaseMapper<Deal> {
      @DataScope()
      readonly rename = execute();
    }
    @Mapper(Deal)
    class Injected extends BaseMapper<Deal> {
      @DataScope({ dept: '1 = 1 or dept_id' })
      readonly names = selectList<object>();
    }
    @Mapper(Deal)
    class Neither extends BaseMapper<Deal> {
      @DataScope({ dept: false, owner: false })
      readonly names = selectList<object>();
    }
    const select = (id: string, from: string) => `<select id="${id}" resultType="map">${from}</select>`;
    await expect(check(PlainMapper, select('rows', 'select id from shop_plain'))).rejects.toThrow('dept_id');
    await expect(check(DealMapper, select('names', 'select id from shop_plain'))).rejects.toThrow(
      'does not read shop_deal',
    );
    const change = `<update id="rename">update shop_deal set name = 'x'</update>`;
    await expect(check(Changing, change)).rejects.toThrow('limits what is read');
    await expect(check(Injected, select('names', 'select name from shop_deal'))).rejects.toThrow(
      'names the column 1 = 1 or dept_id',
    );
    await expect(check(Neither, select('names', 'select name from shop_deal'))).rejects.toThrow('neither');
    await check(DealMapper, XML);
  });
});
