import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  emptyIndex,
  inspectChanged,
  JAR,
  jarManifest,
  jarOf,
  type PackageChange,
} from '../testing/package-builder.ts';
import { LIMITS } from './limits.ts';

const MANIFEST = 'META-INF/MANIFEST.MF';
const codesOf = async (change: PackageChange): Promise<string[]> =>
  (await inspectChanged(change)).findings.map(({ code }) => code);
const codes = (files: Parameters<typeof jarOf>[0], options: PackageChange['options'] = {}) =>
  codesOf({ files: { [JAR]: jarOf(files) }, options });

describe('the manifest of a jar', () => {
  it.each([
    ['is written by a packager', jarManifest],
    ['has names in any case', jarManifest.replace('Application-Code', 'application-code')],
    ['has lines of Windows', jarManifest.replaceAll('\n', '\r\n')],
    ['has a value over two lines', jarManifest.replace(': hello', ': hel\n lo')],
    ['has other sections', `${jarManifest}\nName: a\nApplication-Code: other\n`],
  ])('may be one that %s', async (_what, text) => expect(await codes({ [MANIFEST]: text })).toEqual([]));

  it.each([
    ['names another application', jarManifest.replace(': hello', ': other')],
    ['names another version', jarManifest.replace('Version: 1.0.0\nPlatform', 'Version: 1.0.1\nPlatform')],
    ['names two applications', `Application-Code: hello\nApplication-Code: other\n${jarManifest}`],
    ['names its application twice', `Application-Code: hello\n${jarManifest}`],
    ['names none', 'Application-Version: 1.0.0\n'],
    ['names it behind the main section', `Application-Version: 1.0.0\n\nApplication-Code: hello\n`],
  ])('is none that %s', async (_what, text) => {
    expect(await codes({ [MANIFEST]: text })).toEqual(['JAR_MISMATCH']);
  });

  it('has to be there', async () => {
    expect(await codes({ [MANIFEST]: undefined })).toContain('JAR_INDEX_INVALID');
  });
});

describe('the modules of a jar', () => {
  const file = 'cn/platform/hello/index.js';
  const index = (requires: string[]) =>
    JSON.stringify({ ...emptyIndex, modules: [{ file, source: 'src/index.ts', requires }] });
  const source = 'require("node:vm");';

  it('are asked for their imports, whether their index names them or not, and each is told once', async () => {
    for (const told of [[], ['node:vm']]) {
      const found = await codes({ [file]: source, 'META-INF/plugin.json': index(told) });
      expect(found.filter((code) => code === 'JAR_IMPORT_FORBIDDEN')).toHaveLength(1);
    }
  });

  it('have a longest module', async () => {
    const long = `exports.x = '${randomBytes(LIMITS.entrySize / 2).toString('hex')}';`;
    expect(await codes({ [file]: long })).toContain('JAR_UNREADABLE');
  });

  it.each([
    [20, []],
    [19, ['JAR_UNREADABLE']],
    [9, ['JAR_UNREADABLE', 'JAR_UNREADABLE']],
  ])('have a limit together: %d bytes', async (limit, expected) => {
    const limits = LIMITS as { modulesSize: number };
    const { modulesSize } = limits;
    limits.modulesSize = limit;
    try {
      const script = 'a = 12345;';
      expect(await codes({ [file]: script, 'cn/platform/hello/b.js': script })).toEqual(expected);
    } finally {
      limits.modulesSize = modulesSize;
    }
  });
});

it.each<[string, string[], string]>([
  ['lib/typebox/index.js', ['typebox'], 'JAR_HOLDS_PROVIDED'],
  ['lib/@a/b.js', ['@a/b'], 'JAR_HOLDS_PROVIDED'],
  ['lib/@platform/plugin-sdk/index.js', [], 'JAR_HOLDS_PLATFORM'],
  ['cn/platform/other/a.js', [], 'JAR_FOREIGN_CLASS'],
  ['lib/a.txt', [], 'JAR_ENTRY_UNEXPECTED'],
])('a jar has no entry %s', async (name, providedPackages, code) => {
  expect(await codes({ [name]: 'exports.x = 1;' }, { providedPackages })).toEqual([code]);
});

it('a jar may have a library of its own', async () => {
  expect(await codes({ 'lib/dayjs/index.js': '' }, { providedPackages: ['typebox'] })).toEqual([]);
});

it('a jar that the manifest does not declare is not asked for its content', async () => {
  const other = 'backend/platform-hello-plugin-1.0.1.jar';
  const jar = jarOf({ [MANIFEST]: undefined });
  expect((await codesOf({ files: { [JAR]: undefined, [other]: jar } })).toSorted()).toEqual([
    ...['BACKEND_JAR_MISSING', 'BACKEND_SECOND_JAR'],
  ]);
});

it('scripts and jars are checked as far as they can without a valid manifest', async () => {
  const found = await codesOf({
    manifest: { name: undefined },
    files: {
      'migrations/02-a.sql': 'delete from sys_menu;',
      'backend/platform-hello-plugin-1.0.1.jar': jarOf(),
    },
  });
  expect(found).toContain('MIGRATION_TOUCHES_MENU');
  expect(found).toContain('BACKEND_SECOND_JAR');
});
