import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { PlatformError } from '../../kernel/index.ts';
import type { PackageStorage } from '../packages/package-storage.ts';
import type { AppVersion } from '../records/version-store.ts';
import type { FetchedPackage, FetchWatch } from './market-source.ts';

/**
 * Fetches a package from this host's own storage and verifies it.
 *
 * @throws PACKAGE_MISSING (404), PACKAGE_CHECKSUM (409) when the package changed since it was saved
 */
export async function fetchStored(
  storage: PackageStorage,
  version: AppVersion,
  file: string,
  watch?: FetchWatch,
): Promise<FetchedPackage> {
  await storage.fetch(version.packageUrl, file);
  const { size } = await stat(file);
  const sha256 = await sha256Of(file);
  if (size === version.packageSize && sha256 === version.packageSha256) {
    watch?.log(`Fetched the package, ${size} bytes, SHA-256 ${sha256}`);
    return { size, sha256, isStored: true };
  }
  throw new PlatformError({
    code: 'PACKAGE_CHECKSUM',
    status: 409,
    message: `The stored package of ${version.appCode} ${version.version} changed since it was saved.`,
    fix: 'Upload the package again under a new version.',
    details: {
      params: { app: version.appCode, version: version.version },
      expected: version.packageSha256,
      found: sha256,
    },
  });
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
