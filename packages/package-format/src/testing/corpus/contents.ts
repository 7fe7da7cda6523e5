import { gzipSync } from 'node:zlib';
import { JAR, jarOf, manifest } from '../package-builder.ts';
import { withFile, type HostilePackage } from './hostile-package.ts';

const hex = (bytes: string, size = 64): Buffer =>
  Buffer.concat([Buffer.from(bytes, 'hex'), Buffer.alloc(size)]);

/** A picture of one point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

/** Content of a package by path. (spec: Package layout) */
export const LAYOUT: readonly HostilePackage[] = [
  { name: 'manifest-missing', code: 'MANIFEST_MISSING', files: { 'app.json': undefined } },
  {
    name: 'manifest-is-a-folder',
    code: 'MANIFEST_MISSING',
    files: { 'app.json': undefined },
    extra: [{ name: 'app.json/', mode: 0o040755, method: 0 }],
  },
  {
    name: 'wrapped-in-a-folder',
    code: 'PACKAGE_WRAPPED',
    entries: (entries) => entries.map((entry) => ({ ...entry, name: `hello/${String(entry.name)}` })),
  },
  {
    name: 'no-assets',
    code: 'ASSETS_MISSING',
    files: { [JAR]: undefined, 'frontend/index.js': undefined, 'frontend/remote.json': undefined },
    manifest: { assets: {}, menus: [] },
  },
  ...['README.md', '.git/config', 'META-INF/MANIFEST.MF', 'node_modules/a.js', 'Backend/a.jar'].map(
    (path) => ({ name: `outside-${path}`, code: 'ENTRY_OUTSIDE_LAYOUT', ...withFile(path) }),
  ),
  ...[
    'setup.exe',
    'a.JSP',
    'pom.xml',
    'shell.php',
    'app.war',
    'lib.jar',
    'run.sh',
    'app.properties',
    'a.js.php',
    'deep/er/a.Php',
    '.php',
    'run.SH',
    'a.phtml',
    'a.phar',
    'a.jspx',
    'a.aspx',
    'a.dll',
    'a.so',
    'a.bat',
    'a.cmd',
    'a.ps1',
    'a.class',
    'a.py',
    'a.cgi',
    'a.lnk',
  ].map((path) => ({
    name: `extension-${path}`,
    code: 'ENTRY_EXTENSION_FORBIDDEN',
    ...withFile(`frontend/${path}`),
  })),
  ...['a.docx', 'a.node', 'a.sql', 'web.config', '.htaccess', '.env', 'LICENSE', 'a.hta'].map((path) => ({
    name: `extension-${path}`,
    code: 'FRONTEND_EXTENSION_UNKNOWN',
    ...withFile(`frontend/${path}`),
  })),
  { name: 'backend-readme', code: 'BACKEND_FILE_UNEXPECTED', ...withFile('backend/readme.md') },
  { name: 'backend-script', code: 'BACKEND_FILE_UNEXPECTED', ...withFile('backend/01.sql') },
  { name: 'backend-second-jar', code: 'BACKEND_SECOND_JAR', ...withFile('backend/second.jar') },
  { name: 'backend-second-jar-below', code: 'BACKEND_SECOND_JAR', ...withFile('backend/lib/second.JAR') },
  { name: 'backend-jar-missing', code: 'BACKEND_JAR_MISSING', files: { [JAR]: undefined } },
  {
    name: 'backend-jar-undeclared',
    code: 'BACKEND_JAR_UNDECLARED',
    manifest: { assets: { frontend: 'frontend/index.js' } },
  },
  { name: 'migration-readme', code: 'MIGRATION_NOT_SQL', ...withFile('migrations/readme.txt') },
  { name: 'migration-program', code: 'MIGRATION_NOT_SQL', ...withFile('migrations/02.sql.exe') },
  { name: 'migration-in-capitals', code: 'MIGRATION_NOT_SQL', ...withFile('migrations/02.SQL', 'select 1') },
  { name: 'migration-without-name', code: 'MIGRATION_NOT_SQL', ...withFile('migrations/sql') },
  { name: 'migration-in-a-folder', code: 'MIGRATION_NESTED', ...withFile('migrations/more/02.sql') },
];

type Content = readonly [name: string, code: string, path: string, content: Buffer | string];
const contents: readonly Content[] = [
  ['elf', 'CONTENT_EXECUTABLE', 'a.png', hex('7f454c4602')],
  ['windows-program', 'CONTENT_EXECUTABLE', 'a.js', hex('4d5a90000300')],
  ['mach-o', 'CONTENT_EXECUTABLE', 'a.png', hex('cffaedfe')],
  ['mach-o-swapped', 'CONTENT_EXECUTABLE', 'a.png', hex('feedfacf')],
  ['java-class', 'CONTENT_EXECUTABLE', 'a.png', hex('cafebabe00000034')],
  ['dex', 'CONTENT_EXECUTABLE', 'a.png', hex('6465780a30333500')],
  ['shebang', 'CONTENT_EXECUTABLE', 'a.txt', '#!/bin/sh\n'],
  ['shebang-after-a-mark', 'CONTENT_EXECUTABLE', 'a.txt', '\ufeff#!/bin/sh\n'],
  ['php', 'CONTENT_EXECUTABLE', 'a.html', '<p><?php system(1);'],
  ['php-in-capitals', 'CONTENT_EXECUTABLE', 'a.html', '<p><?PHP system(1);'],
  ['php-short', 'CONTENT_EXECUTABLE', 'a.html', '<p><?= system(1) ?>'],
  ['php-in-a-picture', 'CONTENT_EXECUTABLE', 'a.png', Buffer.concat([PNG, Buffer.from('<?php system(1);')])],
  ['jsp', 'CONTENT_EXECUTABLE', 'a.html', '<%@ page import="java.util.*" %><% Runtime.getRuntime(); %>'],
  ['office-or-installer', 'CONTENT_EXECUTABLE', 'a.png', hex('d0cf11e0a1b11ae1')],
  ['windows-shortcut', 'CONTENT_EXECUTABLE', 'a.ico', hex('4c0000000114020000000000c000000000000046')],
  ['zip-as-picture', 'CONTENT_ARCHIVE', 'a.png', jarOf()],
  ['zip-behind-a-picture', 'CONTENT_ARCHIVE', 'b.png', Buffer.concat([PNG, jarOf()])],
  ['zip-behind-a-script', 'CONTENT_ARCHIVE', 'b.js', Buffer.concat([Buffer.from('let a = 1;\n'), jarOf()])],
  ['empty-zip', 'CONTENT_ARCHIVE', 'a.png', hex('504b0506', 18)],
  ['split-zip', 'CONTENT_ARCHIVE', 'a.png', hex('504b0708504b0304')],
  ['gzip', 'CONTENT_ARCHIVE', 'a.txt', gzipSync('x')],
  ['gzip-cut', 'CONTENT_ARCHIVE', 'a.txt', Buffer.from('1f8b08', 'hex')],
  ['seven-zip', 'CONTENT_ARCHIVE', 'a.js', hex('377abcaf271c')],
  ['rar', 'CONTENT_ARCHIVE', 'a.js', hex('526172211a0700')],
  ['xz', 'CONTENT_ARCHIVE', 'a.js', hex('fd377a585a00')],
  ['bzip2', 'CONTENT_ARCHIVE', 'a.js', hex('425a683931415926535900')],
  ['zstandard', 'CONTENT_ARCHIVE', 'a.js', hex('28b52ffd')],
  ['lz4', 'CONTENT_ARCHIVE', 'a.js', hex('04224d18')],
  ['cabinet', 'CONTENT_ARCHIVE', 'a.js', hex('4d534346')],
  ['tar', 'CONTENT_ARCHIVE', 'a.txt', tar()],
  ['ar', 'CONTENT_ARCHIVE', 'a.txt', '!<arch>\ndebian-binary   '],
  ['rpm', 'CONTENT_ARCHIVE', 'a.txt', hex('edabeedb0300')],
  ['jar-in-the-migrations', 'CONTENT_ARCHIVE', '../migrations/02.sql', jarOf()],
];

/**
 * Content that does not match its extension (design 4.3: extensions by content, nested archives).
 */
export const CONTENTS: readonly HostilePackage[] = contents.map(([name, code, path, content]) => ({
  name: `content-${name}`,
  code,
  ...withFile(path.startsWith('../') ? path.slice(3) : `frontend/${path}`, content),
}));

/** Manifests whose bytes are not one honest JSON object (spec: Limits). */
export const MANIFEST_BYTES: readonly HostilePackage[] = (
  [
    ['not-json', 'MANIFEST_NOT_JSON', '{'],
    ['empty', 'MANIFEST_NOT_JSON', ''],
    ['array', 'MANIFEST_INVALID', '[]'],
    ['null', 'MANIFEST_INVALID', 'null'],
    ['text', 'MANIFEST_INVALID', '"hello"'],
    ['comment', 'MANIFEST_NOT_JSON', `/* */${JSON.stringify(manifest)}`],
    ['two-values', 'MANIFEST_NOT_JSON', `${JSON.stringify(manifest)}{}`],
    ['byte-order-mark', 'MANIFEST_NOT_JSON', `\ufeff${JSON.stringify(manifest)}`],
    ['utf16', 'MANIFEST_NOT_JSON', Buffer.from(`\ufeff${JSON.stringify(manifest)}`, 'utf16le')],
    [
      'invalid-utf8',
      'MANIFEST_NOT_JSON',
      Buffer.from(JSON.stringify({ ...manifest, name: 'H\xff' }), 'latin1'),
    ],
    ['key-twice', 'MANIFEST_KEY_TWICE', JSON.stringify(manifest).replace('{', '{"code":"other",')],
    [
      'key-twice-escaped',
      'MANIFEST_KEY_TWICE',
      JSON.stringify(manifest).replace('{', '{"\\u0063ode":"other",'),
    ],
    [
      'key-twice-below',
      'MANIFEST_KEY_TWICE',
      JSON.stringify(manifest).replace('"key":', '"key":"hello:q","key":'),
    ],
    ['deep', 'MANIFEST_NOT_JSON', '['.repeat(200_000)],
    [
      'deep-and-closed',
      'MANIFEST_NOT_JSON',
      JSON.stringify(manifest).replace('{', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)},`),
    ],
    [
      'proto',
      'MANIFEST_KEY_RESERVED',
      JSON.stringify(manifest).replace('{', '{"__proto__":{"code":"member"},'),
    ],
    ['one-byte-too-large', 'MANIFEST_TOO_LARGE', JSON.stringify(manifest).padEnd(1024 * 1024 + 1)],
    [
      'large-and-random',
      'MANIFEST_TOO_LARGE',
      JSON.stringify({ ...manifest, description: noise(2 * 1024 * 1024) }),
    ],
    ['large-and-a-bomb', 'MANIFEST_TOO_LARGE', `${JSON.stringify(manifest)}${' '.repeat(8 * 1024 * 1024)}`],
  ] as const
).map(([name, code, content]) => ({
  name: `manifest-bytes-${name}`,
  code,
  ...withFile('app.json', content),
}));

function tar(): Buffer {
  const block = Buffer.alloc(1024);
  block.write('evil.sh', 0);
  block.write('ustar\u000000', 257);
  return block;
}

/** Text that does not compress much and is the same each time. */
export function noise(length: number): string {
  const letters = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    letters[at] = 97 + ((state >>> 24) % 26);
  }
  return letters.toString('latin1');
}
