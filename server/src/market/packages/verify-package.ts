import { PlatformError } from '../../kernel/index.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import type { AppVersion } from '../records/version-store.ts';
import type { AcceptedPackage, PackageInspector } from './package-inspector.ts';

export interface PackageVerifier {
  readonly inspector: PackageInspector;
  readonly registry: InstallRegistry;
}

/**
 * Inspects a fetched package and checks that it holds the version it was fetched for.
 *
 * @throws PACKAGE_CHECKSUM (409) for another version, and the inspector's codes
 */
export async function verifyPackage(
  { inspector, registry }: PackageVerifier,
  version: AppVersion,
  file: string,
): Promise<AcceptedPackage> {
  const accepted = await inspector.inspect(file, {
    fileName: `${version.appCode}-${version.version}.zip`,
    expectedCode: version.appCode,
    isInstalled: registry.isInstalled(version.appCode),
  });
  if (accepted.manifest.version === version.version) return accepted;
  throw new PlatformError({
    code: 'PACKAGE_CHECKSUM',
    status: 409,
    message: `The stored package is ${accepted.manifest.version}, not ${version.version}.`,
    fix: 'Upload the package again under a new version.',
  });
}
