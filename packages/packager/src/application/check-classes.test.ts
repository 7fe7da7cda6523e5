import { describe, expect, it } from 'vitest';
import { checkClasses } from './check-classes.ts';
import { readClasses } from './source-classes.ts';

/** Behind the classes, for the sake of their lines. */
const IMPORTS = `
import { Controller, Get, Post, Put } from '@platform/plugin-sdk/web';
import { Component, Service } from '@platform/plugin-sdk/core';
import { Scheduled as Timed } from '@platform/plugin-sdk/job';`;

const found = (...sources: string[]): string[] =>
  checkClasses(
    'shop',
    readClasses(new Map(sources.map((text, index) => [`src/${'abc'[index]}.ts`, text + IMPORTS]))),
  ).map(({ code, message }) => `${code} ${message}`);

describe('routes that the load would refuse', () => {
  it('are found with their line', () => {
    const text = `
@Controller('/shops')
export class Outside {
  @Get('/a') a() {}
}
@Controller('/open/shop')
export class Open {
  @Get('config') b() {}
  @Post('/../c') c() {}
}`;
    expect(found(text)).toEqual([
      'PLUGIN_ROUTE_OUTSIDE_PREFIX src/a.ts:4: GET /shops/a of Outside.a is outside /shop and /open/shop.',
      "PLUGIN_ROUTE_RESERVED src/a.ts:8: GET /open/shop/config of Open.b is the host's site configuration; the application's handler would never run.",
      'PLUGIN_ROUTE_OUTSIDE_PREFIX src/a.ts:9: POST /open/shop/../c of Open.c has a segment that clients and proxies resolve to another path.',
    ]);
  });

  it('are found over classes and files, with what a controller inherits', () => {
    const base = `export abstract class Base {\n  @Get('/:id') get() {}\n  @Get('/list') list() {}\n}`;
    const child = `@Controller('/shop')\nexport class Items extends Base {\n  @Get('/all') list() {}\n  @Put('/:id') put() {}\n}`;
    const other = `@Controller('/shop/')\nexport class Other {\n  @Get(':number')\n  one() {}\n}`;
    expect(found(base, child)).toEqual([]);
    expect(found(base, child, other)).toEqual([
      'PLUGIN_ROUTE_DUPLICATE src/c.ts:4: GET /shop/:id is handled by both Items.get and Other.one.',
    ]);
  });

  it('stay unknown where they are no literals', () => {
    expect(found(`@Controller(PREFIX)\nclass A { @Get('/x') x() {} }`)).toEqual([]);
    expect(found(`@Controller('/shop')\nclass A { @Get(PATH) x() {} @Get() y() {} }`)).toEqual([]);
  });
});

describe('decorated methods', () => {
  it('are refused where nothing would call them', () => {
    const text = `export class Sweeper {\n  @Timed({ every: '5m' })\n  sweep() {}\n}
@Service()
export class Pages {
  @Get('/x') x() {}
}`;
    expect(found(text)).toEqual([
      'PLUGIN_DECORATOR_STRAY src/a.ts:3: Sweeper.sweep has @Scheduled, but its class is not a bean: it would never be called.',
      'PLUGIN_DECORATOR_STRAY src/a.ts:7: Pages.x has @Get, but its class is not a controller: it would never be called.',
    ]);
  });

  it('may be inherited by a bean', () => {
    const text = `export class Base { @Timed({ every: '5m' }) sweep() {} }
export abstract class Other { @Get() x() {} }`;
    expect(found(`export class Queue { @Listen() x() {} }`)).toEqual([]);
    expect(found(text, `@Component() export class Bean extends Base {}`)).toEqual([]);
  });
});
