import { PlatformError } from '../../kernel/index.ts';
import type { AcceptedPackage } from '../versions/package-inspector.ts';
import type { AppVersion } from '../versions/version-store.ts';
import type { OperationServices } from './services.ts';

/** @throws PACKAGE_CHECKSUM (409) when it is of another version, and the inspector's own codes */
export async function verifyPackage(
  { inspector, registry }: Pick<OperationServices, 'inspector' | 'registry'>,
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
