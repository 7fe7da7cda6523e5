/** First path segments of the host and of its permissions (design 9.5-29). */
export const HOST_AREAS: readonly string[] = [
  'app',
  'auth',
  'system',
  'resource',
  'open',
  'actuator',
  'monitor',
  'scheduler',
  'prod-api',
  'remote-apps',
  'minio',
  'upload',
  'v3',
  'sandbox',
  'tool',
  'platform',
  'host',
];

/** Pages of the shell and the folder of its files. */
const SHELL = ['403', 'login', 'market', 'apps', '_shell'];

/**
 * Names that no application may use as its code or as the first segment of a root menu.
 *
 * They would hide pages of the host, which tests that its routes, menus and folders are listed.
 * (design 9.8-60, 16-22)
 */
export const RESERVED_NAMES: readonly string[] = [...HOST_AREAS, ...SHELL];

/** Whether a code or first segment is reserved. All that begins with `_` is. */
export function isReserved(name: string, reserved: readonly string[]): boolean {
  return name.startsWith('_') || reserved.includes(name.toLowerCase());
}
