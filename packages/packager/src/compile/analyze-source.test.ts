import { expect, test } from 'vitest';
import { analyzeSource } from './analyze-source.ts';

const classes = (text: string, path = 'src/x.ts') =>
  analyzeSource(path, text).classes.map(({ name, kind, abstract, export: exported }) => [
    name,
    kind,
    abstract,
    exported,
  ]);

test('counts only exported top-level classes, under their exported name (spec: L6)', () => {
  expect(
    classes(`
      export class A {}
      class B {}
      export { B as C };
      class Hidden {}
      export default class D {}
      export abstract class E {}
      export function f() { class Inner {} return Inner; }
      export interface G {}
    `),
  ).toEqual([
    ['A', 'class', false, 'A'],
    ['C', 'class', false, 'C'],
    ['D', 'class', false, 'default'],
    ['E', 'class', true, 'E'],
  ]);
});

test('takes the kind from decorators of the SDK only, however they are imported', () => {
  expect(
    classes(`
      import { Service as Bean, Component } from '@platform/plugin-sdk/core';
      import * as web from '@platform/plugin-sdk/web';
      import { JobExecutor } from '@platform/plugin-sdk/job';
      import { PluginService } from '@platform/plugin-sdk/plugin';
      import { Controller } from './own';
      @Bean({}) export class A {}
      @web.Controller('/x') export class B {}
      @Controller('/x') export class C {}
      @Component export class D {}
      @JobExecutor({ name: 'j' }) export class E {}
      @PluginService(D) export class F {}
    `),
  ).toEqual([
    ['A', 'service', false, 'A'],
    ['B', 'controller', false, 'B'],
    ['C', 'class', false, 'C'],
    ['D', 'component', false, 'D'],
    ['E', 'job', false, 'E'],
    ['F', 'pluginService', false, 'F'],
  ]);
});

test('spec: L7 recognizes a mapper by @Mapper, or by BaseMapper in a mapper folder', () => {
  const text = `import { BaseMapper } from '@platform/plugin-sdk/orm'; export class A extends BaseMapper {}`;
  expect(classes(text, 'src/mapper/a.ts')).toEqual([['A', 'mapper', false, 'A']]);
  expect(classes(text, 'src/domain/a.ts')).toEqual([['A', 'class', false, 'A']]);
});

test('requires imports that remain at run time, but not types', () => {
  const { requires } = analyzeSource(
    'src/x.ts',
    `
      import type { A } from 'a';
      import { b } from 'b';
      import 'c';
      import { type D } from 'd';
      export * from './e';
      export type { F } from 'f';
      const g = () => import('./g.ts');
      const h = require('h');
      import { b as again } from 'b';
    `,
  );
  expect(requires).toEqual(['b', 'c', 'd', './e', './g.ts', 'h']);
});

test('lists what a source exports and what it imports by name from where', () => {
  const { imports, exported } = analyzeSource(
    'src/a.ts',
    `import def, { B as b, type C } from './b.ts';
import type { D } from './d.ts';
import * as all from './e.ts';
export { F } from './f.ts';
export * as g from './g.ts';
export const h = 1, i = 2;
export function j() {}
export default class K {}
class L {}
export { L as M };
export interface N {}`,
  );
  expect(imports).toEqual([
    { specifier: './b.ts', names: ['default', 'B'] },
    { specifier: './f.ts', names: ['F'] },
  ]);
  expect(exported).toEqual(['F', 'g', 'h', 'i', 'j', 'default', 'M', 'N']);
  expect(analyzeSource('src/a.ts', `export * from './b.ts';`).exported).toBeUndefined();
  expect(analyzeSource('src/a.ts', `export const { a } = b;`).exported).toBeUndefined();
});

test('finds beans that are not exported, so that the host would never find them', () => {
  const text = `import { Service, JobExecutor } from '@platform/plugin-sdk/core';
import { TableName } from '@platform/plugin-sdk/orm';
@Service() class A {}
@Service() class B {}
@TableName('x') class C {}
export { B };`;
  expect(analyzeSource('src/a.ts', text).hidden).toEqual([{ name: 'A', decorator: 'Service', line: 3 }]);
});
