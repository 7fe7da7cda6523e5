import { expect, it } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

it.each([
  ['a.txt', `attachment; filename="a.txt"; filename*=UTF-8''a.txt`],
  ['报告 1.txt', `attachment; filename="__ 1.txt"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%201.txt`],
  ['a"b\\c.txt', `attachment; filename="a_b_c.txt"; filename*=UTF-8''a%22b%5Cc.txt`],
  [
    'a\r\nset-cookie: x=1',
    `attachment; filename="aset-cookie: x=1"; filename*=UTF-8''aset-cookie%3A%20x%3D1`,
  ],
  ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
  ['half \ud800.txt', `attachment; filename="half _.txt"; filename*=UTF-8''half%20%EF%BF%BD.txt`],
])('encodes %j for every client', (name, expected) => {
  expect(contentDisposition('attachment', name)).toBe(expected);
  expect(() => new Headers({ 'content-disposition': contentDisposition('inline', name) })).not.toThrow();
});
