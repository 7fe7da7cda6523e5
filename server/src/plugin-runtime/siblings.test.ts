import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PluginServiceProvider } from '@platform/plugin-sdk/host';
import { MemberService } from '@platform/plugin-sdk/plugin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE } from '../data/index.ts';
import { PluginWorkshop, type Sources } from './testing/plugin-project.ts';
import { TestHost } from './testing/test-host.ts';

const IMPORTS = `
import { Component, EventListener, EventPublisher, optional, Service } from '@platform/plugin-sdk/core';
import { BaseMapper, Mapper, TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
import { locate, PluginService, type Located } from '@platform/plugin-sdk/plugin';
import { Controller, Get, type Ctx } from '@platform/plugin-sdk/web';
`;
const source = (text: string): string => `${IMPORTS}\n${text}`;

/** An application whose classes others import; `version` shows which one is in use. */
const stock = (version: string): Sources => ({
  'domain/part.ts': source(`
@TableName('stock_part') export class Part { @TableId() id!: number; @TableField() name!: string; }`),
  'mapper/part.mapper.ts': source(`
import { Part } from '../domain/part.ts';
@Mapper(Part) export class PartMapper extends BaseMapper<Part> {}`),
  'event/part-sold.ts': source(`
export class PartSold { constructor(readonly name: string) {} readonly version = '${version}'; }`),
  'service/stock.service.ts': source(`
import { PartMapper } from '../mapper/part.mapper.ts';
export abstract class StockService { abstract version(waitMs?: number): Promise<string>; }
@PluginService(StockService, { inject: [PartMapper] }) export class Stock extends StockService {
  #version = '${version}';
  constructor(readonly parts: PartMapper) { super(); }
  override async version(waitMs = 0) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return this.#version;
  }
}`),
  'controller/stock.controller.ts': source(`
import { PartSold } from '../event/part-sold.ts';
@Controller('/stock', { inject: [EventPublisher] }) export class StockController {
  constructor(readonly events: EventPublisher) {}
  @Get('/sell') async sell() { await this.events.publishAndWait(new PartSold('bolt')); return '${version}'; }
}`),
  'index.ts': `
export { Part } from './domain/part.ts';
export { PartMapper } from './mapper/part.mapper.ts';
export { PartSold } from './event/part-sold.ts';
export { Stock, StockService } from './service/stock.service.ts';
export const version = '${version}';`,
});

/** Uses everything that a sibling offers. */
const shop: Sources = {
  'shop.ts': source(`
import { Part, PartMapper, PartSold, StockService, version } from '@plugins/platform-stock';
@Service({ inject: [PartMapper] }) export class Shop {
  static readonly stock = version;
  readonly sold: unknown[] = [];
  constructor(readonly parts: PartMapper) {}
  @EventListener(PartSold) onSold(event: PartSold) {
    this.sold.push({ name: event.name, version: event.version, same: event instanceof PartSold });
  }
}
@Controller('/shop', { inject: [Shop, locate(StockService)] }) export class ShopController {
  constructor(readonly shop: Shop, readonly stock: Located<StockService>) {}
  @Get('/parts') async parts() {
    const rows = await this.shop.parts.selectList();
    return rows.map((row) => ({ name: row.name, same: row instanceof Part }));
  }
  @Get('/version') async version() { return [version, await this.stock.get().version()]; }
  @Get('/slow') async slow() {
    const before = version;
    const [during] = await Promise.all([this.stock.get().version(200), this.shop.parts.selectList()]);
    return [before, during, (await this.shop.parts.selectList()).length];
  }
  @Get('/sold') sold() { return this.shop.sold; }
}`),
  'index.ts': `export { Shop, ShopController } from './shop.ts';`,
};

/** Does without its sibling where that is absent. */
const kiosk: Sources = {
  'kiosk.ts': source(`
import { PartMapper } from '@plugins/platform-stock';
@Controller('/kiosk', { inject: [optional(PartMapper)] }) export class Kiosk {
  constructor(readonly parts?: PartMapper) {}
  @Get('/count') async count() { return this.parts ? this.parts.selectCount() : null; }
}`),
  'buyer.ts': source(`
import { PartMapper } from '@plugins/platform-stock';
export abstract class Buyer { abstract buy(): number; }
@Service({ as: Buyer, inject: [PartMapper] }) export class PartBuyer extends Buyer {
  constructor(readonly parts: PartMapper) { super(); }
  override buy() { return 1; }
}`),
  'token.controller.ts': source(`
import { Buyer } from './buyer.ts';
@Controller('/kiosk/buy', { inject: [Buyer] }) export class BuyController {
  constructor(readonly buyer: Buyer) {}
  @Get('/now') now() { return this.buyer.buy(); }
}`),
};

describe('applications that use each other’s classes', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await TestHost.start();
    await host.modules.services
      .use(DATABASE)
      .executeScript(
        "create table stock_part (id bigint primary key, name varchar(20)); insert into stock_part values (1, 'bolt');",
      );
  });
  afterAll(() => host.stop());
  const data = async (path: string): Promise<unknown> => (await host.get(path)).body['data'];
  const names = (code: string): string[] =>
    host.runtime.describe(code)?.skipped.map(({ name }) => name) ?? [];

  it('spec: L8; D2: classes are the sibling’s own, its mappers can be injected, its events are received', async () => {
    await host.load('stock', '1.0.0', stock('1.0.0'));
    await host.load('shop', '1.0.0', shop);
    expect(await data('/shop/parts')).toEqual([{ name: 'bolt', same: true }]);
    expect(await data('/shop/version')).toEqual(['1.0.0', '1.0.0']);
    expect(await data('/stock/sell')).toBe('1.0.0');
    expect(await data('/shop/sold')).toEqual([{ name: 'bolt', version: '1.0.0', same: true }]);
    expect(host.runtime.describe('shop')).toMatchObject({ siblings: ['stock'], skipped: [] });
  });

  it('rebuilds dependents with each version of the sibling, in dependency order', async () => {
    await host.load('mall', '1.0.0', {
      'c.ts': source(`
import { Shop } from '@plugins/platform-shop';
import { version } from '@plugins/platform-stock';
@Controller('/mall') export class Mall { @Get('/v') v() { return [version, Shop.name, Shop.stock]; } }`),
    });
    const report = await host.load('stock', '1.1.0', stock('1.1.0'));
    expect(report).toMatchObject({ replacedVersion: '1.0.0', rebuilt: ['shop', 'mall'] });
    expect(await data('/shop/version')).toEqual(['1.1.0', '1.1.0']);
    expect(await data('/mall/v')).toEqual(['1.1.0', 'Shop', '1.1.0']);
    expect(await data('/stock/sell')).toBe('1.1.0');
    expect(await data('/shop/sold')).toEqual([{ name: 'bolt', version: '1.1.0', same: true }]);
    await host.runtime.unload('mall');
  });

  it('serves in-flight requests with the old code of both, without a mixture', async () => {
    const inFlight = host.get('/shop/slow');
    await expect.poll(() => host.runtime.describe('shop')?.inFlight, { interval: 5 }).toBe(1);
    await host.load('stock', '1.2.0', stock('1.2.0'));
    expect(await data('/shop/version')).toEqual(['1.2.0', '1.2.0']);
    expect(await inFlight).toMatchObject({ status: 200, body: { data: ['1.1.0', '1.1.0', 1] } });
    let running = true;
    const seen = new Set<string>();
    const client = async (): Promise<void> => {
      while (running) seen.add(JSON.stringify(await data('/shop/version')));
    };
    const clients = Array.from({ length: 4 }, client);
    for (const version of ['1.3.0', '1.4.0', '1.5.0']) await host.load('stock', version, stock(version));
    running = false;
    await Promise.all(clients);
    const whole = ['1.2.0', '1.3.0', '1.4.0', '1.5.0'].map((version) => JSON.stringify([version, version]));
    expect([...seen].filter((answer) => !whole.includes(answer))).toEqual([]);
    expect(seen.size).toBeGreaterThan(1);
  });

  it('refuses a version that a dependent cannot follow, and changes nothing', async () => {
    const { 'index.ts': _main, ...others } = stock('2.0.0');
    const without = { ...others, 'index.ts': `export const version = '2.0.0';` };
    await expect(host.load('stock', '2.0.0', without)).rejects.toMatchObject({
      code: 'PLUGIN_DEPENDENT_REFUSED',
      message: expect.stringContaining(
        'Application shop imports classes of stock and cannot be rebuilt',
      ) as string,
      details: { loadStage: 'switch' },
    });
    expect(await data('/shop/version')).toEqual(['1.5.0', '1.5.0']);
    expect(host.runtime.describe('stock')).toMatchObject({
      version: '1.5.0',
      failure: { code: 'PLUGIN_DEPENDENT_REFUSED', version: '2.0.0' },
    });
    expect(host.runtime.describe('shop')).toMatchObject({ state: 'loaded', failure: undefined });
  });

  it('rolls the whole switch back when a dependent does not start', async () => {
    await host.load('starter', '1.0.0', {
      's.ts': source(`
import { version } from '@plugins/platform-stock';
@Component() export class Starter {
  start() { if (version === '1.6.0') throw new Error('not with 1.6.0'); }
}
@Controller('/starter') export class C { @Get('/v') v() { return version; } }`),
    });
    await expect(host.load('stock', '1.6.0', stock('1.6.0'))).rejects.toMatchObject({
      code: 'PLUGIN_DEPENDENT_REFUSED',
      message: expect.stringContaining('not with 1.6.0') as string,
    });
    expect(await data('/stock/sell')).toBe('1.5.0');
    expect(await data('/shop/version')).toEqual(['1.5.0', '1.5.0']);
    expect(await data('/starter/v')).toBe('1.5.0');
    await host.runtime.unload('starter');
  });

  it('spec: Errors/a plugin class whose dependency is missing: skips the class until the sibling is present again', async () => {
    await host.load('kiosk', '1.0.0', kiosk);
    expect(await data('/kiosk/count')).toBe(1);
    expect(await data('/kiosk/buy/now')).toBe(1);
    const warned = host.log.length;
    await host.runtime.unload('stock');
    expect(await data('/kiosk/count')).toBeNull();
    expect(await host.get('/kiosk/buy/now')).toMatchObject({ status: 404 });
    expect(names('kiosk')).toEqual([
      'cn.platform.kiosk.Buyer',
      'cn.platform.kiosk.PartBuyer',
      'cn.platform.kiosk.BuyController',
    ]);
    expect(names('shop')).toEqual(['cn.platform.shop.Shop', 'cn.platform.shop.ShopController']);
    expect(await host.get('/shop/version')).toMatchObject({ status: 404 });
    const warnings = host.log.slice(warned).filter(({ level }) => level === 'warn');
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/@plugins\/platform-stock is missing.*cn\.platform\.shop\.Shop/),
      expect.stringMatching(/@plugins\/platform-stock is missing.*cn\.platform\.kiosk\.PartBuyer/),
    ]);

    const report = await host.load('stock', '1.5.0', stock('1.5.0'));
    expect([...report.rebuilt].sort()).toEqual(['kiosk', 'shop']);
    expect(await data('/kiosk/count')).toBe(1);
    expect(await data('/shop/version')).toEqual(['1.5.0', '1.5.0']);
    expect(names('shop')).toEqual([]);
  });

  it('spec: L8: hides beans other than mappers from siblings, and mappers from the host', async () => {
    const nosy = host.load('nosy', '1.0.0', {
      'c.ts': source(`
import { Stock } from '@plugins/platform-stock';
@Component({ inject: [Stock] }) export class Nosy { constructor(readonly stock: Stock) {} }`),
    });
    await expect(nosy).rejects.toMatchObject({
      code: 'PLUGIN_BEAN_MISSING',
      message: expect.stringContaining(
        "No qualifying bean of type 'cn.platform.stock.service.Stock' for cn.platform.nosy.Nosy: cn.platform.stock.service.Stock belongs to application stock, and only its mappers can be injected",
      ) as string,
    });
    await host.load('mapped', '1.0.0', {
      'm.ts': source(`
import { MemberService } from '@platform/plugin-sdk/plugin';
@TableName('stock_part') export class Row { @TableId() id!: number; }
@Mapper(Row, { as: MemberService }) export class RowMapper extends BaseMapper<Row> {}`),
    });
    const provider = host.modules.services.use(PluginServiceProvider);
    expect(provider.getPluginBean('mapped', MemberService)).toBeUndefined();
  });

  it('spec: Errors/same-type bean: an own mapper beside the sibling’s', async () => {
    const twice = host.load('twice', '1.0.0', {
      'm.ts': source(`
import { Part, PartMapper } from '@plugins/platform-stock';
@Mapper(Part, { as: PartMapper }) export class OwnParts extends PartMapper {}
@Component({ inject: [PartMapper] }) export class Needs { constructor(readonly parts: PartMapper) {} }`),
    });
    await expect(twice).rejects.toMatchObject({
      code: 'PLUGIN_BEAN_AMBIGUOUS',
      message: expect.stringContaining(
        'expected single matching bean but found 2: cn.platform.twice.OwnParts, cn.platform.stock.mapper.PartMapper of stock',
      ) as string,
    });
  });

  it('counts a call by another application as in-flight: the callee is disposed after it', async () => {
    await host.load('slow', '1.0.0', {
      's.ts': source(`
export abstract class SlowService { abstract work(): Promise<string>; }
@PluginService(SlowService) export class Slow extends SlowService {
  #open = true;
  override async work() {
    await new Promise((resolve) => setTimeout(resolve, 150));
    return this.#open ? 'in time' : 'disposed';
  }
  dispose() { this.#open = false; }
}`),
      'index.ts': `export { SlowService } from './s.ts';`,
    });
    await host.load('caller', '1.0.0', {
      'c.ts': source(`
import { locateByName } from '@platform/plugin-sdk/plugin';
@Controller('/caller', { inject: [locateByName<{ work(): Promise<string> }>('slow', 'SlowService')] })
export class Caller {
  constructor(readonly slow: Located<{ work(): Promise<string> }>) {}
  @Get('/x') x() { return this.slow.get().work(); }
}`),
    });
    const answer = host.get('/caller/x');
    await expect.poll(() => host.runtime.describe('caller')?.inFlight, { interval: 5 }).toBe(1);
    expect(await host.runtime.unload('slow')).toMatchObject({ failures: [], abortedRequests: 0 });
    expect(await answer).toMatchObject({ body: { data: 'in time' } });
  });

  it('finds a sibling with a hyphen in its code, and rebuilds dependents whose jar was removed', async () => {
    const visit = (version: string): Sources => ({
      'index.ts': `export class Visit { readonly version = '${version}'; }`,
    });
    await host.load('site-visit', '1.0.0', visit('1.0.0'));
    const { jar } = await host.load('guide', '1.0.0', {
      'c.ts': source(`
import { Visit } from '@plugins/platform-site-visit';
@Controller('/guide') export class C { @Get('/v') v() { return new Visit().version; } }`),
    });
    await rm(join(host.workshop.pluginDir, jar));
    await host.load('site-visit', '1.0.1', visit('1.0.1'));
    expect(await data('/guide/v')).toBe('1.0.1');
  });

  it('imports only the main module of another application', async () => {
    for (const specifier of ['@plugins/platform-stock/service/stock.service', '@plugins/stock-app']) {
      const deep = host.load('deep', '1.0.0', {
        'a.ts': source(`import * as all from '${specifier}'; export { all };`),
      });
      await expect(deep).rejects.toMatchObject({ code: 'PLUGIN_IMPORT_FORBIDDEN' });
    }
    const itself = host.load('deep', '1.0.0', {
      'a.ts': source(`import * as all from '@plugins/platform-deep'; export { all };`),
    });
    await expect(itself).rejects.toMatchObject({
      code: 'PLUGIN_IMPORT_FORBIDDEN',
      message: expect.stringContaining('it is the application itself') as string,
    });
  });

  it('refuses and names applications that import each other', async () => {
    const importing = (other: string): Sources => ({
      'index.ts': `import * as other from '@plugins/platform-${other}';\nexport const seen = () => other;`,
    });
    await host.load('ring-a', '1.0.0', importing('ring-b'));
    await expect(host.load('ring-b', '1.0.0', importing('ring-a'))).rejects.toMatchObject({
      code: 'PLUGIN_SIBLING_CYCLE',
      message: expect.stringContaining('ring-b → ring-a → ring-b') as string,
    });
    expect(host.runtime.isLoaded('ring-a')).toBe(true);
  });
});

describe('a host that starts with dependent applications', () => {
  it('loads them in dependency order, and refuses cycles', async () => {
    const workshop = await PluginWorkshop.open();
    await workshop.jar('a-last', '1.0.0', {
      'index.ts': `import { middle } from '@plugins/platform-b-middle';\nexport const last = [...middle, 'last'];`,
      'c.ts': source(`
import { last } from './index.ts';
@Controller('/a-last') export class C { @Get('/all') all() { return last; } }`),
    });
    await workshop.jar('b-middle', '1.0.0', {
      'index.ts': `import { first } from '@plugins/platform-c-first';\nexport const middle = [first, 'middle'];`,
    });
    await workshop.jar('c-first', '1.0.0', { 'index.ts': `export const first = 'first';` });
    await workshop.jar('x-ring', '1.0.0', { 'index.ts': `export * from '@plugins/platform-y-ring';` });
    await workshop.jar('y-ring', '1.0.0', { 'index.ts': `export * from '@plugins/platform-x-ring';` });
    const host = await TestHost.start({}, workshop);
    try {
      expect(await host.get('/a-last/all')).toMatchObject({ body: { data: ['first', 'middle', 'last'] } });
      for (const code of ['x-ring', 'y-ring']) {
        expect(host.runtime.describe(code)).toMatchObject({
          state: 'failed',
          failure: { code: 'PLUGIN_SIBLING_CYCLE' },
        });
      }
    } finally {
      await host.stop();
    }
  });

  it('loads a refused one once its absent sibling is present', async () => {
    const workshop = await PluginWorkshop.open();
    await workshop.jar('needy', '1.0.0', {
      'index.ts': `import { words } from '@plugins/platform-late';\nexport const loud = words.map((word) => word.toUpperCase());`,
      'c.ts': source(`
import { loud } from './index.ts';
@Controller('/needy') export class C { @Get('/all') all() { return loud; } }`),
    });
    const host = await TestHost.start({}, workshop);
    try {
      expect(host.runtime.describe('needy')).toMatchObject({ state: 'failed' });
      await host.load('other', '1.0.0', { 'index.ts': `export const words = [];` });
      expect(host.runtime.describe('needy')).toMatchObject({ state: 'failed' });
      await host.load('late', '0.9.0', { 'index.ts': `export const words = 'not a list';` });
      expect(host.runtime.describe('needy')).toMatchObject({ state: 'failed' });
      await host.load('late', '1.0.0', { 'index.ts': `export const words = ['hello'];` });
      expect(host.runtime.describe('needy')).toMatchObject({ state: 'loaded' });
      expect(await host.get('/needy/all')).toMatchObject({ body: { data: ['HELLO'] } });
    } finally {
      await host.stop();
    }
  });
});
