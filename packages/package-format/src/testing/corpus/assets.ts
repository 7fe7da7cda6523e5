import { emptyIndex, JAR, jarOf, manifest } from '../package-builder.ts';
import { rawZip } from '../raw-zip.ts';
import { noise } from './contents.ts';
import { withFile, withJar, withLarge, type HostilePackage } from './hostile-package.ts';

const remote = (change: object): string =>
  JSON.stringify({ formatVersion: 1, code: 'hello', version: '1.0.0', views: ['list'], ...change });
const entry = (name: string, code: string, source: string): HostilePackage => ({
  name: `frontend-${name}`,
  code,
  ...withFile('frontend/index.js', source),
});
const description = (name: string, code: string, json: string): HostilePackage => ({
  name: `remote-json-${name}`,
  code,
  ...withFile('frontend/remote.json', json),
});

/** Frontends that do not fit their manifest (design 4.3, 9.5-28, 9.7-50). */
export const FRONTENDS: readonly HostilePackage[] = [
  {
    name: 'frontend-undeclared',
    code: 'FRONTEND_UNDECLARED',
    manifest: { assets: { backend: JAR }, menus: [] },
  },
  {
    name: 'frontend-entry-missing',
    code: 'FRONTEND_ENTRY_MISSING',
    files: { 'frontend/index.js': undefined },
  },
  {
    name: 'frontend-entry-is-a-picture',
    code: 'MANIFEST_INVALID',
    manifest: { assets: { backend: JAR, frontend: 'frontend/a.png' } },
    files: { 'frontend/a.png': 'x' },
  },
  entry('empty', 'FRONTEND_ENTRY_EXPORTS', ''),
  entry('not-javascript', 'FRONTEND_ENTRY_INVALID', 'export {'),
  entry('commonjs', 'FRONTEND_ENTRY_EXPORTS', 'module.exports = { get: 1, install: 2 };'),
  entry('exports-nothing-of-use', 'FRONTEND_ENTRY_EXPORTS', 'export const other = 1;'),
  entry('exports-in-a-comment', 'FRONTEND_ENTRY_EXPORTS', '// export { get, init }\nexport const other = 1;'),
  entry('exports-in-a-string', 'FRONTEND_ENTRY_EXPORTS', 'export const other = "export { get, init }";'),
  entry(
    'nested-too-deep',
    'FRONTEND_ENTRY_INVALID',
    `export const get = ${'('.repeat(50_000)}1${')'.repeat(50_000)}, init = 1;`,
  ),
  entry('nested-too-deep-lists', 'FRONTEND_ENTRY_INVALID', `export const get = ${'['.repeat(50_000)}`),
  entry('nested-too-deep-templates', 'FRONTEND_ENTRY_INVALID', `export const get = ${'`${'.repeat(50_000)}`),
  {
    name: 'frontend-too-large',
    code: 'FRONTEND_ENTRY_INVALID',
    ...withLarge('frontend/index.js', `export const get = '${noise(3 * 1024 * 1024)}';`),
  },
  entry('with-a-zero-byte', 'FRONTEND_ENTRY_INVALID', 'export const get = \u0000;'),
  description('empty', 'FRONTEND_DESCRIPTION_INVALID', ''),
  description('not-json', 'FRONTEND_DESCRIPTION_INVALID', '{'),
  description('nothing-in-it', 'FRONTEND_DESCRIPTION_INVALID', '{}'),
  description('null', 'FRONTEND_DESCRIPTION_INVALID', 'null'),
  description('list', 'FRONTEND_DESCRIPTION_INVALID', '[]'),
  description('deep', 'FRONTEND_DESCRIPTION_INVALID', '['.repeat(200_000)),
  description('views-object', 'FRONTEND_DESCRIPTION_INVALID', remote({ views: { list: 1 } })),
  description('views-numbers', 'FRONTEND_DESCRIPTION_INVALID', remote({ views: [1] })),
  description('other-code', 'FRONTEND_CODE_MISMATCH', remote({ code: 'other' })),
  description('other-views', 'VIEW_KEY_MISSING', remote({ views: ['other'] })),
  {
    name: 'remote-json-thousands-of-views-and-menus',
    code: 'VIEW_KEY_MISSING',
    files: {
      'frontend/remote.json': remote({ views: Array.from({ length: 100_000 }, (_, at) => `v${at}`) }),
    },
    manifest: {
      menus: Array.from({ length: 2_000 }, (_, at) => {
        return {
          key: `hello:m${at}`,
          type: 'C',
          name: 'M',
          path: `m${at}`,
          component: `remote:hello/x${at}`,
        };
      }),
    },
  },
  description('views-of-the-prototype', 'VIEW_KEY_MISSING', remote({ views: ['__proto__', 'toString'] })),
  {
    name: 'remote-json-too-large',
    code: 'FRONTEND_DESCRIPTION_INVALID',
    ...withLarge('frontend/remote.json', remote({ note: noise(5 * 1024 * 1024) })),
  },
];

const PLUGIN = 'META-INF/plugin.json';
const index = (change: object): string => JSON.stringify({ ...emptyIndex, ...change });
const jar = (
  name: string,
  code: string,
  change: Record<string, string | Buffer | undefined>,
): HostilePackage => ({
  name: `jar-${name}`,
  code,
  ...withJar(change),
});
const requiring = (specifier: string): Record<string, string> => ({
  [PLUGIN]: index({ modules: [{ source: 'src/a.ts', requires: [specifier] }] }),
});
const mapper = (xml: string): Record<string, string> => ({ 'mapper/hello/A.xml': xml });
const statement = (text: string, attributes = ''): Record<string, string> =>
  mapper(`<mapper namespace="cn.platform.hello.A"><select id="a"${attributes}>${text}</select></mapper>`);

/** Backend jars (spec: D1, D4; design 4.3, 9.3-19). */
export const JARS: readonly HostilePackage[] = [
  { name: 'jar-text', code: 'JAR_UNREADABLE', ...withFile(JAR, 'no jar') },
  { name: 'jar-empty', code: 'JAR_UNREADABLE', ...withFile(JAR, '') },
  {
    name: 'jar-of-a-class',
    code: 'JAR_UNREADABLE',
    ...withFile(JAR, Buffer.from('cafebabe00000034', 'hex')),
  },
  { name: 'jar-cut', code: 'JAR_UNREADABLE', ...withFile(JAR, jarOf().subarray(0, -30)) },
  {
    name: 'jar-after-a-program',
    code: 'JAR_UNREADABLE',
    ...withFile(JAR, Buffer.concat([Buffer.from('#!/bin/sh\n'), jarOf()])),
  },
  {
    name: 'jar-with-a-comment',
    code: 'JAR_UNREADABLE',
    ...withFile(JAR, rawZip([{ name: PLUGIN, content: index({}) }], { comment: 'x' })),
  },
  {
    name: 'jar-with-traversal',
    code: 'ENTRY_NAME_TRAVERSAL',
    ...withFile(
      JAR,
      rawZip([
        { name: PLUGIN, content: index({}) },
        { name: 'cn/platform/hello/../../../../a.js', content: 'x' },
      ]),
    ),
  },
  {
    name: 'jar-with-a-link',
    code: 'ENTRY_LINK',
    ...withFile(
      JAR,
      rawZip([
        { name: PLUGIN, content: index({}) },
        { name: 'cn/platform/hello/a.js', content: '/etc/passwd', mode: 0o120777 },
      ]),
    ),
  },
  {
    name: 'jar-with-an-entry-twice',
    code: 'ENTRY_DUPLICATE',
    ...withFile(
      JAR,
      rawZip([
        { name: PLUGIN, content: index({}) },
        { name: PLUGIN, content: index({ code: 'member' }) },
      ]),
    ),
  },
  {
    name: 'jar-with-a-wrong-checksum',
    code: 'ENTRY_DAMAGED',
    ...withFile(
      JAR,
      rawZip([
        { name: PLUGIN, content: index({}) },
        { name: 'cn/platform/hello/a.js', content: 'x', central: { crc: 1 }, local: { crc: 1 } },
      ]),
    ),
  },
  {
    name: 'jar-with-a-bomb',
    code: 'PACKAGE_RATIO',
    ...withFile(
      JAR,
      rawZip([
        { name: PLUGIN, content: index({}) },
        { name: 'cn/platform/hello/a.js', content: Buffer.alloc(4 * 1024 * 1024, ' ') },
      ]),
    ),
  },
  {
    name: 'jar-with-too-many-entries',
    code: 'PACKAGE_TOO_MANY_ENTRIES',
    ...withFile(
      JAR,
      rawZip(Array.from({ length: 20_001 }, (_, at) => ({ name: `cn/platform/hello/${at}.js`, method: 0 }))),
    ),
  },
  jar('without-index', 'JAR_INDEX_INVALID', { [PLUGIN]: undefined }),
  jar('index-empty', 'JAR_INDEX_INVALID', { [PLUGIN]: '{}' }),
  jar('index-not-json', 'JAR_INDEX_INVALID', { [PLUGIN]: '{' }),
  jar('index-null', 'JAR_INDEX_INVALID', { [PLUGIN]: 'null' }),
  jar('index-deep', 'JAR_INDEX_INVALID', { [PLUGIN]: '['.repeat(200_000) }),
  jar('index-of-another-format', 'JAR_INDEX_INVALID', { [PLUGIN]: index({ formatVersion: 99 }) }),
  jar('index-modules-text', 'JAR_INDEX_INVALID', { [PLUGIN]: index({ modules: 'x' }) }),
  jar('of-another-version', 'JAR_MISMATCH', { [PLUGIN]: index({ version: '2.0.0' }) }),
  jar('of-another-application', 'JAR_MISMATCH', { [PLUGIN]: index({ code: 'member' }) }),
  {
    name: 'jar-without-the-permissions-asked',
    code: 'JAR_PERMISSIONS_DIFFER',
    manifest: { permissions: ['network'] },
  },
  jar('with-more-permissions', 'JAR_PERMISSIONS_DIFFER', {
    [PLUGIN]: index({ permissions: { network: ['a.example'] } }),
  }),
  jar('imports-files', 'JAR_PERMISSION_MISSING', requiring('node:fs/promises')),
  jar('imports-network', 'JAR_PERMISSION_MISSING', requiring('https')),
  jar('imports-processes', 'JAR_PERMISSION_MISSING', requiring('child_process')),
  ...['node:vm', 'v8', 'node:module', 'node:sqlite', 'inspector', 'repl'].map((specifier) =>
    jar(`imports-${specifier}`, 'JAR_IMPORT_FORBIDDEN', requiring(specifier)),
  ),
  ...[
    ['relative', '../../../../server/src/main.js'],
    ['absolute', '/etc/passwd'],
    ['file', 'file:///etc/passwd'],
    ['data', 'data:text/javascript,1'],
    ['http', 'https://evil.example/a.js'],
    ['host-package', '@platform/server'],
    ['package-format', '@platform/package-format'],
    ['internal', '#internal'],
  ].map(([name, specifier]) => jar(`imports-${name}`, 'JAR_IMPORT_FORBIDDEN', requiring(specifier!))),
  jar('holds-the-platform', 'JAR_HOLDS_PLATFORM', { 'lib/@platform/plugin-sdk/core.js': '' }),
  jar('holds-the-platform-as-one-file', 'JAR_HOLDS_PLATFORM', { 'lib/@platform/plugin-sdk.js': '' }),
  jar('holds-a-sibling', 'JAR_HOLDS_PLATFORM', { 'lib/@plugins/platform-member/index.js': '' }),
  jar('holds-a-provided-library', 'JAR_HOLDS_PROVIDED', { 'lib/typebox.js': '' }),
  jar('holds-a-provided-library-as-folder', 'JAR_HOLDS_PROVIDED', { 'lib/typebox/index.js': '' }),
  jar('holds-classes-of-another', 'JAR_FOREIGN_CLASS', { 'cn/platform/member/index.js': '' }),
  jar('holds-classes-of-the-host', 'JAR_FOREIGN_CLASS', { 'cn/platform/system/index.js': '' }),
  jar('holds-classes-of-a-longer-code', 'JAR_FOREIGN_CLASS', { 'cn/platform/hello_world/index.js': '' }),
  ...[
    'evil.txt',
    'lib/inner.jar',
    'lib/native.node',
    'node_modules/a/index.js',
    'META-INF/services/x',
    'cn/platform/hello/a.class',
    'cn/platform/hello/a.sh',
    'spring.factories',
  ].map((path) => jar(`holds-${path}`, 'JAR_ENTRY_UNEXPECTED', { [path]: 'x' })),
  jar('holds-a-program-as-script', 'CONTENT_EXECUTABLE', {
    'cn/platform/hello/a.js': Buffer.from('7f454c4602', 'hex'),
  }),
  jar('holds-an-archive-as-script', 'CONTENT_ARCHIVE', { 'lib/a.js': jarOf() }),
  jar('mapper-of-another', 'MAPPER_NAMESPACE', mapper('<mapper namespace="cn.platform.member.A"/>')),
  jar(
    'mapper-of-a-longer-code',
    'MAPPER_NAMESPACE',
    mapper('<mapper namespace="cn.platform.hello_world.A"/>'),
  ),
  jar('mapper-without-namespace', 'MAPPER_NAMESPACE', mapper('<mapper/>')),
  jar(
    'mapper-with-an-entity',
    'MAPPER_INVALID',
    mapper(
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><mapper namespace="cn.platform.hello.A"><select id="a">&x;</select></mapper>',
    ),
  ),
  jar(
    'mapper-that-grows',
    'MAPPER_INVALID',
    mapper(
      `<!DOCTYPE a [<!ENTITY a "x"><!ENTITY b "${'&a;'.repeat(10)}">]><mapper namespace="cn.platform.hello.A"><select id="a">&b;</select></mapper>`,
    ),
  ),
  jar('mapper-substitutes', 'MAPPER_SUBSTITUTION', statement('${x}')),
  jar('mapper-substitutes-in-cdata', 'MAPPER_SUBSTITUTION', statement('<![CDATA[${x}]]>')),
  jar('mapper-substitutes-by-entity', 'MAPPER_SUBSTITUTION', statement('&#36;{x}')),
  jar('mapper-substitutes-by-hexadecimal-entity', 'MAPPER_SUBSTITUTION', statement('&#x24;{x}')),
  jar(
    'mapper-substitutes-with-false-permission',
    'MAPPER_SUBSTITUTION',
    statement('${x}', ' title="unsafe=\'true\'"'),
  ),
  jar(
    'mapper-substitutes-with-commented-permission',
    'MAPPER_SUBSTITUTION',
    statement('<!-- unsafe="true" --> ${x}'),
  ),
  jar(
    'mapper-substitutes-in-a-fragment',
    'MAPPER_SUBSTITUTION',
    mapper(
      '<mapper namespace="cn.platform.hello.A"><sql id="f">${x}</sql><select id="a"><include refid="f"/></select></mapper>',
    ),
  ),
];

/** More than one thing wrong at once, where the one must not hide the other. */
export const COMBINATIONS: readonly HostilePackage[] = [
  {
    name: 'unsigned-and-damaged',
    code: 'PACKAGE_UNSIGNED',
    sign: false,
    extra: [{ name: 'frontend/a.js', content: 'x', central: { crc: 1 }, local: { crc: 1 } }],
  },
  {
    name: 'damaged-and-unsigned',
    code: 'ENTRY_DAMAGED',
    sign: false,
    extra: [{ name: 'frontend/a.js', content: 'x', central: { crc: 1 }, local: { crc: 1 } }],
  },
  {
    name: 'foreign-table-and-bomb',
    code: 'PACKAGE_RATIO',
    files: {
      'frontend/zeros.txt': Buffer.alloc(2 * 1024 * 1024),
      'migrations/02.sql': 'drop table sys_user',
    },
  },
  {
    name: 'second-manifest-unsigned',
    code: 'ENTRY_DUPLICATE',
    sign: false,
    extra: [{ name: 'app.json', content: JSON.stringify({ ...manifest, code: 'member' }) }],
  },
  {
    name: 'reserved-code-and-menu-table',
    code: 'MIGRATION_TOUCHES_MENU',
    manifest: { code: 'system' },
    files: { 'migrations/02.sql': 'delete from sys_menu' },
  },
  {
    name: 'wrapped-and-traversing',
    code: 'PACKAGE_WRAPPED',
    entries: (entries) => entries.map((one) => ({ ...one, name: `../${String(one.name)}` })),
  },
  {
    name: 'everything',
    code: 'ENTRY_LINK',
    sign: false,
    archive: { comment: 'x', before: Buffer.from('x') },
    extra: [{ name: 'frontend/a.php', content: '<?php', mode: 0o120777 }],
    manifest: { version: '1', menus: [{}] },
  },
];
