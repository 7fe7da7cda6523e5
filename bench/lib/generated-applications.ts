import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildJar, packageApplication, readSigningKey } from '@platform/packager';
import { inRoot } from '../../scripts/lib/paths.ts';

const FIRST = '1.0.0';

/** Generated applications in a temporary folder, about as large as the backend of `hello`. */
export class GeneratedApplications {
  readonly #root = mkdtempSync(join(tmpdir(), 'bench-apps-'));

  constructor() {
    symlinkSync(inRoot('node_modules'), join(this.#root, 'node_modules'), 'dir');
  }

  /** Builds the backend of an application into `directory`. @returns its file name */
  async jar(code: string, directory: string): Promise<string> {
    const name = `platform-${code}-plugin-${FIRST}.jar`;
    await buildJar(this.#project(code), join(directory, name), { typeCheck: false });
    return name;
  }

  /** A signed package of an application without a frontend. @returns its file */
  async package(code: string, version = FIRST): Promise<string> {
    const result = await packageApplication({
      pluginDir: this.#project(code, version),
      outDir: join(this.#root, 'packages'),
      root: this.#root,
      signingKey: await readSigningKey(inRoot('plugins/keys/private.pem')),
      typeCheck: false,
    });
    return result.file;
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  #project(code: string, version = FIRST): string {
    const project = join(this.#root, 'plugins', `platform-${code}`);
    for (const [path, text] of Object.entries(filesOf(code, version))) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    return project;
  }
}

const filesOf = (code: string, version: string): Record<string, string> => ({
  'app.json': JSON.stringify({ code, name: code, version, assets: {}, menus: [] }),
  'package.json': JSON.stringify({
    name: `@plugins/platform-${code}`,
    version,
    type: 'module',
    peerDependencies: { '@platform/plugin-sdk': '^1.0.0' },
  }),
  'src/domain/item.ts': `
import { TableField, TableId, TableLogic, TableName } from '@platform/plugin-sdk/orm';
@TableName('${code}_item')
export class Item {
  @TableId() id!: number;
  @TableField() title!: string;
  @TableField('item_status') status!: 'open' | 'done';
  @TableLogic() deleted!: boolean;
}`,
  'src/domain/item.bo.ts': `
import { Type, type Static } from '@platform/plugin-sdk/web';
export const ItemQuery = Type.Object({ title: Type.Optional(Type.String({ maxLength: 200 })) });
export type ItemQuery = Static<typeof ItemQuery>;
export const ItemVo = Type.Object({ id: Type.Integer(), title: Type.String() });`,
  'src/mapper/item.mapper.ts': `
import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';
import { Item } from '../domain/item.ts';
@Mapper(Item) export class ItemMapper extends BaseMapper<Item> {}`,
  'src/service/item.service.ts': `
import type { ItemQuery } from '../domain/item.bo.ts';
export abstract class ItemService {
  abstract count(query: ItemQuery): Promise<number>;
}`,
  'src/service/item.service-impl.ts': `
import { Service } from '@platform/plugin-sdk/core';
import type { ItemQuery } from '../domain/item.bo.ts';
import { ItemMapper } from '../mapper/item.mapper.ts';
import { ItemService } from './item.service.ts';
@Service({ as: ItemService, inject: [ItemMapper] })
export class ItemServiceImpl extends ItemService {
  constructor(private readonly items: ItemMapper) { super(); }
  override count({ title }: ItemQuery) { return this.items.selectCount((q) => q.like('title', title)); }
}`,
  'src/controller/item.controller.ts': `
import { Permission } from '@platform/plugin-sdk/auth';
import { BaseController, Controller, Get, pageOf, Type, type Ctx } from '@platform/plugin-sdk/web';
import { ItemQuery, ItemVo } from '../domain/item.bo.ts';
import { ItemService } from '../service/item.service.ts';
const listSchema = { query: ItemQuery, response: pageOf(ItemVo) };
const countSchema = { query: ItemQuery, response: Type.Integer() };
@Controller('/${code}/item', { inject: [ItemService] })
export class ItemController extends BaseController {
  constructor(private readonly service: ItemService) { super(); }
  @Get('/list', { schema: listSchema }) @Permission('${code}:item:list')
  list() { return { total: 0, rows: [] }; }
  @Get('/count', { schema: countSchema }) @Permission('${code}:item:list')
  count({ query }: Ctx<typeof countSchema>) { return this.service.count(query); }
}`,
  'src/controller/greet.controller.ts': `
import { Controller, Get, Type, type Ctx } from '@platform/plugin-sdk/web';
const schema = { query: Type.Object({ name: Type.String({ default: 'world' }) }), response: Type.String() };
@Controller('/${code}')
export class GreetController {
  @Get('/greet', { schema }) greet({ query }: Ctx<typeof schema>) { return 'Hello, ' + query.name + '!'; }
  @Get('/slow') async slow() { await new Promise((resolve) => setTimeout(resolve, 2000)); return 'slow'; }
}`,
  'src/task/sweeper.ts': `
import { Component, EventListener, UserRegisteredEvent } from '@platform/plugin-sdk/core';
import { Scheduled } from '@platform/plugin-sdk/job';
@Component()
export class Sweeper {
  @Scheduled({ every: '1h' }) sweep(): void {}
  @EventListener(UserRegisteredEvent) registered(): void {}
}`,
});
