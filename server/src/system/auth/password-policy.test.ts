import { describe, expect, it } from 'vitest';
import { assertStrongPassword, generatePassword } from './password-policy.ts';

const DEFAULTS = { minLength: 8, classes: 1 };

describe('assertStrongPassword', () => {
  it.each([
    ['short', 'alice'],
    ['x'.repeat(129), 'alice'],
    ['Alice-2026', 'alice'],
    ['P@ssw0rd', 'bob'],
    ['12345678', 'bob'],
    ['abababab', 'bob'],
  ])('refuses %j for %s', (password, userName) => {
    expect(() => assertStrongPassword(password, userName, DEFAULTS)).toThrow(
      expect.objectContaining({ code: 'PASSWORD_TOO_WEAK', status: 400 }),
    );
  });

  it('accepts generated passwords, and a phrase', () => {
    for (let i = 0; i < 50; i += 1)
      assertStrongPassword(generatePassword(), 'admin', { minLength: 16, classes: 3 });
    assertStrongPassword('vier bunte Löwen', 'admin', DEFAULTS);
  });

  it.each([
    ['seven-blue-kites', 2, true],
    ['seven-blue-kites', 3, false],
    ['Seven-blue-kites', 3, true],
    ['Seven-blue-kites', 4, false],
    ['Seven-blue-kites-7', 4, true],
    ['löwenzahnwiese', 1, true],
    ['ÄÖÜäöüß€', 3, true],
  ])('finds in %j %i kinds of characters: %s', (password, classes, enough) => {
    const check = () => assertStrongPassword(password, 'admin', { minLength: 8, classes });
    if (enough) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'PASSWORD_TOO_WEAK' }));
  });

  it('takes a longer minimum, which generated passwords have', () => {
    const rules = { minLength: 30, classes: 4 };
    expect(() => assertStrongPassword('Seven-blue-kites-7', 'admin', rules)).toThrow(/fewer than 30/);
    assertStrongPassword(generatePassword(rules), 'admin', rules);
  });
});
