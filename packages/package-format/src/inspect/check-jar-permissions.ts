import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import Type, { type Static } from 'typebox';
import type { Finding } from '../finding.ts';
import { builtinAccess } from '../manifest/builtins.ts';
import { describePermissions, type Permissions } from '../manifest/permissions.ts';

const granted = Type.Literal(true);

/** The part of the jar's index that the inspector reads. */
export const JarIndex = Type.Object({
  formatVersion: Type.Literal(1),
  code: Type.String(),
  version: Type.String(),
  permissions: Type.Optional(
    Type.Object({
      network: Type.Optional(Type.Union([granted, Type.Array(Type.String())])),
      files: Type.Optional(granted),
      process: Type.Optional(granted),
      env: Type.Optional(granted),
    }),
  ),
  main: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  classes: Type.Optional(
    Type.Array(Type.Object({ name: Type.Optional(Type.String()), file: Type.Optional(Type.String()) })),
  ),
  mappers: Type.Optional(Type.Array(Type.String())),
  modules: Type.Optional(
    Type.Array(
      Type.Object({
        file: Type.Optional(Type.String()),
        source: Type.Optional(Type.String()),
        requires: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  ),
});
export type JarIndex = Static<typeof JarIndex>;

/** Platform packages that applications may import. */
const OFFERED = /^@platform\/plugin-sdk(\/|$)/;

/** Imports by address, absolute path, path outside of the jar, or of a host package. */
function leavesJar(specifier: string, file: string): boolean {
  if (specifier.startsWith('.'))
    return posix.normalize(posix.join(posix.dirname(file), specifier)).startsWith('..');
  return (
    /^([/\\#]|[a-z][a-z0-9+.-]*:)/i.test(specifier) ||
    (/^@platform\//.test(specifier) && !OFFERED.test(specifier))
  );
}

interface Expected {
  /** Entry of the package. */
  entry: string;
  /** Permissions of the manifest, which are displayed before an installation. */
  permissions: Permissions;
}

/**
 * Checks that the jar gets exactly the permissions displayed before the installation.
 *
 * Index and manifest must agree, and built-in imports must be covered. (design 9.4-19, 9.7-41)
 */
export function checkJarPermissions(index: JarIndex, { entry, permissions }: Expected): Finding[] {
  const findings: Finding[] = [];
  const error = (code: string, message: string, fix: string): number =>
    findings.push({ code, severity: 'error', entry, message: `${entry}: ${message}`, fix });
  const [built, shown] = [index.permissions ?? {}, permissions].map(describePermissions);
  if (built !== shown) {
    error(
      'JAR_PERMISSIONS_DIFFER',
      `it was built with the permissions ${built || 'none'}, but the manifest requests ${shown || 'none'}.`,
      'Build the backend again after changing app.json.',
    );
  }
  for (const { file = '', source = '?', requires = [] } of index.modules ?? []) {
    findings.push(...checkImports({ file, source, requires }, { entry, permissions }));
  }
  return findings;
}

/**
 * Finds imports of one module that are forbidden or lack a permission.
 *
 * @param module its jar entry, its display name and its imports
 */
export function checkImports(
  { file, source, requires }: { file: string; source: string; requires: readonly string[] },
  { entry, permissions }: Expected,
): Finding[] {
  const findings: Finding[] = [];
  const error = (code: string, message: string, fix: string): number =>
    findings.push({ code, severity: 'error', entry, message: `${entry}: ${message}`, fix });
  const outside = requires.filter((name) => !isBuiltin(name) && leavesJar(name, file));
  for (const specifier of outside) {
    error(
      'JAR_IMPORT_FORBIDDEN',
      `${source} imports "${specifier}", which is neither in the jar nor provided to applications.`,
      'Import packages by name, and functions of the host from @platform/plugin-sdk.',
    );
  }
  for (const specifier of requires.filter((name) => isBuiltin(name))) {
    const access = builtinAccess(specifier);
    if (access === 'never') {
      error(
        'JAR_IMPORT_FORBIDDEN',
        `${source} imports "${specifier}", which applications may not use.`,
        'Use the replacement in @platform/plugin-sdk.',
      );
    } else if (access !== 'free' && permissions[access] === undefined) {
      error(
        'JAR_PERMISSION_MISSING',
        `${source} imports "${specifier}" without the permission ${access}.`,
        `Add "${access}" to permissions in app.json, or remove the import.`,
      );
    }
  }
  return findings;
}
