import { expect, it } from 'vitest';
import { resolveZip64 } from './records.ts';

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
  ['no values', small, field(), { ...small, honest: true }],
])('a ZIP64 field with %s', (_title, sizes, extra, expected) => {
  expect(resolveZip64(extra, sizes)).toMatchObject(expected);
});
