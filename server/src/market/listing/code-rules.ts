import { RESERVED_CODES } from '@platform/package-format';
import type { Route } from '../../kernel/index.ts';

/** Form of an application code. (design 4.1) */
export const CODE_PATTERN = '^[a-z][a-z0-9-]{1,31}$';

/**
 * Codes that no application may have: it would take requests from the host's own routes. (design 9.5-29)
 *
 * @param routes of the host
 */
export function reservedCodes(routes: readonly Route[]): string[] {
  const own = routes.map(({ url }) => url.split('/')[1] ?? '').filter((first) => !first.startsWith(':'));
  return [...new Set([...RESERVED_CODES, ...own])];
}
