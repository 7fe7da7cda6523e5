import { PlatformError } from '../../kernel/index.ts';

const LONGEST_KEY = 900;
const forbidden = /\p{Cc}|\\/u;

/** Folder of uploads in progress, beside the objects of a local storage. */
export const INCOMING = '.incoming';

/** @throws OBJECT_KEY_INVALID (400) for anything but a relative path that stays where it is */
export function assertKey(key: string): void {
  const segments = key.split('/');
  const valid =
    key.length > 0 &&
    key.length <= LONGEST_KEY &&
    !forbidden.test(key) &&
    segments[0] !== INCOMING &&
    segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  if (valid) return;
  throw new PlatformError({
    code: 'OBJECT_KEY_INVALID',
    status: 400,
    message: `"${key.slice(0, 100)}" is not a valid object key.`,
    fix: 'Use a relative path such as packages/hello/1.0.0.zip.',
    details: { params: { key: key.slice(0, 100) } },
  });
}

/** The key with what a storage puts before it. @throws OBJECT_KEY_INVALID (400) */
export function prefixedKey(prefix: string | undefined, key: string): string {
  assertKey(key);
  if (!prefix) return key;
  assertKey(prefix + key);
  return prefix + key;
}

/** The key as part of an address. */
export function encodeKey(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}
