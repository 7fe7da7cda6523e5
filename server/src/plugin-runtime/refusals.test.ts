import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformError } from '../kernel/index.ts';
import type { Sources } from './testing/plugin-project.ts';
import { TestHost } from './testing/test-host.ts';

const IMPORTS = `
import { Service, Component, all, optional } from '@platform/plugin-sdk/core';
import { Controller, Get } from '@platform/plugin-sdk/web';
import { BaseMapper, Mapper, TableName, TableId } from '@platform/plugin-sdk/orm';
`;
const source = (text: string): string => `${IMPORTS}\n${text}`;
const good = (answer: string): Sources => ({
  'c.ts': source(`@Controller('/app') export class C { @Get('/v') v() { return '${answer}'; } }`),
});

describe('a refused load', () => {
  let host: TestHost;
  let versions = 1;
  beforeAll(async () => {
    host = await TestHost.start();
    await host.load('app', '1.0.0', good('1.0.0'));
  });
  afterAll(() => host.stop());

  /** Loads a broken version, and sees that the version before it keeps serving. */
  async function refused(sources: Sources) {
    const error = await host.load('app', `1.0.${++versions}`, sources).then(
      () => {
        throw new Error('The load succeeded.');
      },
      (thrown: unknown) => thrown as PlatformError,
    );
    expect(await host.get('/app/v')).toMatchObject({ status: 200, body: { data: '1.0.0' } });
    const description = host.runtime.describe('app');
    expect(description).toMatchObject({ state: 'loaded', version: '1.0.0', failure: { code: error.code } });
    const { loadStage, findings } = error.details as { loadStage: string; findings: Array<{ code: string }> };
    return {
      code: error.code,
      message: error.message,
      stage: loadStage,
      findings: findings.map(({ code }) => code),
    };
  }

  it('names every forbidden import at once', async () => {
    const failure = await refused({
      'a.ts': source(`import fs from 'node:fs'; export const a = fs;`),
      'b.ts': source(`import { x } from '@platform/server'; import vm from 'vm'; export const b = [x, vm];`),
      'c.ts': source(`import { y } from '../../../server/main.ts'; export const c = y;`),
    });
    expect(failure).toMatchObject({ code: 'PLUGIN_LOAD_REFUSED', stage: 'verify' });
    expect(failure.findings).toEqual([
      'PLUGIN_PERMISSION_MISSING',
      'PLUGIN_IMPORT_FORBIDDEN',
      'PLUGIN_IMPORT_FORBIDDEN',
      'PLUGIN_IMPORT_FORBIDDEN',
    ]);
    expect(failure.message).toMatch(
      /src\/a\.ts imports "node:fs" without the permission "files"[^]*@platform\/server[^]*the built-in vm[^]*outside the jar/,
    );
  });

  it('refuses a built-in that is required at run time', async () => {
    const failure = await refused({
      'a.ts': source(`const name: string = 'child_process'; export const a = require(name);`),
    });
    expect(failure).toMatchObject({ code: 'PLUGIN_PERMISSION_MISSING', stage: 'evaluate' });
  });

  it('names modules that throw during evaluation, with source lines', async () => {
    const failure = await refused({
      'a.ts': source(`type T = {\n  x: number;\n};\nexport const a: T = JSON.parse('{');`),
      'b.ts': source(`import { a } from './a.ts';\nexport const b = a;`),
      'c.ts': source(`throw new Error('no');`),
    });
    expect(failure).toMatchObject({ code: 'PLUGIN_MODULE_FAILED', stage: 'evaluate' });
    expect(failure.findings).toHaveLength(2);
    expect(failure.message).toContain('platform-app/src/a.ts:9:');
  });

  it('names entities that cannot be mapped', async () => {
    const failure = await refused({
      'm.ts': source(`
export class Row { id = 1; }
@Mapper(Row) export class RowMapper extends BaseMapper<Row> {}`),
    });
    expect(failure).toMatchObject({ code: 'PLUGIN_ENTITY_INVALID', stage: 'container' });
    expect(failure.findings).toHaveLength(2);
  });

  it('spec: Errors/same-type bean, names tokens with no bean and with two', async () => {
    const failure = await refused({
      's.ts': source(`
export abstract class Port { abstract x(): number; }
export abstract class Nobody {}
@Service({ as: Port }) export class A extends Port { x() { return 1; } }
@Service({ as: Port }) export class B extends Port { x() { return 2; } }
@Component({ inject: [Port] }) export class NeedsPort { constructor(readonly port: Port) {} }
@Component({ inject: [Nobody] }) export class NeedsNobody { constructor(readonly nobody: Nobody) {} }`),
    });
    expect(failure).toMatchObject({
      code: 'PLUGIN_LOAD_REFUSED',
      stage: 'container',
      findings: ['PLUGIN_BEAN_AMBIGUOUS', 'PLUGIN_BEAN_MISSING'],
    });
    expect(failure.message).toContain('expected single matching bean but found 2');
    expect(failure.message).toContain("No qualifying bean of type 'cn.platform.app.Nobody'");
  });

  it('spec: Errors/same-type bean: an own bean beside one of the host', async () => {
    const sources = (options: string): Sources => ({
      's.ts': source(`
import { SnowflakeIds } from '@platform/plugin-sdk/core';
@Service({ as: SnowflakeIds${options} }) export class OwnIds extends SnowflakeIds { next() { return 1; } }
@Component({ inject: [SnowflakeIds] }) export class Needs { constructor(readonly ids: SnowflakeIds) {} }`),
    });
    const failure = await refused(sources(''));
    expect(failure).toMatchObject({ code: 'PLUGIN_BEAN_AMBIGUOUS', stage: 'container' });
    expect(failure.message).toContain('expected single matching bean but found 2');
    await host.load('preferring', '1.0.0', sources(', primary: true'));
  });

  it('spec: Errors/locator placed where others cannot see it', async () => {
    const failure = await refused({
      's.ts': source(`
import { ServiceLocator } from '@platform/plugin-sdk/plugin';
export abstract class StockServiceLocator extends ServiceLocator {}
@Component({ inject: [StockServiceLocator] }) export class Needs { constructor(readonly stock: StockServiceLocator) {} }`),
    });
    expect(failure).toMatchObject({ code: 'PLUGIN_BEAN_MISSING', stage: 'container' });
    expect(failure.message).toContain("No qualifying bean of type 'cn.platform.app.StockServiceLocator'");
  });

  it('names methods that are never called because their class is not a bean', async () => {
    const failure = await refused({
      's.ts': source(`
import { EventListener, UserRegisteredEvent } from '@platform/plugin-sdk/core';
import { Scheduled } from '@platform/plugin-sdk/job';
export class NoBean { @Scheduled({ every: '1h' }) tick() {} @EventListener(UserRegisteredEvent) hear() {} }
export class Base { @Scheduled({ every: '1h' }) tick() {} }
@Component() export class Derived extends Base {}
@Component() export class NoController { @Get('/x') x() { return 1; } }`),
    });
    expect(failure).toMatchObject({ code: 'PLUGIN_DECORATOR_STRAY', stage: 'container' });
    expect(failure.findings).toHaveLength(3);
    expect(failure.message).toContain('cn.platform.app.NoBean has @Scheduled, but is not a bean');
    expect(failure.message).toContain('cn.platform.app.NoController has a route, but is not a controller');
  });

  it('names a cycle of constructors', async () => {
    const failure = await refused({
      's.ts': source(`
export abstract class Left {} 
export abstract class Right {}
@Service({ as: Left, inject: [Right] }) export class L extends Left { constructor(readonly right: Right) { super(); } }
@Service({ as: Right, inject: [Left] }) export class R extends Right { constructor(readonly left: Left) { super(); } }`),
    });
    expect(failure).toMatchObject({ code: 'PLUGIN_BEAN_CYCLE', stage: 'container' });
    expect(failure.message).toContain('cn.platform.app.L → cn.platform.app.R → cn.platform.app.L');
  });

  it('disposes initialized beans when a later init() fails', async () => {
    const failure = await refused({
      's.ts': source(`
import { Logger } from '@platform/plugin-sdk/log';
@Component({ inject: [Logger] }) export class First {
  constructor(private readonly log: Logger) {}
  init() { this.log.info('first init'); }
  dispose() { this.log.info('first dispose'); }
}
@Component({ inject: [First] }) export class Second {
  constructor(readonly first: First) {}
  async init() { throw new Error('no database'); }
}`),
    });
    expect(failure).toMatchObject({ code: 'PLUGIN_INIT_FAILED', stage: 'init' });
    expect(failure.message).toContain('init() of cn.platform.app.Second failed: no database');
    const lines = host.log.map(({ message }) => message);
    expect(lines.indexOf('first dispose')).toBeGreaterThan(lines.indexOf('first init'));
  });

  it.each(['/../other', '/a/./b', '/%2e%2E/other', '/a%2fb', '/..'])(
    'findings: runtime 7; refuses a route with %s in its path',
    async (path) => {
      const failure = await refused({
        'c.ts': source(`@Controller('/app') export class C { @Get('${path}') x() { return 1; } }`),
      });
      expect(failure).toMatchObject({ code: 'PLUGIN_ROUTE_OUTSIDE_PREFIX', stage: 'routes' });
    },
  );

  it('accepts expressions of parameters, as Fastify does', async () => {
    await host.load('days', '1.0.0', {
      'c.ts': source(String.raw`@Controller('/days') export class C {
        @Get('/on/:day(^\\d{4}-(?:0[1-9]|1[0-2])$)') x({ params }: any) { return params.day; } }`),
    });
    expect(await host.get('/days/on/2026-11')).toMatchObject({ status: 200, body: { data: '2026-11' } });
    expect(await host.get('/days/on/2026-13')).toMatchObject({ status: 404 });
  });

  it('names routes outside of the prefix, reserved ones and duplicates', async () => {
    const failure = await refused({
      'c.ts': source(`
@Controller('/other') export class Foreign { @Get('/x') x() { return 1; } }
@Controller('/application') export class Longer { @Get('/x') x() { return 1; } }
@Controller('/open/app') export class Site { @Get('/config') x() { return 1; } }
@Controller('/app') export class Mine { @Get('/:id') a() { return 1; } @Get('/:name/') b() { return 1; } }`),
    });
    expect(failure).toMatchObject({
      stage: 'routes',
      findings: [
        'PLUGIN_ROUTE_OUTSIDE_PREFIX',
        'PLUGIN_ROUTE_OUTSIDE_PREFIX',
        'PLUGIN_ROUTE_RESERVED',
        'PLUGIN_ROUTE_DUPLICATE',
      ],
    });
  });

  it('restarts the old version when start() of the new one fails', async () => {
    await host.load('twice', '1.0.0', {
      's.ts': source(`
let starts = 0;
@Component() export class Port { start() { starts++; } stop() {} }
@Controller('/twice') export class C { @Get('/starts') starts() { return starts; } }`),
    });
    await expect(
      host.load('twice', '2.0.0', {
        's.ts': source(`@Component() export class Port { start() { throw new Error('in use'); } }
@Controller('/twice') export class C { @Get('/starts') starts() { return 'new'; } }`),
      }),
    ).rejects.toMatchObject({ code: 'PLUGIN_START_FAILED', details: { loadStage: 'switch' } });
    expect(await host.get('/twice/starts')).toMatchObject({ body: { data: 2 } });
    expect(host.runtime.describe('twice')).toMatchObject({ version: '1.0.0', failure: { stage: 'switch' } });
  });

  it.each([
    'lib/@platform/plugin-sdk/web.js',
    'lib/@plugins/platform-member.js',
    'lib/typebox.js',
    'lib/kysely/x.js',
  ])('spec: D1; D4; Errors/platform class compiled into a plugin: %s', async (entry) => {
    const index = {
      formatVersion: 1,
      code: 'app',
      version: '7.0.0',
      platform: '1.0.0',
      main: null,
      classes: [],
      modules: [],
      packages: [],
      mappers: [],
    };
    const files = new Map([
      ['META-INF/plugin.json', JSON.stringify(index)],
      [entry, 'exports.x = 1;'],
    ]);
    const load = host.runtime.load('app', { fileName: 'platform-app-plugin-7.0.0.jar', files });
    await expect(load).rejects.toMatchObject({
      code: 'PLUGIN_PLATFORM_CLASS_BUNDLED',
      message: expect.stringContaining(entry) as string,
      details: { loadStage: 'verify' },
    });
  });

  it('reads only archives of the requested application with an index', async () => {
    const file = join(host.workshop.pluginDir, 'platform-app-plugin-9.0.0.jar');
    await writeFile(file, 'not a zip');
    await expect(host.runtime.load('app', file)).rejects.toMatchObject({
      code: 'PLUGIN_JAR_UNREADABLE',
      details: { loadStage: 'read' },
    });
    const other = await host.workshop.jar('other', '1.0.0', {});
    await expect(host.runtime.load('app', other)).rejects.toMatchObject({
      code: 'PLUGIN_JAR_INVALID',
      details: { loadStage: 'verify' },
    });
  });
});

describe('a load that exceeds its time limit', () => {
  it('ends and leaves nothing behind', async () => {
    const host = await TestHost.start({ args: ['--app-market.plugin-runtime.load-timeout-ms=2000'] });
    try {
      await expect(
        host.load('slow', '1.0.0', {
          's.ts': source(`@Component() export class Slow {
  init() { setInterval(() => {}, 10); return new Promise(() => {}); } }`),
        }),
      ).rejects.toMatchObject({
        code: 'PLUGIN_LOAD_TIMEOUT',
        message: expect.stringContaining('init() of cn.platform.') as string,
        details: { loadStage: 'init' },
      });
      expect(host.runtime.isLoaded('slow')).toBe(false);
      expect(host.runtime.describe('slow')).toMatchObject({ state: 'failed', failure: { stage: 'init' } });
    } finally {
      await host.stop();
    }
  });
});

describe('a lifecycle method that never ends', () => {
  const never = (method: string): Sources => ({
    's.ts': source(`@Component() export class Slow { ${method}() { return new Promise(() => {}); } }`),
  });
  it.each(['start', 'stop', 'dispose'])('%s(): the host continues, and names the bean', async (method) => {
    const host = await TestHost.start({ args: ['--app-market.plugin-runtime.load-timeout-ms=2000'] });
    try {
      const named = `${method}() of cn.platform.slow.Slow failed: it did not finish within 2000 ms`;
      const loaded = await host.load('slow', '1.0.0', never(method)).catch((error: PlatformError) => error);
      if (method === 'start')
        expect(loaded).toMatchObject({ message: expect.stringContaining(named) as string });
      else expect(await host.runtime.unload('slow')).toMatchObject({ failures: [named] });
      await host.load('slow', '1.0.1', {});
      expect(host.runtime.describe('slow')).toMatchObject({ version: '1.0.1' });
    } finally {
      await host.stop();
    }
  });
});

describe('an npm package that is missing on the host', () => {
  it('spec: Errors/a plugin class whose dependency is missing, skips it and its dependents with one WARN', async () => {
    const host = await TestHost.start();
    try {
      const report = await host.load('part', '1.0.0', {
        'pay.ts': source(`
import { pay } from 'payment-sdk';
@Service() export class Pay { run() { return pay(); } }`),
        'shop.ts': source(`
import { Pay } from './pay.ts';
@Service({ inject: [Pay] }) export class Shop { constructor(readonly pay: Pay) {} }`),
        'maybe.ts': source(`
import { Pay } from './pay.ts';
@Service({ inject: [optional(Pay)] }) export class Maybe { constructor(readonly pay?: Pay) {} }`),
        'c.ts': source(`
import { Maybe } from './maybe.ts';
@Controller('/part', { inject: [Maybe] }) export class C {
  constructor(readonly maybe: Maybe) {}
  @Get('/pay') hasPay() { return this.maybe.pay !== undefined; }
}`),
        'shop.controller.ts': source(`
import { Shop } from './shop.ts';
@Controller('/part/shop', { inject: [Shop] }) export class ShopController {
  constructor(readonly shop: Shop) {}
  @Get('/x') x() { return 1; }
}`),
      });
      expect(report.skipped).toEqual(
        ['Pay', 'ShopController', 'Shop'].map((name) => ({
          name: `cn.platform.part.${name}`,
          missing: 'payment-sdk',
        })),
      );
      expect(await host.get('/part/pay')).toMatchObject({ status: 200, body: { data: false } });
      expect(await host.get('/part/shop/x')).toMatchObject({ status: 404 });
      const warnings = host.log.filter(
        ({ level, message }) => level === 'warn' && message.includes('payment-sdk'),
      );
      expect(warnings).toHaveLength(1);
      expect(warnings[0]?.message).toContain('cn.platform.part.Pay');
    } finally {
      await host.stop();
    }
  });
});
