import { readFile, rm, symlink } from 'node:fs/promises';
import { join, posix } from 'node:path';
import vm from 'node:vm';
import { ZipArchive } from '@platform/package-format';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../testing/fixture.ts';
import { buildJar } from './build-jar.ts';
import { compilePlugin } from './compile-plugin.ts';

const PLUGIN = 'plugins/platform-site-visit';
let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture();
});
afterEach(() => fixture.dispose());

/** Evaluates a jar's modules the way a loader does, with `provided` for what is outside the jar. */
function evaluate(
  files: Map<string, Buffer>,
  entry: string,
  provided: Record<string, unknown>,
): Record<string, unknown> {
  const cache = new Map<string, { exports: Record<string, unknown> }>();
  const load = (path: string): Record<string, unknown> => {
    const found = [path, path.replace(/\.ts$/, '.js'), `${path}.js`, `${path}/index.js`].find((name) =>
      files.has(name),
    );
    if (!found) throw new Error(`missing ${path}`);
    const module = cache.get(found) ?? { exports: {} };
    if (cache.has(found)) return module.exports;
    cache.set(found, module);
    const run = vm.compileFunction(String(files.get(found)), ['exports', 'require', 'module']);
    (run as (...args: unknown[]) => void)(
      module.exports,
      (specifier: string) =>
        specifier.startsWith('.')
          ? load(posix.join(posix.dirname(found), specifier))
          : (provided[specifier] ?? load(`lib/${specifier}`)),
      module,
    );
    return module.exports;
  };
  return load(entry);
}

const sdk = {
  '@platform/plugin-sdk/web': {
    Controller: (path: string) => (_value: unknown, context: ClassDecoratorContext) => {
      context.metadata.prefix = path;
    },
    Get: () => () => undefined,
  },
  '@platform/plugin-sdk/orm': {
    BaseMapper: class {},
    Mapper: () => () => undefined,
    TableName: () => () => undefined,
  },
};

test('indexes classes, modules and packages (design 3.1)', async () => {
  const { index } = await compilePlugin(fixture.plugin);
  expect(index).toEqual({
    formatVersion: 1,
    code: 'site-visit',
    version: '1.0.0',
    platform: '1.2.3',
    permissions: {},
    main: 'cn/platform/site_visit/index.js',
    classes: [
      {
        name: 'cn.platform.site_visit.controller.VisitController',
        export: 'VisitController',
        file: 'cn/platform/site_visit/controller/visit.controller.js',
        kind: 'controller',
        abstract: false,
      },
      {
        name: 'cn.platform.site_visit.domain.Visit',
        export: 'Visit',
        file: 'cn/platform/site_visit/domain/visit.js',
        kind: 'entity',
        abstract: false,
      },
      {
        name: 'cn.platform.site_visit.mapper.VisitMapper',
        export: 'VisitMapper',
        file: 'cn/platform/site_visit/mapper/visit.mapper.js',
        kind: 'mapper',
        abstract: false,
      },
    ],
    modules: [
      {
        file: 'cn/platform/site_visit/controller/visit.controller.js',
        source: 'src/controller/visit.controller.ts',
        requires: ['@platform/plugin-sdk/web', '../mapper/visit.mapper'],
      },
      {
        file: 'cn/platform/site_visit/domain/visit.js',
        source: 'src/domain/visit.ts',
        requires: ['@platform/plugin-sdk/orm'],
      },
      { file: 'cn/platform/site_visit/index.js', source: 'src/index.ts', requires: ['./domain/visit.ts'] },
      {
        file: 'cn/platform/site_visit/mapper/visit.mapper.js',
        source: 'src/mapper/visit.mapper.ts',
        requires: ['@platform/plugin-sdk/orm', '../domain/visit.ts'],
      },
    ],
    packages: ['@platform/plugin-sdk'],
    mappers: [],
  });
});

test('keeps metadata, class names and source positions', async () => {
  const { files } = await compilePlugin(fixture.plugin);
  const entry = 'cn/platform/site_visit/controller/visit.controller.js';
  const { VisitController } = evaluate(files, entry, sdk) as {
    VisitController: new (mapper: unknown) => { greet(ctx: unknown): string };
  };
  const metadata = (VisitController as unknown as Record<symbol, Record<string, unknown>>)[
    Symbol.metadata ?? Symbol.for('Symbol.metadata')
  ];
  expect(metadata?.prefix).toBe('/site-visit');
  expect(VisitController.name).toBe('VisitController');
  expect(new VisitController({}).greet({ query: { name: 'Ada' } })).toBe('Hello, Ada');
  const map = JSON.parse(String(files.get(`${entry}.map`))) as {
    sources: string[];
    sourcesContent: string[];
  };
  expect(map.sources).toEqual(['platform-site-visit/src/controller/visit.controller.ts']);
  expect(map.sourcesContent[0]).toContain('export class VisitController');
});

test('writes code, version and platform to the manifest file, with an overridden version', async () => {
  const { index, files } = await compilePlugin(fixture.plugin, { version: '1.1.0' });
  expect(index.version).toBe('1.1.0');
  expect(String(files.get('META-INF/MANIFEST.MF'))).toBe(
    'Manifest-Version: 1.0\nApplication-Code: site-visit\nApplication-Version: 1.1.0\nPlatform-Version: 1.2.3\n',
  );
});

test('writes the same jar for the same source', async () => {
  const jars = ['a.jar', 'b.jar'].map((name) => join(fixture.root, 'out', name));
  for (const jar of jars) await buildJar(fixture.plugin, jar);
  const [first, second] = await Promise.all(jars.map((jar) => readFile(jar)));
  expect(second!.equals(first!)).toBe(true);
  const archive = await ZipArchive.open(jars[0]!);
  expect(archive.has('META-INF/plugin.json')).toBe(true);
  await archive.close();
});

test.each(['', '.ts', '.js'])(
  'findings: runtime 1; resolves imports with "%s" under any tsconfig.json',
  async (extension) => {
    const config = {
      compilerOptions: { module: 'nodenext', strict: true, lib: ['es2023', 'esnext.decorators'], types: [] },
    };
    await fixture.write(`${PLUGIN}/tsconfig.json`, config);
    await fixture.write(`${PLUGIN}/src/lib/index.ts`, 'export const two = 2;\n');
    await fixture.write(
      `${PLUGIN}/src/use.ts`,
      `import { Visit } from './domain/visit${extension}';\nimport { two } from './lib${extension && `/index${extension}`}';\nexport const id: number = new Visit().id + two;\n`,
    );
    const { files } = await compilePlugin(fixture.plugin);
    expect(Number.isNaN(evaluate(files, 'cn/platform/site_visit/use.js', sdk)['id'])).toBe(true);
  },
);

test('findings: runtime 6; includes declarations of the project, and Node’s types without a tsconfig.json', async () => {
  await rm(join(fixture.plugin, 'tsconfig.json'));
  await fixture.write(`${PLUGIN}/src/globals.d.ts`, 'declare const BUILD: { readonly name: string };\n');
  await fixture.write(
    `${PLUGIN}/src/use.ts`,
    'export const use = (): Buffer => Buffer.from(BUILD.name);\nexport const one = (): number => BUILD.name.length;\n',
  );
  await symlink(
    join(import.meta.dirname, '../../../../node_modules/@types'),
    join(fixture.root, 'node_modules/@types'),
  );
  await compilePlugin(fixture.plugin);
  await fixture.write(`${PLUGIN}/src/globals.d.ts`, 'declare const BUILD: { readonly name: number };\n');
  await expect(compilePlugin(fixture.plugin)).rejects.toMatchObject({ code: 'TYPE_ERRORS' });
});

test.each([
  ['>=2', false],
  ['>=1.0.0 <2', true],
  ['^1.2', true],
  ['<1.2.3', false],
])('findings: applications 12; accepts platform %s with SDK 1.2.3: %s', async (platform, taken) => {
  await fixture.write(`${PLUGIN}/app.json`, {
    code: 'site-visit',
    name: 'V',
    version: '1.0.0',
    platform,
    assets: {},
    menus: [],
  });
  const compiled = compilePlugin(fixture.plugin, { typeCheck: false });
  if (taken) await compiled;
  else await expect(compiled).rejects.toMatchObject({ code: 'PLATFORM_RANGE_UNMET' });
});

test('checks the types again after any input has changed', async () => {
  await fixture.write(
    `${PLUGIN}/src/use.ts`,
    "import { Visit } from './domain/visit.ts';\nexport const id: number = new Visit().id;\n",
  );
  await compilePlugin(fixture.plugin);
  await compilePlugin(fixture.plugin);
  await fixture.write(`${PLUGIN}/src/domain/visit.ts`, 'export class Visit {\n  id!: string;\n}\n');
  for (const _attempt of [1, 2]) {
    await expect(compilePlugin(fixture.plugin)).rejects.toMatchObject({ code: 'TYPE_ERRORS' });
  }
  await fixture.write(`${PLUGIN}/src/domain/visit.ts`, 'export class Visit {\n  id!: number;\n}\n');
  await compilePlugin(fixture.plugin);
  await fixture.write(`${PLUGIN}/src/more.ts`, "export const wrong: number = '1';\n");
  await expect(compilePlugin(fixture.plugin)).rejects.toMatchObject({ code: 'TYPE_ERRORS' });
});

test('puts mapper XML into mapper/<code>/', async () => {
  await fixture.write(`${PLUGIN}/resources/mapper/site-visit/VisitMapper.xml`, '<mapper/>');
  const { index, files } = await compilePlugin(fixture.plugin);
  expect(index.mappers).toEqual(['mapper/site-visit/VisitMapper.xml']);
  expect(String(files.get('mapper/site-visit/VisitMapper.xml'))).toBe('<mapper/>');
});

describe('third-party packages (design 9.4-20)', () => {
  const library = async (name: string, files: Record<string, string | object>): Promise<void> => {
    for (const [path, content] of Object.entries(files))
      await fixture.write(`node_modules/${name}/${path}`, content);
  };
  const declare = (kind: string, dependencies: Record<string, string>): Promise<void> =>
    fixture.write(`${PLUGIN}/package.json`, {
      name: '@plugins/platform-site-visit',
      type: 'module',
      [kind]: dependencies,
    });
  const compile = () => compilePlugin(fixture.plugin, { typeCheck: false });

  test('bundles CommonJS and ESM-only ones, with one instance for all sub-paths', async () => {
    await library('common', {
      'package.json': { main: 'main.js' },
      'main.js': 'module.exports = (n) => n * 2; module.exports.half = (n) => n / 2;',
    });
    await library('modern', {
      'package.json': {
        type: 'module',
        exports: { '.': { import: './main.js' }, './count': { import: './count.js' } },
      },
      'main.js':
        "export { count } from './count.js'; export const triple = (n) => n * 3; export default class Modern {}",
      'count.js': 'export const count = { value: 0 };',
    });
    await declare('dependencies', { common: '1', modern: '1' });
    await fixture.write(
      `${PLUGIN}/src/use.ts`,
      "import double, { half } from 'common';\nimport Modern, { triple, count } from 'modern';\nimport { count as same } from 'modern/count';\nexport const result = [double(2), half(2), triple(2), Modern.name, count === same];\n",
    );
    const { index, files } = await compile();
    expect(index.packages).toEqual(['@platform/plugin-sdk', 'common', 'modern']);
    expect([...files.keys()].filter((name) => name.startsWith('lib/')).sort()).toEqual([
      'lib/_libraries.js',
      'lib/common.js',
      'lib/modern.js',
      'lib/modern/count.js',
    ]);
    expect(evaluate(files, 'cn/platform/site_visit/use.js', sdk).result).toEqual([4, 1, 6, 'Modern', true]);
  });

  test('turns import() into require, which the runtime resolves', async () => {
    await fixture.write(`${PLUGIN}/src/lazy.ts`, "export const lazy = () => import('./domain/visit.ts');\n");
    const { index, files } = await compile();
    expect(index.modules.find((module) => module.source === 'src/lazy.ts')?.requires).toEqual([
      './domain/visit.ts',
    ]);
    const { lazy } = evaluate(files, 'cn/platform/site_visit/lazy.js', sdk) as {
      lazy: () => Promise<{ Visit: unknown }>;
    };
    expect((await lazy()).Visit).toBeTypeOf('function');
  });

  test('refuses native ones', async () => {
    await library('native', {
      'package.json': { main: 'main.js' },
      'binding.gyp': '{}',
      'main.js': 'module.exports = 1;',
    });
    await declare('dependencies', { native: '1' });
    await fixture.write(`${PLUGIN}/src/use.ts`, "import native from 'native';\nexport const x = native;\n");
    await expect(compile()).rejects.toMatchObject({
      code: 'NATIVE_DEPENDENCY',
      message: 'native: needs a native add-on.',
    });
  });

  test.each([
    ['node:fs', 'PERMISSION_MISSING', 'reads imports "node:fs", which needs the permission "files".'],
    ['os', 'IMPORT_FORBIDDEN', 'reads imports "os", which plugins may not use.'],
  ])('refuses one that imports %s without permission', async (builtin, code, message) => {
    await library('reads', {
      'package.json': { main: 'main.js' },
      'main.js': `exports.path = require('path'); exports.more = require('${builtin}');`,
    });
    await declare('dependencies', { reads: '1' });
    await fixture.write(`${PLUGIN}/src/use.ts`, "import reads from 'reads';\nexport const x = reads;\n");
    await expect(compile()).rejects.toMatchObject({ code, message });
  });

  test('refuses one with top-level await', async () => {
    await library('waits', {
      'package.json': { type: 'module', main: 'main.js' },
      'main.js': 'export default await 1;',
    });
    await declare('dependencies', { waits: '1' });
    await fixture.write(`${PLUGIN}/src/use.ts`, "import waits from 'waits';\nexport const x = waits;\n");
    await expect(compile()).rejects.toMatchObject({
      code: 'LIBRARY_INVALID',
      message: expect.stringContaining('op-level await') as string,
    });
  });

  test('keeps provided ones outside, and refuses a peer that nobody provides (spec: D1, D4)', async () => {
    await fixture.write(`${PLUGIN}/src/use.ts`, "import { Type } from 'typebox';\nexport const x = Type;\n");
    await declare('peerDependencies', { typebox: '^1.4.2' });
    const { index, files } = await compile();
    expect(index.packages).toContain('typebox');
    expect([...files.keys()].some((name) => name.startsWith('lib/'))).toBe(false);
    await declare('peerDependencies', { typebox: '^1.4.2', left: '1' });
    await expect(compile()).rejects.toMatchObject({
      code: 'PEER_NOT_PROVIDED',
      message: expect.stringContaining('left') as string,
    });
    await declare('peerDependencies', { typebox: '^2.0.0' });
    await expect(compile()).rejects.toMatchObject({
      code: 'PEER_NOT_PROVIDED',
      message: expect.stringContaining('^1.4.0') as string,
    });
  });
});

describe('another application’s classes', () => {
  const manifest = (more: object) => ({
    name: '@plugins/platform-site-visit',
    type: 'module',
    ...more,
    peerDependencies: {
      '@platform/plugin-sdk': '1',
      ...(more as { peerDependencies?: object }).peerDependencies,
    },
  });
  const use =
    "import { Member, type MemberLevel } from '@plugins/platform-member';\nexport const level = (member: Member): MemberLevel => member.level;\nexport const type = Member;\n";
  beforeEach(async () => {
    const folder = 'node_modules/@plugins/platform-member';
    await fixture.write(`${folder}/package.json`, {
      name: '@plugins/platform-member',
      type: 'module',
      exports: './src/index.ts',
    });
    await fixture.write(
      `${folder}/src/index.ts`,
      "export type MemberLevel = 'gold' | 'bronze';\nexport class Member {\n  level: MemberLevel = 'gold';\n}\n",
    );
    await fixture.write(`${PLUGIN}/src/use.ts`, use);
  });

  test('are typed by their sources, stay outside the jar and are recorded (spec: L8, D2)', async () => {
    await fixture.write(
      `${PLUGIN}/package.json`,
      manifest({ peerDependencies: { '@plugins/platform-member': '^1.0.0' } }),
    );
    const { index, files } = await compilePlugin(fixture.plugin);
    expect(index.packages).toEqual(['@platform/plugin-sdk', '@plugins/platform-member']);
    expect([...files.keys()].filter((name) => name.includes('member'))).toEqual([]);
    const { type } = evaluate(files, 'cn/platform/site_visit/use.js', {
      ...sdk,
      '@plugins/platform-member': { Member: Array },
    });
    expect(type).toBe(Array);
    await fixture.write(`${PLUGIN}/src/use.ts`, use.replace('MemberLevel =>', 'number =>'));
    await expect(compilePlugin(fixture.plugin)).rejects.toMatchObject({ code: 'TYPE_ERRORS' });
  });

  test.each([
    ['@plugins/platform-member/src/index.ts', 'is not a main module'],
    ['@plugins/member-app', 'is not a main module'],
    ['@plugins/platform-site-visit', 'the application itself'],
  ])('are refused: %s', async (specifier, message) => {
    await fixture.write(`${PLUGIN}/src/use.ts`, `import '${specifier}';\n`);
    await expect(compilePlugin(fixture.plugin, { typeCheck: false })).rejects.toMatchObject({
      code: 'IMPORT_FORBIDDEN',
      message: expect.stringContaining(message) as string,
    });
  });

  test.each(['@plugins/platform-member', '@platform/plugin-sdk', 'typebox'])(
    'are refused as %s among dependencies, because they would exist twice (spec: D1, D4)',
    async (name) => {
      await fixture.write(`${PLUGIN}/package.json`, manifest({ dependencies: { [name]: '^1.0.0' } }));
      await fixture.write(`${PLUGIN}/src/use.ts`, `import '${name}';\n`);
      await expect(compilePlugin(fixture.plugin, { typeCheck: false })).rejects.toMatchObject({
        code: 'PROVIDED_BUNDLED',
        message: expect.stringContaining(name) as string,
      });
    },
  );

  test.each(['', 'none', '*'])(
    'spec: D5: never packs platform classes into the jar, whatever a project declares: "%s"',
    async (value) => {
      const stated = {
        plugin: { contract: { artifact: value } },
        dependencies: { '@platform/plugin-sdk': value, '@plugins/platform-member': value },
        bundleDependencies: ['@platform/plugin-sdk', '@plugins/platform-member'],
      };
      await fixture.write(`${PLUGIN}/package.json`, manifest(stated));
      await expect(compilePlugin(fixture.plugin)).rejects.toMatchObject({ code: 'PROVIDED_BUNDLED' });
      const { files } = await compilePlugin(fixture.plugin, { typeCheck: false, importCheck: false });
      expect([...files.keys()].filter((entry) => entry.startsWith('lib/'))).toEqual([]);
    },
  );
});

describe('refusals (spec: D3)', () => {
  const cases: Array<[code: string, source: string, text: string, message: string]> = [
    [
      'DUPLICATE_CLASS',
      'src/domain/other.ts',
      'export class Visit {}\n',
      'cn.platform.site_visit.domain.Visit',
    ],
    ['SOURCE_INVALID', 'src/broken.ts', 'export const = 1;\n', 'platform-site-visit/src/broken.ts:1:14'],
    ['TYPE_ERRORS', 'src/typo.ts', "export const n: number = 'x';\n", 'src/typo.ts:1:14: TS2322'],
    [
      'CLASS_NOT_EXPORTED',
      'src/task/report.job.ts',
      "import { JobExecutor } from '@platform/plugin-sdk/job';\n\n@JobExecutor({ name: 'r' })\nclass ReportJob {}\n",
      'src/task/report.job.ts:4: ReportJob has @JobExecutor',
    ],
    [
      'IMPORT_UNRESOLVED',
      'src/far.ts',
      "import type { X } from './types.ts';\nimport { Visit } from './domian/visit.ts';\n",
      'src/far.ts:2: "./domian/visit.ts" does not exist',
    ],
    [
      'IMPORT_UNRESOLVED',
      'src/near.ts',
      "import { Visit, type Lost } from './domain/visit.ts';\nimport { Vist } from './domain/visit';\n",
      'src/near.ts:2: "./domain/visit" does not export Vist',
    ],
    ['IMPORT_FORBIDDEN', 'src/host.ts', "import '@platform/server';\n", 'internal to the host'],
    ['IMPORT_FORBIDDEN', 'src/up.ts', "import '../../platform-hello/src/x.ts';\n", 'is outside src/'],
    ['IMPORT_FORBIDDEN', 'src/vm.ts', "import 'node:vm';\n", 'not available to plugins'],
    ['PERMISSION_MISSING', 'src/fs.ts', "import 'node:fs';\n", 'needs the permission "files"'],
    [
      'DEPENDENCY_UNDECLARED',
      'src/lib.ts',
      "import 'left-pad';\n",
      '"left-pad" is imported but not declared',
    ],
  ];
  test.each(cases)('%s: %s', async (code, source, text, message) => {
    await fixture.write(`${PLUGIN}/${source}`, text);
    const typeCheck = code === 'TYPE_ERRORS';
    await expect(compilePlugin(fixture.plugin, { typeCheck })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
  });

  test('names the line of each import, and how to mend each kind', async () => {
    await fixture.write(`${PLUGIN}/src/lib.ts`, "import './a.ts';\nimport 'left-pad';\nimport 'node:fs';\n");
    await fixture.write(`${PLUGIN}/src/a.ts`, 'export {};\n');
    await expect(compilePlugin(fixture.plugin, { typeCheck: false })).rejects.toMatchObject({
      code: 'DEPENDENCY_UNDECLARED',
      message: expect.stringMatching(/src\/lib\.ts:2: "left-pad".*\n.*src\/lib\.ts:3: "node:fs"/) as string,
      fix: expect.stringMatching(/dependencies.* permissions in app\.json/) as string,
    });
  });

  test('refuses a project without app.json, or without the SDK (spec: Errors/build without installed platform artifacts)', async () => {
    await expect(compilePlugin(fixture.root)).rejects.toMatchObject({ code: 'PROJECT_INVALID' });
    await rm(join(fixture.root, 'node_modules'), { recursive: true });
    await expect(compilePlugin(fixture.plugin)).rejects.toMatchObject({ code: 'SDK_MISSING' });
  });

  test('accepts unchecked imports in a test of a loader', async () => {
    await fixture.write(`${PLUGIN}/src/host.ts`, "import '@platform/server';\nimport 'left-pad';\n");
    const { index } = await compilePlugin(fixture.plugin, { typeCheck: false, importCheck: false });
    expect(index.packages).toEqual(['@platform/plugin-sdk', '@platform/server', 'left-pad']);
  });
});
