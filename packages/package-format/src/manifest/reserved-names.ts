/** First path segments of the host, and of its permissions (design 9.5-29). */
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

/** The shell's own pages, and the folder of its files. */
const SHELL = ['403', 'login', 'market', 'apps', '_shell'];

/**
 * What no application may have as its code, nor as the first segment of a menu at the root, so that every address of a page
 * reaches the page. The host tests that its routes, menus and folders are among them. (design 9.8-60, 16-22)
 */
export const RESERVED_NAMES: readonly string[] = [...HOST_AREAS, ...SHELL];

/** Whether a code, or the first segment of a path, is one of them; what begins with `_` is the host's to use. */
export function isReserved(name: string, reserved: readonly string[]): boolean {
  return name.startsWith('_') || reserved.includes(name.toLowerCase());
}
