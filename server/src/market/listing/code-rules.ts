import { RESERVED_NAMES } from '@platform/package-format';
import type { Route } from '../../kernel/index.ts';

/** Form of an application code. (design 4.1) */
export const CODE_PATTERN = '^[a-z][a-z0-9-]{1,31}$';

/**
 * What no application may have as its code or as the path of a menu at the root: it would take requests from the host's own
 * routes, or pages from the shell. (design 9.5-29, 9.8-60)
 *
 * @param routes of the host
 */
export function reservedNames(routes: readonly Route[]): string[] {
  const own = routes.map(({ url }) => url.split('/')[1] ?? '').filter((first) => !first.startsWith(':'));
  return [...new Set([...RESERVED_NAMES, ...own])];
}
