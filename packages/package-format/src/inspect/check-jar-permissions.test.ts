import { describe, expect, it } from 'vitest';
import type { Permissions } from '../manifest/permissions.ts';
import { checkImports, checkJarPermissions, type JarIndex } from './check-jar-permissions.ts';

const FILE = 'cn/platform/hello/a.js';
const codes = (specifier: string, permissions: object = {}): string[] =>
  checkImports(
    { file: FILE, source: 'src/a.ts', requires: [specifier] },
    { entry: 'backend/hello.jar', permissions },
  ).map(({ code }) => code);

describe('an import of a jar', () => {
  it.each([
    'dayjs',
    '@a/b/c',
    '@platform/plugin-sdk',
    '@platform/plugin-sdk/web',
    './b.js',
    '../../../lib/b.js',
    'node:path',
    'path',
  ])('may be %s', (specifier) => expect(codes(specifier)).toEqual([]));

  it.each([
    '/etc/passwd',
    String.raw`\\server\a`,
    '#internal',
    'file:///etc/passwd',
    'https://evil.example/a.js',
    'data:text/javascript,1',
    'C:/a.js',
    '@platform/server',
    '@platform/plugin-sdks',
    '../../../../a.js',
    './../../../../../a.js',
    'node:vm',
  ])('is never %s', (specifier) => expect(codes(specifier)).toEqual(['JAR_IMPORT_FORBIDDEN']));

  it.each([
    ['node:fs', { files: true }],
    ['fs/promises', { files: true }],
    ['node:https', { network: ['api.example.com'] }],
    ['node:child_process', { process: true }],
  ])('of %s needs its permission', (specifier, permissions) => {
    expect(codes(specifier)).toEqual(['JAR_PERMISSION_MISSING']);
    expect(codes(specifier, { env: true })).toEqual(['JAR_PERMISSION_MISSING']);
    expect(codes(specifier, permissions)).toEqual([]);
  });

  it('is named with its source', () => {
    const index = { modules: [{ file: FILE, requires: ['node:fs'] }] } as unknown as JarIndex;
    const [finding] = checkJarPermissions(index, { entry: 'backend/hello.jar', permissions: {} });
    expect(finding).toMatchObject({
      entry: 'backend/hello.jar',
      message: 'backend/hello.jar: ? imports "node:fs" without the permission files.',
    });
  });
});

it.each<[Permissions, Permissions, string]>([
  [{}, { files: true }, 'with the permissions none, but the manifest requests files.'],
  [{ files: true }, {}, 'with the permissions files, but the manifest requests none.'],
])('a jar has the permissions of its manifest: %j, %j', (built, permissions, message) => {
  const index = { permissions: built } as unknown as JarIndex;
  expect(checkJarPermissions(index, { entry: 'a.jar', permissions })).toMatchObject([
    { code: 'JAR_PERMISSIONS_DIFFER', message: expect.stringContaining(message) as string },
  ]);
  expect(checkJarPermissions(index, { entry: 'a.jar', permissions: built })).toEqual([]);
});
