import { describe, expect, it } from 'vitest';
import type { ZipEntry } from '../zip/records.ts';
import { checkAttributes } from './check-attributes.ts';
import { checkNames } from './check-names.ts';
import { endsAsZip } from './ends-as-zip.ts';
import { extensionOf } from './extensions.ts';
import { LIMITS } from './limits.ts';
import { moduleExports } from './module-exports.ts';
import { signatureFindings } from './signature-findings.ts';
import { Tail } from './tail.ts';

const entry = (more: Partial<ZipEntry> = {}): ZipEntry => {
  const name = more.name ?? 'frontend/a.js';
  const plain = { mode: 0, dosAttributes: 0, flags: 0, method: 8, size: 10, compressedSize: 5 };
  return { ...plain, name, nameBytes: Buffer.from(name), nameIsUtf8: true, ...more } as ZipEntry;
};

describe('attributes of an entry', () => {
  const codes = (more: Partial<ZipEntry>, packageSize = 1_000_000) =>
    checkAttributes([entry(more)], packageSize).map(({ code }) => code);

  it.each<[string, Partial<ZipEntry>]>([
    ['a file of Unix', { mode: 0o100755 }],
    ['a folder', { name: 'frontend/', mode: 0o040755, size: 0, compressedSize: 0, dosAttributes: 0x10 }],
    ['a folder without attributes', { name: 'frontend/', size: 0, compressedSize: 0 }],
    ['a folder with the mark of its group', { name: 'a/', mode: 0o042755, size: 0, compressedSize: 0 }],
    ['an archived file of Windows', { dosAttributes: 0x21 }],
    ['known flags', { flags: 0x080e }],
    ['a stored file', { method: 0, size: 5 }],
  ])('are fine: %s', (_title, more) => expect(codes(more)).toEqual([]));

  it.each<[string, string, Partial<ZipEntry>]>([
    ['ENTRY_LINK', 'a link of Unix', { mode: 0o120777 }],
    ['ENTRY_LINK', 'a link of Windows', { dosAttributes: 0x400 }],
    ['ENTRY_SPECIAL', 'a device', { mode: 0o020644 }],
    ['ENTRY_SPECIAL', 'a pipe', { mode: 0o010644 }],
    ['ENTRY_SPECIAL', 'a socket', { mode: 0o140644 }],
    ['ENTRY_SPECIAL', 'a file marked as a folder', { mode: 0o040644 }],
    ['ENTRY_SPECIAL', 'a file marked as a folder of Windows', { dosAttributes: 0x10 }],
    ['ENTRY_SPECIAL', 'a volume label', { dosAttributes: 0x08 }],
    ['ENTRY_SPECIAL', 'a device of Windows', { dosAttributes: 0x40 }],
    ['ENTRY_SPECIAL', 'a folder with data', { name: 'frontend/', size: 1, compressedSize: 1 }],
    ['ENTRY_SPECIAL', 'a file that runs as its owner', { mode: 0o104755 }],
    ['ENTRY_SPECIAL', 'a file that runs as its group', { mode: 0o102755 }],
    ['ENTRY_ENCRYPTED', 'encryption', { flags: 0x0001 }],
    ['ENTRY_ENCRYPTED', 'strong encryption', { flags: 0x0040 }],
    ['ENTRY_ENCRYPTED', 'masked headers', { flags: 0x2000 }],
    ['ENTRY_FLAGS', 'an unknown flag', { flags: 0x0010 }],
    ['ENTRY_METHOD', 'another method', { method: 12 }],
    ['ENTRY_DAMAGED', 'two sizes of a stored file', { method: 0 }],
  ])('are refused with %s: %s', (code, _title, more) => expect(codes(more)).toEqual([code]));

  it('are told with the name of the entry, and those of the package without one', () => {
    expect(checkAttributes([entry({ mode: 0o120777 })], 1)).toMatchObject([
      { severity: 'error', entry: 'frontend/a.js', message: '"frontend/a.js": it is a symbolic link.' },
    ]);
    const size = LIMITS.unpackedSize + 1;
    const [large] = checkAttributes([entry({ size, compressedSize: size })], size);
    expect(large).toMatchObject({
      entry: undefined,
      message: expect.stringMatching(/^The package /) as string,
    });
  });

  it('name an unknown flag with four digits', () => {
    expect(checkAttributes([entry({ flags: 0x0010 })], 1)[0]?.message).toContain('flags 0x0010.');
  });

  it('limit how far a large entry unpacks, and all entries together', () => {
    const { ratio, ratioFrom } = LIMITS;
    const size = ratioFrom + ratio - (ratioFrom % ratio);
    const packed = size / ratio;
    expect(codes({ size, compressedSize: packed }, packed)).toEqual([]);
    expect(codes({ size: size + 1, compressedSize: packed }, packed + 1)).toEqual(['PACKAGE_RATIO']);
    expect(codes({ size: size + 1, compressedSize: size }, packed)).toEqual(['PACKAGE_RATIO']);
    expect(codes({ size: ratioFrom, compressedSize: 1 }, 1)).toEqual([]);
    const manifest = entry({ name: 'app.json', size: ratioFrom, compressedSize: 1 });
    expect(checkAttributes([manifest, entry({ size: ratioFrom, compressedSize: 1 })], 2)).toEqual([]);
    const half = entry({ size: LIMITS.unpackedSize / 2, compressedSize: LIMITS.unpackedSize / 2 });
    expect(checkAttributes([half, half], LIMITS.unpackedSize)).toEqual([]);
    const found = checkAttributes([half, half, entry()], LIMITS.unpackedSize);
    expect(found.map(({ code }) => code)).toEqual(['PACKAGE_UNPACKED_SIZE']);
  });

  it('limit the number of entries, of which none is looked at then', () => {
    const link = entry({ mode: 0o120777 });
    const many = (count: number) =>
      checkAttributes(
        Array.from({ length: count }, () => link),
        1_000_000,
      );
    expect(many(LIMITS.entries).every(({ code }) => code === 'ENTRY_LINK')).toBe(true);
    expect(many(LIMITS.entries + 1).map(({ code }) => code)).toEqual(['PACKAGE_TOO_MANY_ENTRIES']);
  });
});

describe('names of entries', () => {
  const codes = (...names: string[]) =>
    checkNames(names.map((name) => entry({ name }))).map(({ code }) => code);

  it.each([
    'frontend/ä-ö_ü (1) + [2].min.js',
    'frontend/中文.js',
    'frontend/👩‍👧.svg',
    'frontend/console.js',
    'frontend/com10.js',
    'frontend/.hidden',
    'frontend/a..b.js',
    'frontend/100%.js',
    'frontend/',
    `frontend/${'a'.repeat(LIMITS.segmentLength)}`,
  ])('may be %s', (name) => expect(codes(name)).toEqual([]));

  it.each([
    ['a joiner behind a blank', 'frontend/a \u200db.js'],
    ['a joiner behind a digit', 'frontend/1\u200c.js'],
    ['a variation selector behind a letter', 'frontend/a\ufe0f.js'],
    ['another blank', 'frontend/a\u00a0b.js'],
    ['a private character', 'frontend/\ue000.js'],
    ['no character', 'frontend/\ufffe.js'],
    ['a direction', 'frontend/\u202ea.js'],
  ])('have no hidden characters: %s', (_what, name) => expect(codes(name)).toEqual(['ENTRY_NAME_CONTROL']));

  it.each([
    ['a joiner behind a letter', 'frontend/\u0645\u200c.js'],
    ['a joiner behind a mark', 'frontend/\u0645\u064e\u200d.js'],
    ['a joiner behind a variation selector', 'frontend/\u2764\ufe0f\u200d\ud83d\udd25.js'],
    ['a variation selector of a picture', 'frontend/\u2764\ufe0f.js'],
  ])('may have %s', (_what, name) => expect(codes(name)).toEqual([]));

  it.each([
    'frontend/%2e%2E/a.js',
    'frontend/%2fa.js',
    'frontend/%5Ca.js',
    'frontend/a%00.js',
    'frontend/a%3b.js',
    'frontend/a.php;.js',
    'frontend/a\u2215b.js',
    'frontend/a\u29f8b.js',
    'frontend/a\uff0fb.js',
    'frontend/\uff0e\uff0e/a.js',
    'frontend/\u2024/a.js',
  ])('are no other path when they are read: %s', (name) => {
    expect(codes(name)).toContain('ENTRY_NAME_TRAVERSAL');
  });

  it('have a longest path and a longest segment', () => {
    expect(codes('a'.repeat(LIMITS.segmentLength + 1))).toEqual(['ENTRY_NAME_LENGTH']);
    // In bytes, as file systems count.
    expect(codes('é'.repeat(LIMITS.segmentLength / 2 + 1))).toEqual(['ENTRY_NAME_LENGTH']);
    const path = (length: number) => 'ab/'.repeat(Math.ceil(length / 3)).slice(0, length - 1) + 'c';
    expect(codes(path(LIMITS.nameLength))).toEqual([]);
    expect(codes(path(LIMITS.nameLength + 1))).toEqual(['ENTRY_NAME_LENGTH']);
  });

  it('are shortened in messages', () => {
    expect(checkNames([entry({ name: 'a'.repeat(300) })])[0]?.message).toContain(`"${'a'.repeat(200)}…":`);
  });

  it('differ on file systems that ignore case, also those of folders', () => {
    expect(codes('a/b.js', 'a/c.js', 'a/')).toEqual([]);
    expect(codes('a', 'a/b.js', 'a/c.js')).toEqual(['ENTRY_COLLISION']);
    expect(codes('a.js', 'a.js')).toEqual(['ENTRY_DUPLICATE']);
    expect(codes('a.js', 'A.JS')).toEqual(['ENTRY_COLLISION']);
    expect(codes('a/b.js', 'A/c.js')).toEqual(['ENTRY_COLLISION']);
    expect(codes('a', 'a/b.js')).toEqual(['ENTRY_COLLISION']);
    expect(codes('a/b', 'a/b/c/d.js')).toEqual(['ENTRY_COLLISION']);
    expect(codes('ß.js', 'SS.js')).toEqual(['ENTRY_COLLISION']);
  });
});

describe('the end of a file', () => {
  const record = (comment: string, length = comment.length): Buffer => {
    const bytes = Buffer.alloc(22);
    bytes.write('PK\x05\x06', 'latin1');
    bytes.writeUInt16LE(length, 20);
    return Buffer.concat([bytes, Buffer.from(comment)]);
  };

  it.each([
    ['a record', record(''), true],
    ['a record behind other bytes', Buffer.concat([Buffer.alloc(9), record('')]), true],
    ['a record with a comment', record('abc'), true],
    ['a record within a comment', record('PK\x05\x06'), true],
    ['a comment that is too long', record('abc', 4), false],
    ['a comment that is too short', record('abc', 2), false],
    ['a part of a record', record('').subarray(0, 21), false],
    ['nothing', Buffer.alloc(0), false],
  ])('is that of an archive with %s: %#', (_title, bytes, expected) => {
    expect(endsAsZip(bytes)).toBe(expected);
  });

  it('is kept, however it is written', () => {
    const tail = new Tail(5);
    const write = (...parts: string[]): string => {
      tail.clear();
      for (const part of parts) tail.write(Buffer.from(part));
      return tail.bytes.toString();
    };
    expect(write()).toBe('');
    expect(write('abc')).toBe('abc');
    expect(write('abc', 'de')).toBe('abcde');
    expect(write('abc', 'def')).toBe('bcdef');
    expect(write('abcdefgh')).toBe('defgh');
    expect(write('ab', 'cdefghi', 'j')).toBe('fghij');
    expect(write('abcde', '', 'f')).toBe('bcdef');
  });
});

it.each([
  ['a/b.JS', 'js'],
  ['a.b/c', ''],
  ['a.tar.gz', 'gz'],
  ['.hidden', 'hidden'],
  ['a.', ''],
])('the extension of %s is "%s"', (path, extension) => {
  expect(extensionOf(path)).toBe(extension);
});

it.each([
  ['export default 1', ['default']],
  ['export const a = 1, { b, c: [d, ...e], f = 2, ...g } = {}', ['a', 'b', 'd', 'e', 'f', 'g']],
  ['export function a() {} export class B {}', ['a', 'B']],
  ['const a = 1; export { a, a as b, a as "c d", a as default }', ['a', 'b', 'c d', 'default']],
  ['export * from "x"; export * as y from "x"; export { z } from "x"', ['*', 'y', 'z']],
  ['const a = 1', []],
])('the exports of "%s"', (source, names) => {
  expect([...moduleExports(source)]).toEqual(names);
});

describe('findings of a signature', () => {
  it.each([
    ['unsigned', 'PACKAGE_UNSIGNED'],
    ['unverifiable', 'PACKAGE_SIGNATURE_UNVERIFIABLE'],
    ['invalid', 'PACKAGE_SIGNATURE_INVALID'],
  ] as const)('%s: %s, as an error or a warning', (state, code) => {
    const severities = (['enforce', 'warn', 'off'] as const).map((mode) =>
      signatureFindings({ state, reason: 'x' }, mode).map((found) => [found.code, found.severity]),
    );
    expect(severities).toEqual([[[code, 'error']], [[code, 'warning']], []]);
  });

  it('are none for a signed package, and say how to mend others', () => {
    expect(signatureFindings({ state: 'signed' }, 'enforce')).toEqual([]);
    const fixes = (['invalid', 'unverifiable'] as const).map(
      (state) => signatureFindings({ state, keyId: 'k', reason: 'x' }, 'enforce')[0]?.fix,
    );
    expect(fixes).toEqual([
      expect.stringContaining('from its publisher again'),
      expect.stringContaining('keys trust'),
    ]);
    const unknown = signatureFindings({ state: 'unverifiable' }, 'warn')[0];
    expect(unknown?.fix).toBe('Fix the other findings first.');
    expect(unknown?.message).toBe('Signature verification failed: unverifiable');
  });
});
