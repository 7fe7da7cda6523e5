import { describe, expect, it } from 'vitest';
import { assertStrongPassword, generatePassword } from './password-policy.ts';

describe('assertStrongPassword', () => {
  it.each([
    ['short', 'alice'],
    ['x'.repeat(129), 'alice'],
    ['Alice-2026', 'alice'],
    ['P@ssw0rd', 'bob'],
    ['12345678', 'bob'],
    ['abababab', 'bob'],
  ])('refuses %j for %s', (password, userName) => {
    expect(() => assertStrongPassword(password, userName)).toThrow(
      expect.objectContaining({ code: 'PASSWORD_TOO_WEAK', status: 400 }),
    );
  });

  it('accepts generated passwords, and a phrase', () => {
    for (let i = 0; i < 50; i += 1) assertStrongPassword(generatePassword(), 'admin');
    assertStrongPassword('vier bunte Löwen', 'admin');
  });
});
