import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkFrontendFile } from './check-frontend-file.ts';
import { LONGEST_END } from './ends-as-zip.ts';
import { EntrySink } from './entry-sink.ts';
import { moduleImports } from './module-imports.ts';
import { ServerPageSearch, type ServerPage } from './server-pages.ts';
import { Tail } from './tail.ts';

const pagesOf = (...chunks: string[]): ServerPage[] => {
  const search = new ServerPageSearch();
  for (const chunk of chunks) search.write(Buffer.from(chunk));
  return [...search.found];
};

describe('opening tags of server pages', () => {
  it.each([
    ['<?php echo 1', ['PHP']],
    ['x<?PHP\n', ['PHP']],
    ['<?php\t', ['PHP']],
    ['<?php', []],
    ['<?phpx ', []],
    ['<? php ', []],
    ['<?= 1', ['PHP in short tags']],
    ['<%@ page x', ['JSP']],
    ['<%@taglib x', ['JSP']],
    ['<%@ include file', ['JSP']],
    ['<%@ tag x', ['JSP']],
    ['<%@ other x', []],
    ['<% page x', []],
    ['<?xml <?php <?= <%@ page ', ['PHP', 'PHP in short tags', 'JSP']],
  ])('in %j', (text, expected) => {
    expect(pagesOf(text).toSorted()).toEqual(expected.toSorted());
    expect(pagesOf(...text).toSorted()).toEqual(expected.toSorted());
    const far = 'x'.repeat(100);
    expect(pagesOf(far + text.slice(0, 2), text.slice(2) + far).toSorted()).toEqual(expected.toSorted());
  });
});

describe('a file of the frontend', () => {
  const codes = (name: string, text: string) =>
    checkFrontendFile({
      name,
      head: Buffer.from(text, 'latin1'),
      serverPages: new Set(pagesOf(text)),
      content: Buffer.from(text, 'latin1'),
    }).map(({ code }) => code);
  const key = '-----BEGIN PRIVATE KEY-----';

  it.each<[string, string, ...string[]]>([
    ['backend/a.js', '<?php echo 1'],
    ['frontend/a.js', '<?php echo 1', 'CONTENT_EXECUTABLE'],
    ['frontend/a.js', '<?= 1'],
    ['frontend/a.svg', '<?= 1', 'CONTENT_EXECUTABLE'],
    ['frontend/a.bin', '<?= 1', 'CONTENT_EXECUTABLE'],
    ['frontend/a.bin', '<%@ page <?= 1', 'CONTENT_EXECUTABLE', 'CONTENT_EXECUTABLE'],
    ['frontend/a.css', '<?php echo 1', 'CONTENT_EXECUTABLE'],
    ['frontend/a.html', '<?= 1', 'CONTENT_EXECUTABLE'],
    ['frontend/a.js', '"<?php"'],
    ['frontend/a.css', '<?php', 'CONTENT_EXECUTABLE'],
    ['frontend/a.js', '<%@ page x', 'CONTENT_EXECUTABLE'],
    ['frontend/a.png', '<html>', 'CONTENT_MISMATCH'],
    ['frontend/a.PNG', '\xef\xbb\xbf \n<SVG ', 'CONTENT_MISMATCH'],
    ['frontend/a.png', '<?xml ?>', 'CONTENT_MISMATCH'],
    ['frontend/a.png', 'x<html>'],
    ['frontend/a.png', '<htmlx>'],
    ['frontend/a.html', '<html>'],
    ['frontend/a.mp4', '\0asm', 'CONTENT_MISMATCH'],
    ['frontend/a.wasm', '\0asm'],
    ['frontend/a.mp4', 'x\0asm'],
    ['frontend/a.txt', key, 'CONTENT_SECRET'],
    ['frontend/a.txt', `x\n${key.replace('PRIVATE', 'ENCRYPTED PRIVATE')}`, 'CONTENT_SECRET'],
    ['frontend/a.txt', key.replace('PRIVATE', 'PUBLIC')],
    ['frontend/a.svg', '<svg><path d="M1"/></svg>'],
    ['frontend/a.svg', '<svg><!-- <script> --></svg>'],
    ['frontend/a.svg', '<svg><script/></svg>', 'CONTENT_ACTIVE'],
    ['frontend/a.svg', '<svg><x:script>', 'CONTENT_ACTIVE'],
    ['frontend/a.svg', '<svg><scripted/></svg>'],
    ['frontend/a.svg', "<svg x='1'onload =x>", 'CONTENT_ACTIVE'],
    ['frontend/a.svg', '<svg><text>x onload=1</text></svg>'],
    ['frontend/a.svg', '<svg button="x">'],
    ['frontend/a.svg', '<set to="vbscript:x">', 'CONTENT_ACTIVE'],
    ['frontend/a.svg', '<a href = javascript :x>', 'CONTENT_ACTIVE'],
    ['frontend/a.svg', '<a href="https://a/javascript:">'],
    ['frontend/a.svg', '<!ENTITY x "y">', 'CONTENT_ACTIVE'],
    ['frontend/a.svg', '<x:object data="y">', 'CONTENT_ACTIVE'],
    ['frontend/a.svg', '<embed/>', 'CONTENT_ACTIVE'],
    ['frontend/a.svg', '<embedded>'],
  ])('%s that begins with %j', (name, text, ...expected) => {
    expect(codes(name, text)).toEqual(expected);
  });

  it('that is a picture too large to be kept is refused', () => {
    expect(
      checkFrontendFile({
        name: 'frontend/a.svg',
        head: Buffer.alloc(0),
        serverPages: new Set(),
        content: undefined,
      }),
    ).toMatchObject([{ code: 'CONTENT_ACTIVE', severity: 'error', entry: 'frontend/a.svg' }]);
  });
});

it.each([
  ['require("a"); import("b"); x.require("c")', ['a', 'b']],
  ['require(`a`); require(`b${c}`); require(d); require(1); require()', ['a']],
  ['f(() => { if (x) return require("a") }, [require("b")])', ['a', 'b']],
  ['require("a"); require("a")', ['a']],
  ['return require("a")', ['a']],
  ['this is no script', []],
])('the imports of "%s"', (source, expected) => {
  expect(moduleImports(source).toSorted()).toEqual(expected);
});

describe('the sink of an entry', () => {
  const parts = ['one ', 'two ', 'x'.repeat(600)].map((part) => Buffer.from(part));
  const whole = Buffer.concat(parts);
  const measured = (keep?: number, file?: string) => {
    const sink = new EntrySink(
      { ...(keep !== undefined && { keep }), ...(file && { file }) },
      new Tail(LONGEST_END),
    );
    for (const part of parts) sink.write(part);
    return sink.end();
  };

  it('measures and hashes, and keeps the beginning', () => {
    expect(measured()).toEqual({
      size: whole.length,
      crc32: crc32(whole),
      sha256: createHash('sha256').update(whole).digest('hex'),
      head: whole.subarray(0, 512),
      endsAsZip: false,
      serverPages: new Set(),
      content: undefined,
    });
  });

  it('keeps the content up to its limit', () => {
    expect(measured(whole.length).content).toEqual(whole);
    expect(measured(whole.length - 1).content).toBeUndefined();
  });

  it('writes the content to a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sink-'));
    try {
      measured(0, join(folder, 'x'));
      expect(readFileSync(join(folder, 'x'))).toEqual(whole);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('forgets what the one before had at its end', () => {
    const tail = new Tail(LONGEST_END);
    const record = Buffer.alloc(22);
    record.write('PK\x05\x06', 'latin1');
    const first = new EntrySink({}, tail);
    first.write(record);
    expect(first.end().endsAsZip).toBe(true);
    const second = new EntrySink({}, tail);
    expect(second.end()).toMatchObject({ endsAsZip: false, size: 0, content: Buffer.alloc(0) });
  });
});
