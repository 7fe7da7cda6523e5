import type { PermissionName } from './permissions.ts';

/**
 * Access to a built-in module of Node: everybody, with a permission, nobody. (design 9.4-19)
 */
export type BuiltinAccess = 'free' | PermissionName | 'never';

const FREE =
  'assert async_hooks buffer console constants crypto diagnostics_channel events path perf_hooks process punycode querystring stream string_decoder sys timers url util zlib';

const access: ReadonlyMap<string, BuiltinAccess> = new Map<string, BuiltinAccess>([
  ...FREE.split(' ').map((name) => [name, 'free'] as const),
  ...['http', 'https', 'net', 'tls', 'dns'].map((name) => [name, 'network'] as const),
  ['fs', 'files'],
  ['child_process', 'process'],
  ['worker_threads', 'process'],
]);

/**
 * Returns who may import a built-in module.
 *
 * @param specifier with or without `node:`, for example `node:fs/promises`
 * @returns `never` also for modules that no list names
 */
export function builtinAccess(specifier: string): BuiltinAccess {
  const [root = ''] = specifier.replace(/^node:/, '').split('/');
  return access.get(root) ?? 'never';
}
