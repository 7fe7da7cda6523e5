import { isBuiltin } from 'node:module';
import type { Finding } from '../finding.ts';
import { builtinAccess } from '../manifest/builtins.ts';
import { describePermissions, type Permissions } from '../manifest/permissions.ts';

/** What the jar's index says of permissions and imports. */
export interface IndexWithImports {
  permissions?: Permissions;
  modules?: ReadonlyArray<{ source?: string; requires?: readonly string[] }>;
}

interface Expected {
  /** Entry of the package. */
  entry: string;
  /** Those of the manifest, which people are shown. */
  permissions: Permissions;
}

/**
 * What people are shown before the installation must be what the jar gets: the same permissions in index and manifest,
 * and no import of a built-in that they do not cover. (design 9.4-19, 9.7-41)
 */
export function checkJarPermissions(index: IndexWithImports, { entry, permissions }: Expected): Finding[] {
  const findings: Finding[] = [];
  const error = (code: string, message: string, fix: string): number =>
    findings.push({ code, severity: 'error', entry, message: `${entry}: ${message}`, fix });
  const [built, shown] = [index.permissions ?? {}, permissions].map(describePermissions);
  if (built !== shown) {
    error(
      'JAR_PERMISSIONS_DIFFER',
      `it was built with the permissions "${built}", the manifest asks for "${shown}".`,
      'Build the backend again after changing app.json.',
    );
  }
  for (const { source = '?', requires = [] } of index.modules ?? []) {
    for (const specifier of requires.filter((name) => isBuiltin(name))) {
      const access = builtinAccess(specifier);
      if (access === 'never') {
        error(
          'JAR_IMPORT_FORBIDDEN',
          `${source} imports "${specifier}", which no application may have.`,
          'Use what @platform/plugin-sdk offers instead.',
        );
      } else if (access !== 'free' && permissions[access] === undefined) {
        error(
          'JAR_PERMISSION_MISSING',
          `${source} imports "${specifier}" without the permission ${access}.`,
          `Add "${access}" to permissions in app.json, or do without it.`,
        );
      }
    }
  }
  return findings;
}
