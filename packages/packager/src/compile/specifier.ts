import { isBuiltin } from 'node:module';

export type SpecifierKind = 'relative' | 'builtin' | 'sdk' | 'hostInternal' | 'sibling' | 'package';

const SDK = '@platform/plugin-sdk';

/** Package part of a bare specifier: `dayjs/plugin/utc` → `dayjs`, `@a/b/c` → `@a/b`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The target of an import. (design 3.1) */
export function specifierKind(specifier: string): SpecifierKind {
  if (specifier.startsWith('.') || specifier.startsWith('/')) return 'relative';
  if (isBuiltin(specifier)) return 'builtin';
  const name = packageOf(specifier);
  if (name === SDK) return 'sdk';
  if (name.startsWith('@platform/')) return 'hostInternal';
  return name.startsWith('@plugins/') ? 'sibling' : 'package';
}
