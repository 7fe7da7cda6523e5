import { randomBytes } from 'node:crypto';
import { withFile, type HostilePackage } from './hostile-package.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const PHP = '<?php system($_GET[0]);';
/** Bytes that no opening is in. */
const filler = (size: number): Buffer =>
  Buffer.from(randomBytes(size).map((byte) => (byte === 0x3c ? 0 : byte)));
const svg = (content: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;

const rows: ReadonlyArray<readonly [name: string, code: string, path: string, content: string | Buffer]> = [
  [
    'php-late-in-a-picture',
    'CONTENT_EXECUTABLE',
    'a.png',
    Buffer.concat([PNG, filler(5_000), Buffer.from(PHP)]),
  ],
  [
    'php-between-two-reads',
    'CONTENT_EXECUTABLE',
    'a.jpg',
    Buffer.concat([filler(256 * 1024 - 3), Buffer.from(PHP)]),
  ],
  ['php-late-in-a-script', 'CONTENT_EXECUTABLE', 'a.js', `//${'x'.repeat(100_000)}${PHP}`],
  ['php-in-capitals', 'CONTENT_EXECUTABLE', 'a.css', `${' '.repeat(1_000)}<?PHP\nphpinfo();`],
  ['php-in-json', 'CONTENT_EXECUTABLE', 'a.json', JSON.stringify({ note: 'x'.repeat(1_000), run: PHP })],
  ['php-short-tag-late', 'CONTENT_EXECUTABLE', 'a.svg', svg(`${'<g/>'.repeat(200)}<?= `.concat('`id` ?>'))],
  ['jsp-late', 'CONTENT_EXECUTABLE', 'a.js', `${'x;'.repeat(500)}<%@ page import="java.io.*" %>`],
  ['svg-script', 'CONTENT_ACTIVE', 'a.svg', svg('<script>alert(1)</script>')],
  [
    'svg-script-with-prefix',
    'CONTENT_ACTIVE',
    'a.svg',
    '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script/></s:svg>',
  ],
  ['svg-handler', 'CONTENT_ACTIVE', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['svg-link-that-is-a-script', 'CONTENT_ACTIVE', 'a.svg', svg('<a href=" javascript:alert(1)"><g/></a>')],
  [
    'svg-frame',
    'CONTENT_ACTIVE',
    'a.svg',
    svg('<foreignObject><iframe src="//evil.example"/></foreignObject>'),
  ],
  ['svg-entity', 'CONTENT_ACTIVE', 'a.svg', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///x">]>${svg('&x;')}`],
  ['picture-that-is-a-page', 'CONTENT_MISMATCH', 'a.png', '<!doctype html><script>alert(1)</script>'],
  ['font-that-is-a-picture', 'CONTENT_MISMATCH', 'a.woff2', svg('')],
  ['picture-that-is-webassembly', 'CONTENT_MISMATCH', 'a.gif', Buffer.from('0061736d01000000', 'hex')],
  ['private-key', 'CONTENT_SECRET', 'a.txt', '-----BEGIN EC PRIVATE KEY-----\nMII'],
  ['page-before-the-extension', 'ENTRY_EXTENSION_FORBIDDEN', 'a.php.js', 'x'],
  ['page-as-folder', 'ENTRY_EXTENSION_FORBIDDEN', 'a.php/b.js', 'x'],
];

/** Frontend files that a web server or browser would run (design 4.3: by name and by content). */
export const SERVED_FILES: readonly HostilePackage[] = [
  ...rows.map(([name, code, path, content]) => ({
    name: `served-${name}`,
    code,
    ...withFile(`frontend/${path}`, content),
  })),
  { name: 'migration-without-a-name', code: 'MIGRATION_NOT_SQL', ...withFile('migrations/.sql', 'select 1') },
];
