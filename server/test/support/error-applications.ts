import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jarName, writeZip } from '@platform/package-format';
import type { Sources } from '../../src/plugin-runtime/testing/plugin-project.ts';

/** A backend of one file, with the imports that the sources here need. */
export const source = (text: string): Sources => ({
  'index.ts': `
import { AuthIgnore } from '@platform/plugin-sdk/auth';
import { Component, Service } from '@platform/plugin-sdk/core';
import { Controller, Get } from '@platform/plugin-sdk/web';
import { BaseMapper, Mapper, TableField, TableId, TableName, selectList } from '@platform/plugin-sdk/orm';
import { MemberService, MemberServiceLocator, PluginService, ServiceLocator } from '@platform/plugin-sdk/plugin';
${text}`,
});

const mapperFile = (code: string, name = 'ItemMapper'): string => `../resources/mapper/${code}/${name}.xml`;
const resultMap =
  '<resultMap id="item" type="map"><id column="id" property="id"/><result column="title" property="title"/></resultMap>';

/** An application whose mapper answers rows with a fixed title. */
export const shelf = (
  code: string,
  title: string,
  namespace = `cn.platform.${code}.ItemMapper`,
): Sources => ({
  ...source(`
@TableName('${code}_item') export class Item { @TableId() id!: number; @TableField() title!: string; }
@Mapper(Item) export class ItemMapper extends BaseMapper<Item> { readonly found = selectList(); }
@Controller('/${code}', { inject: [ItemMapper] }) export class C {
  constructor(private readonly items: ItemMapper) {}
  @Get('/found') found() { return this.items.found({}); }
}`),
  [mapperFile(code)]: `<mapper namespace="${namespace}">${resultMap}
    <select id="found" resultMap="item">select id, '${title}' as title from ${code}_item</select></mapper>`,
});

/** One table with one row. */
export const shelfScripts = (code: string): Record<string, string> => ({
  [`01-create-${code}-tables.sql`]: `CREATE TABLE IF NOT EXISTS ${code}_item (id BIGINT PRIMARY KEY, tenant_id VARCHAR(20), title VARCHAR(50));`,
  [`02-create-${code}-seed-data.sql`]: `INSERT INTO ${code}_item (id, tenant_id, title) SELECT 1, '000000', 'tea' WHERE NOT EXISTS (SELECT 1 FROM ${code}_item WHERE id = 1);`,
});

/** The statements of one mapper in two files. */
export const shelfTwice = (code: string): Sources => ({
  ...shelf(code, 'once'),
  [mapperFile(code, 'Again')]: `<mapper namespace="cn.platform.${code}.ItemMapper">${resultMap}</mapper>`,
});

export const shelfMalformed = (code: string): Sources => ({
  ...shelf(code, 'once'),
  [mapperFile(code)]: `<mapper namespace="cn.platform.${code}.ItemMapper"><select id="found">`,
});

/** Two services for one token. */
export const ambiguous = source(`
export abstract class Port { abstract x(): number; }
@Service({ as: Port }) export class A extends Port { x() { return 1; } }
@Service({ as: Port }) export class B extends Port { x() { return 2; } }
@Component({ inject: [Port] }) export class Needs { constructor(readonly port: Port) {} }`);

/** A locator that is not where the host and other applications would see it. */
export const ownLocator = source(`
export abstract class StockServiceLocator extends ServiceLocator {}
@Component({ inject: [StockServiceLocator] }) export class Needs { constructor(readonly stock: StockServiceLocator) {} }`);

/** Cannot do without a member. */
export const caller = source(`
@Controller('/caller', { inject: [MemberServiceLocator] }) export class C {
  constructor(private readonly members: MemberServiceLocator) {}
  @Get('/points') async points() { return (await this.members.get(MemberService).find(1))?.points; }
}`);

export const member = source(`
@PluginService(MemberService) export class Members extends MemberService {
  override async find(userId: number) { return { userId, name: 'Ada', level: 'gold', points: 5, active: true }; }
  override async addPoints(_userId: number, points: number) { return points; }
}`);

export const visit = source(
  `@AuthIgnore() @Controller('/open/visit') export class C { @Get('/x') x() { return 1; } }`,
);

/** One class needs what no host has; the other does not. */
export const partly: Sources = {
  'pay.ts': `import { pay } from 'payment-sdk';
import { Controller, Get } from '@platform/plugin-sdk/web';
@Controller('/partly/pay') export class PayController { @Get('/x') x() { return pay(); } }`,
  ...source(`@Controller('/partly') export class C { @Get('/x') x() { return 1; } }`),
};

/** A backend with a class of the platform compiled in. */
export async function jarWithPlatformClass(directory: string, code: string): Promise<Buffer> {
  const lists = { classes: [], modules: [], packages: [], mappers: [] };
  const index = { formatVersion: 1, code, version: '1.0.0', platform: '1.0.0', main: null, ...lists };
  mkdirSync(directory, { recursive: true });
  const file = join(directory, jarName(code, '1.0.0'));
  await writeZip(file, [
    { name: 'META-INF/plugin.json', content: Buffer.from(JSON.stringify(index)) },
    { name: 'lib/@platform/plugin-sdk/web.js', content: Buffer.from('exports.x = 1;') },
  ]);
  return readFileSync(file);
}
