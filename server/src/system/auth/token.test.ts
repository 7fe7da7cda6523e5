import { expect, it } from 'vitest';
import { createToken, tokenHash } from './token.ts';

it('creates different tokens of 256 bits', () => {
  const token = createToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(createToken()).not.toBe(token);
});

it('stores a hash without the token', () => {
  const token = createToken();
  expect(tokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(tokenHash(token)).toBe(tokenHash(token));
});

it.each(['', 'abc', `${createToken()}x`, `${createToken().slice(0, 42)}=`, "' or 1=1"])(
  'does not look up %j',
  (text) => {
    expect(tokenHash(text)).toBeUndefined();
  },
);
