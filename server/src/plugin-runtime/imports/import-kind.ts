import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { builtinAccess, type PermissionName } from '@platform/package-format';
import { packageSegment } from './package-segment.ts';

export const SDK = '@platform/plugin-sdk';

/** Target of an import. */
export type ImportKind =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'builtin'; readonly permission: PermissionName | undefined }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'sibling'; readonly appCode: string }
  | { readonly kind: 'forbidden'; readonly reason: string };

/** @param from jar entry of the importing module */
export function importKind(specifier: string, from: string): ImportKind {
  if (specifier.startsWith('/') || specifier.startsWith('file:')) {
    return { kind: 'forbidden', reason: 'it names a file outside the jar' };
  }
  if (specifier.startsWith('.')) {
    const path = posix.normalize(posix.join(posix.dirname(from), specifier));
    const [root] = path.split('/');
    return root === 'cn' || root === 'lib'
      ? { kind: 'file', path }
      : { kind: 'forbidden', reason: 'it is outside the jar' };
  }
  if (isBuiltin(specifier)) return builtin(specifier.replace(/^node:/, ''));
  if (specifier.startsWith('@plugins/')) return sibling(specifier, from);
  const name = packageOf(specifier);
  if (name !== SDK && name.startsWith('@platform/')) {
    return { kind: 'forbidden', reason: 'it is internal to the host' };
  }
  if (specifier === `${SDK}/host`) return { kind: 'forbidden', reason: 'it is reserved for the host' };
  return { kind: 'package', name };
}

/** Application code of a sibling import: `@plugins/platform-leave` → `leave`. (design 9.4-21) */
export function siblingCode(specifier: string): string | undefined {
  return /^@plugins\/platform-([a-z][a-z0-9-]*)$/.exec(specifier)?.[1];
}

function sibling(specifier: string, from: string): ImportKind {
  const appCode = siblingCode(specifier);
  if (appCode === undefined) {
    return {
      kind: 'forbidden',
      reason: 'only @plugins/platform-<code> of another application can be imported',
    };
  }
  if (from.startsWith(`cn/platform/${packageSegment(appCode)}/`)) {
    return { kind: 'forbidden', reason: 'it is the application itself' };
  }
  return { kind: 'sibling', appCode };
}

function builtin(name: string): ImportKind {
  const access = builtinAccess(name);
  return access === 'never'
    ? { kind: 'forbidden', reason: `the built-in ${name} is not available to applications` }
    : { kind: 'builtin', permission: access === 'free' ? undefined : access };
}

/** Package part of a bare specifier: `dayjs/plugin/utc` → `dayjs`, `@a/b/c` → `@a/b`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
