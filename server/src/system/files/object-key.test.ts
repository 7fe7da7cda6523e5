import { describe, expect, it } from 'vitest';
import { createObjectKey, displayName, storedType } from './object-key.ts';

const now = Date.parse('2026-03-04T23:59:59.999Z');

describe('createObjectKey', () => {
  it('contains tenant, day and extension, and cannot be guessed', () => {
    const key = createObjectKey('000000', 'Photo.JPG', now);
    expect(key).toMatch(/^000000\/2026\/03\/04\/[0-9a-f]{32}\.jpg$/);
    expect(createObjectKey('000000', 'Photo.JPG', now)).not.toBe(key);
  });

  it.each(['none', '.', 'a.', 'x./../y', 'a.b/c', `a.${'x'.repeat(11)}`])(
    'omits parts that %j does not have',
    (name) => {
      expect(createObjectKey('t', name, now)).toMatch(/^t\/2026\/03\/04\/[0-9a-f]{32}$/);
    },
  );
});

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\a.txt', 'a.txt'],
  ['a\u0000b\r\n.txt', 'ab.txt'],
  ['  ', 'file'],
  ['报告.pdf', '报告.pdf'],
])('shows %j as %j', (name, shown) => {
  expect(displayName(name)).toBe(shown);
});

it.each([
  ['image/png', 'image/png'],
  ['Text/Plain; charset=utf-8', 'text/plain'],
  ['text/html', 'application/octet-stream'],
  ['application/xhtml+xml', 'application/octet-stream'],
  ['text/javascript', 'application/octet-stream'],
  ['text/xml', 'application/octet-stream'],
  ['image/svg+xml', 'image/svg+xml'],
  ['nonsense', 'application/octet-stream'],
  [undefined, 'application/octet-stream'],
])('stores %j as %j', (type, stored) => {
  expect(storedType(type)).toBe(stored);
});
