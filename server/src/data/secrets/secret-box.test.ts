import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatformKey } from '../identity/platform-key.ts';
import { isSealed, SecretBox } from './secret-box.ts';
import { configPlace, storagePlace } from './secret-columns.ts';

const key = new PlatformKey('a'.repeat(43));
const other = new PlatformKey('b'.repeat(43));
const box = new SecretBox(key);
const place = configPlace({ configId: 7, tenantId: 'acme', configKey: 'mail.password' });
const unreadable = expect.objectContaining({
  code: 'SECRET_UNREADABLE',
  status: 500,
  fix: expect.stringContaining('rotate-key') as string,
}) as Error;

describe('SecretBox', () => {
  it('returns any text that it sealed, never twice the same bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
        const sealed = box.seal(value, place);
        expect(isSealed(sealed)).toBe(true);
        expect(box.open(sealed, place)).toBe(value.isWellFormed() ? value : value.toWellFormed());
        expect(box.seal(value, place)).not.toBe(sealed);
      }),
    );
  });

  it('leaves empty and plain texts unchanged', () => {
    expect(box.seal('', place)).toBe('');
    for (const text of ['', 'plain', 'sealed:1:x', 'sealed:2:aaaaaaaaaaaaaaaa:bbbb']) {
      expect(box.open(text, place)).toBe(text);
    }
  });

  it.each([
    ['row', configPlace({ configId: 8, tenantId: 'acme', configKey: 'mail.password' })],
    ['tenant', configPlace({ configId: 7, tenantId: '000000', configKey: 'mail.password' })],
    ['key', configPlace({ configId: 7, tenantId: 'acme', configKey: 'other.password' })],
    ['table', storagePlace(7, 'mail.password')],
  ])('refuses a value that was copied to another %s', (_, elsewhere) => {
    const sealed = box.seal('secret-1', place);
    expect(() => box.open(sealed, elsewhere)).toThrow(unreadable);
  });

  it('refuses any value with a changed byte, and a shortened one', () => {
    const sealed = box.seal('secret-1', place);
    const head = sealed.lastIndexOf(':') + 1;
    const bytes = Buffer.from(sealed.slice(head), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const text = sealed.slice(0, head) + changed.toString('base64url');
      expect(() => box.open(text, place), `byte ${at}`).toThrow(unreadable);
    }
    for (const length of [1, 12, 20, 27]) {
      const text = sealed.slice(0, head) + bytes.subarray(0, length).toString('base64url');
      expect(() => box.open(text, place), `${length} bytes`).toThrow(unreadable);
    }
  });

  it('names a value of another key without showing it; reads it once it has that key', () => {
    const sealed = new SecretBox(other).seal('secret-1', place);
    expect(() => box.open(sealed, place)).toThrow(/mail\.password of the tenant acme.*key/);
    expect(() => box.open(sealed, place)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret-1') as string }) as Error,
    );
    const both = new SecretBox(key, [other]);
    expect(both.open(sealed, place)).toBe('secret-1');
    expect(both.isOutdated(sealed)).toBe(true);
    expect(both.isOutdated(both.seal('secret-1', place))).toBe(false);
  });
});
