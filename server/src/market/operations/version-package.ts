import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { PlatformError } from '../../kernel/index.ts';
import type { AcceptedPackage } from '../versions/package-inspector.ts';
import type { AppVersion } from '../versions/version-store.ts';
import type { OperationServices } from './services.ts';

/** @throws PACKAGE_MISSING (404), PACKAGE_CHECKSUM (409) when the stored package is not the one that was saved */
export async function fetchPackage(
  { storage }: Pick<OperationServices, 'storage'>,
  version: AppVersion,
  file: string,
): Promise<{ readonly size: number; readonly sha256: string }> {
  await storage.fetch(version.packageUrl, file);
  const { size } = await stat(file);
  const sha256 = await sha256Of(file);
  if (size === version.packageSize && sha256 === version.packageSha256) return { size, sha256 };
  throw new PlatformError({
    code: 'PACKAGE_CHECKSUM',
    status: 409,
    message: `The stored package of ${version.appCode} ${version.version} is not the one that was saved.`,
    fix: 'Upload the package again under a new version.',
    details: { expected: version.packageSha256, found: sha256 },
  });
}

/** @throws PACKAGE_CHECKSUM (409) when it is of another version, and the inspector's own codes */
export async function verifyPackage(
  { inspector }: Pick<OperationServices, 'inspector'>,
  version: AppVersion,
  file: string,
): Promise<AcceptedPackage> {
  const accepted = await inspector.inspect(file, {
    fileName: `${version.appCode}-${version.version}.zip`,
    expectedCode: version.appCode,
  });
  if (accepted.manifest.version === version.version) return accepted;
  throw new PlatformError({
    code: 'PACKAGE_CHECKSUM',
    status: 409,
    message: `The stored package is ${accepted.manifest.version}, not ${version.version}.`,
    fix: 'Upload the package again under a new version.',
  });
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
