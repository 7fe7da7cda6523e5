import { RESERVED_NAMES } from '@platform/package-format';
import type { Route } from '../../kernel/index.ts';

/**
 * Names that no application may use as code or as path of a root menu.
 *
 * They would shadow the host's routes or the shell's pages. (design 9.5-29, 9.8-60)
 *
 * @param routes the host's routes
 */
export function reservedNames(routes: readonly Route[]): string[] {
  const own = routes.map(({ url }) => url.split('/')[1] ?? '').filter((first) => !first.startsWith(':'));
  return [...new Set([...RESERVED_NAMES, ...own])];
}
