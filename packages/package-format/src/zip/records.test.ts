import { expect, it } from 'vitest';
import { defersToZip64, parseCentralHeader, parseLocalHeader, resolveZip64 } from './records.ts';

const MAX = 0xffff_ffff;
/** An extra field of ZIP64 with these numbers. */
const field = (...numbers: bigint[]): Buffer => {
  const bytes = Buffer.alloc(4 + 8 * numbers.length);
  bytes.writeUInt16LE(1, 0);
  bytes.writeUInt16LE(8 * numbers.length, 2);
  numbers.forEach((number, index) => bytes.writeBigUInt64LE(number, 4 + 8 * index));
  return bytes;
};
const none = Buffer.alloc(0);
const small = { size: 1, compressedSize: 2, localOffset: 3 };
const large = { size: MAX, compressedSize: MAX, localOffset: 3 };

it.each([
  ['no field and none needed', small, none, { ...small, honest: true }],
  ['no field but one needed', large, none, { honest: false }],
  [
    'the values it stands for',
    large,
    field(5n, 6n),
    { size: 5, compressedSize: 6, localOffset: 3, honest: true },
  ],
  ['too few values', large, field(5n), { honest: false }],
  ['the last safe integer', large, field(2n ** 53n - 1n, 6n), { size: 2 ** 53 - 1, honest: true }],
  ['a value beyond it', large, field(2n ** 53n, 6n), { honest: false }],
  ['the values again', small, field(1n, 2n), { ...small, honest: true }],
  ['other values', small, field(1n, 9n), { ...small, honest: false }],
  ['a zero instead of a value', small, field(0n, 2n, 0n), { ...small, honest: true }],
  ['another offset', small, field(1n, 2n, 4n), { ...small, honest: false }],
  ['no values', small, field(), { ...small, honest: true }],
])('a ZIP64 field with %s', (_title, sizes, extra, expected) => {
  expect(resolveZip64(extra, sizes)).toMatchObject(expected);
});

/** A header whose numbers are all different. */
function numbered(signature: number, size: number, lengths: Readonly<Record<number, number>>): Buffer {
  const bytes = Buffer.from(Array.from({ length: size }, (_, index) => index + 1));
  bytes.writeUInt32LE(signature, 0);
  for (const [at, length] of Object.entries(lengths)) bytes.writeUInt16LE(length, Number(at));
  return bytes;
}

it('reads each field of a central header from its place', () => {
  const name = Buffer.from('a/é');
  const extra = Buffer.from([0x55, 0x54, 1, 0, 7]);
  const fixed = numbered(0x02014b50, 46, { 28: name.length, 30: extra.length, 32: 2 });
  fixed.writeUInt16LE(0x0800, 8);
  const bytes = Buffer.concat([Buffer.alloc(3), fixed, name, extra, Buffer.from('hi')]);
  const parsed = parseCentralHeader(bytes, 3);
  expect(parsed).toEqual({
    honestZip64: true,
    next: bytes.length,
    entry: {
      ...{ name: 'a/é', nameBytes: name, nameIsUtf8: true, extra, commentLength: 2 },
      ...{ version: 0x0807, flags: 0x0800, method: 0x0c0b, time: 0x100f0e0d, crc32: 0x14131211 },
      ...{ compressedSize: 0x18171615, size: 0x1c1b1a19, localOffset: 0x2e2d2c2b },
      ...{ disk: 0x2423, dosAttributes: 0x2827, mode: 0x2a29 },
    },
  });
  expect(parseCentralHeader(bytes.subarray(0, -1), 3)).toBeUndefined();
  expect(parseCentralHeader(bytes, 2)).toBeUndefined();
  expect(parseCentralHeader(bytes.subarray(0, 48), 3)).toBeUndefined();
});

it('reads each field of a local header from its place', () => {
  const name = Buffer.from('a.txt');
  const extra = Buffer.from([0x55, 0x54, 1, 0, 7]);
  const fixed = numbered(0x04034b50, 30, { 26: name.length, 28: extra.length });
  const bytes = Buffer.concat([fixed, name, extra]);
  const header = {
    ...{ nameBytes: name, extra, headerSize: 40, version: 0x0605, flags: 0x0807, method: 0x0a09 },
    ...{ time: 0x0e0d0c0b, crc32: 0x1211100f, compressedSize: 0x16151413, size: 0x1a191817 },
  };
  expect(parseLocalHeader(bytes)).toEqual(header);
  expect(parseLocalHeader(Buffer.concat([bytes, Buffer.from('content')]))).toEqual(header);
  for (const wrong of [bytes.subarray(0, -1), bytes.subarray(0, 29), Buffer.concat([Buffer.alloc(1), bytes])])
    expect(parseLocalHeader(wrong)).toBeUndefined();
});

it.each([
  ['ASCII without the flag', Buffer.from('abc'), 0, 'abc', true],
  ['UTF-8 with the flag', Buffer.from('ü'), 0x0800, 'ü', true],
  ['UTF-8 without the flag', Buffer.from('ü'), 0, 'ü', false],
  ['the last ASCII byte', Buffer.from([0x7f]), 0, '\x7f', true],
  ['bytes that are no UTF-8', Buffer.from([0x61, 0xfc]), 0x0800, 'aü', false],
  ['a byte order mark', Buffer.from('\ufeffa'), 0x0800, '\ufeffa', true],
])('a name in %s', (_title, bytes, flags, name, nameIsUtf8) => {
  const fixed = numbered(0x02014b50, 46, { 8: flags, 28: bytes.length, 30: 0, 32: 0 });
  expect(parseCentralHeader(Buffer.concat([fixed, bytes]), 0)?.entry).toMatchObject({ name, nameIsUtf8 });
});

it('leaves values to ZIP64 that are all ones', () => {
  expect([0xfffe, 0xffff, 0xffff_ffff].map((value) => defersToZip64(value, 16))).toEqual([
    false,
    true,
    false,
  ]);
  expect([0xffff, 0xffff_fffe, 0xffff_ffff].map((value) => defersToZip64(value, 32))).toEqual([
    ...[false, false, true],
  ]);
});
