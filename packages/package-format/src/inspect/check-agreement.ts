import type { Finding } from '../finding.ts';
import type { AppManifest } from '../manifest/schema.ts';
import { checkFrontend } from './check-frontend.ts';
import { checkJars, isBackendJar } from './check-layout.ts';
import { checkMigrations } from './check-migrations.ts';
import { describePermissions, permissionsOf } from '../manifest/permissions.ts';
import { inspectJar } from './inspect-jar.ts';
import type { ReadPackage } from './read-package.ts';

interface Expectation {
  fileName: string;
  expectedCode?: string;
  providedPackages?: readonly string[];
}

/**
 * Checks everything that must agree with the manifest: file name, listing, jar, frontend, scripts.
 */
export async function checkAgreement(read: ReadPackage, expected: Expectation): Promise<Finding[]> {
  const { names, manifest, jar } = read;
  if (!manifest) return checkWithoutManifest(read);
  const { code, version, assets } = manifest;
  const provided = expected.providedPackages ?? [];
  return [
    ...checkIdentity(manifest, expected),
    ...checkJars(names, assets.backend),
    ...(jar && jar.entry === assets.backend
      ? await inspectJar(jar.file, {
          entry: jar.entry,
          code,
          version,
          provided,
          permissions: permissionsOf(manifest),
        })
      : []),
    ...askedPermissions(manifest),
    ...checkFrontend(read.entries, manifest),
    ...checkMigrations(read.scripts, code, Object.keys(manifest.dependencies ?? {})),
  ];
}

/**
 * Checks that remain possible without a valid manifest: a second jar, and scripts if the code is
 * known.
 */
function checkWithoutManifest({ names, scripts, identity }: ReadPackage): Finding[] {
  return [
    ...(names.filter(isBackendJar).length > 1 ? checkJars(names, undefined) : []),
    ...(identity ? checkMigrations(scripts, identity.code) : []),
  ];
}

/** Publisher and administrator must see requested permissions. (design 9.7-41) */
function askedPermissions(manifest: AppManifest): Finding[] {
  const asked = describePermissions(permissionsOf(manifest));
  if (asked === '') return [];
  return [
    {
      code: 'PERMISSIONS_ASKED',
      severity: 'warning',
      entry: 'app.json',
      pointer: '/permissions',
      message: `/permissions: the application requests ${asked}.`,
      fix: 'Install it only if it needs this for its work.',
    },
  ];
}

function checkIdentity(
  { code, version, assets }: AppManifest,
  { fileName, expectedCode }: Expectation,
): Finding[] {
  const findings: Finding[] = [];
  if (expectedCode !== undefined && expectedCode !== code) {
    findings.push({
      code: 'PACKAGE_CODE_MISMATCH',
      severity: 'error',
      entry: 'app.json',
      pointer: '/code',
      message: `The package is for "${code}", but it was uploaded for "${expectedCode}".`,
      fix: `Upload it for "${code}", or choose the package of "${expectedCode}".`,
    });
  }
  if (assets.backend === undefined && assets.frontend === undefined) {
    findings.push({
      code: 'ASSETS_MISSING',
      severity: 'error',
      entry: 'app.json',
      pointer: '/assets',
      message: '/assets: the application has neither a backend nor a frontend.',
      fix: 'Declare assets.backend, assets.frontend or both.',
    });
  }
  const name = `${code}-${version}.zip`;
  if (fileName !== name) {
    const message = `The file is named "${fileName}", but a package of ${code} ${version} must be named "${name}".`;
    findings.push({
      code: 'PACKAGE_NAME_MISMATCH',
      severity: 'warning',
      message,
      fix: 'Keep the file name that the packager wrote.',
    });
  }
  return findings;
}
