import { expect, it } from 'vitest';
import { HTTP, type RequestRecord } from '../../kernel/index.ts';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';
import type { PackageSpec } from '../testing/test-packages.ts';

const PASSWORD = 'seven-blue-kites';

const deals: PackageSpec = {
  code: 'deals',
  frontend: null,
  manifest: { menus: [] },
  migrations: {
    '01-tables.sql': `create table if not exists deals_deal (
      id bigint not null primary key, tenant_id varchar(20) not null, name varchar(50) not null,
      dept_id bigint null, create_by bigint null);`,
  },
  backend: {
    '../resources/mapper/deals/DealMapper.xml': `<mapper namespace="cn.platform.deals.mapper.DealMapper">
      <select id="seen" resultType="map">select name from deals_deal order by name</select></mapper>`,
    'domain/deal.ts': `
      import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
      @TableName('deals_deal') export class Deal {
        @TableId() id!: number; @TableField() name!: string; @TableField() deptId!: number | null;
      }`,
    'mapper/deal.mapper.ts': `
      import { BaseMapper, DataScope, Mapper, selectList } from '@platform/plugin-sdk/orm';
      import { Deal } from '../domain/deal.ts';
      @Mapper(Deal) export class DealMapper extends BaseMapper<Deal> {
        @DataScope() readonly seen = selectList<{ name: string }>();
      }`,
    'controller/deal.controller.ts': `
      import { LoginHelper } from '@platform/plugin-sdk/auth';
      import { Controller, Get, Post } from '@platform/plugin-sdk/web';
      import { DealMapper } from '../mapper/deal.mapper.ts';
      @Controller('/deals', { inject: [DealMapper, LoginHelper] }) export class DealController {
        constructor(private readonly deals: DealMapper, private readonly login: LoginHelper) {}
        @Get('/seen') async seen() { return (await this.deals.seen()).map(({ name }) => name); }
        @Post('/add') async add() {
          const { userName, deptId } = this.login.require();
          await this.deals.insert({ name: 'of ' + userName, deptId: deptId ?? null });
        }
      }`,
  },
};

const suite = marketSuite();

it('design 12.1-5: people see the rows of an application that their roles show', async () => {
  const { host, workshop } = suite;
  await host.publish(await workshop.build(deals));
  ok(await host.call('POST', '/app/install', { appCode: 'deals' }));
  const admin = host.token;
  const dept = async (deptName: string, parentId = 0) =>
    ok(await host.call('POST', '/system/dept', { deptName, parentId }, admin))['deptId'];
  const sales = await dept('Sales');
  const [north, law] = [await dept('North', Number(sales)), await dept('Law')];
  const become = async (userName: string, deptId: unknown, dataScope: string, deptIds: unknown[] = []) => {
    const role = { roleName: userName, roleKey: `see-${userName}`, dataScope, deptIds, menuIds: [] };
    const { roleId } = ok(await host.call('POST', '/system/role', role, admin));
    const user = { userName, nickName: userName, password: PASSWORD, deptId, roleIds: [roleId] };
    ok(await host.call('POST', '/system/user', user, admin));
    await host.login('000000', userName, PASSWORD);
    ok(await host.call('POST', '/deals/add', {}));
    return host.token;
  };
  const head = await become('head', sales, 'deptTree');
  const clerk = await become('clerk', sales, 'dept');
  const nora = await become('nora', north, 'own');
  const lara = await become('lara', law, 'chosen', [north]);
  const boss = await become('boss', null, 'all');
  const seen = async (token: string) => ok(await host.call('GET', '/deals/seen', undefined, token));
  expect(await seen(head)).toEqual(['of clerk', 'of head', 'of nora']);
  expect(await seen(clerk)).toEqual(['of clerk', 'of head']);
  expect(await seen(nora)).toEqual(['of nora']);
  expect(await seen(lara)).toEqual(['of nora']);
  expect(await seen(boss)).toHaveLength(5);
  // The meter keeps this of a slow request.
  const records: RequestRecord[] = [];
  const stop = host.host.services.use(HTTP).observe((record) => records.push(record));
  expect(await seen(admin)).toHaveLength(5);
  await expect.poll(() => records.length).toBe(1);
  expect(records[0]?.context.statements).toMatchObject({
    count: 1,
    longest: 'cn.platform.deals.mapper.DealMapper.seen',
  });
  await stop();
});
