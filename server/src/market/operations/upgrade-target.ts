import semver from 'semver';
import { PlatformError } from '../../kernel/index.ts';
import type { Install } from '../records/install-store.ts';
import { assertComplete, ownInstall } from './install-records.ts';
import { assertChangeable, knownVersion, type Target, type TargetDependencies } from './target.ts';
import { appNotFound, assertOffered, versionLower } from './version-errors.ts';

/**
 * Finds the version to upgrade to.
 *
 * @param wanted default: the latest version
 * @throws INSTALL_NOT_FOUND, APP_NOT_FOUND, VERSION_NOT_FOUND (404), INSTALL_INCOMPLETE,
 *   VERSION_LOWER, APP_UP_TO_DATE, VERSION_NOT_PUBLISHED, VERSION_UNLISTED (409), and those of
 *   {@link assertChangeable}
 */
export async function upgradeTarget(
  dependencies: TargetDependencies,
  installId: number,
  wanted: string | undefined,
): Promise<Target & { readonly install: Install }> {
  const { sharedCode, source } = dependencies;
  const install = await ownInstall(dependencies, installId);
  const { appCode, tenantId } = install;
  assertComplete(install);
  const listing = await source.listing(appCode);
  if (!listing) throw appNotFound(appCode);
  const version = await knownVersion(source, appCode, wanted ?? listing.latestVersion);
  const order = semver.compare(version.version, install.version);
  if (order < 0 && wanted !== undefined) throw versionLower(appCode, install.version, version.version);
  // After a deploy of another version, an upgrade to the recorded version restores it.
  const runsRecordedVersion = sharedCode.activeVersion(appCode) === install.version;
  if (order < 0 || (order === 0 && runsRecordedVersion)) {
    throw new PlatformError({
      code: 'APP_UP_TO_DATE',
      status: 409,
      message: `${listing.name} is already at ${install.version}.`,
      fix: 'Publish a higher version first, or request one that is published.',
      details: { params: { app: listing.name, version: install.version } },
    });
  }
  if (!sharedCode.isRunning(version, tenantId)) assertOffered(version);
  sharedCode.assertNotBelowOthers(version, tenantId);
  await assertChangeable(dependencies, tenantId, version);
  return { version, install };
}
