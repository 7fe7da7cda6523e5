import semver from 'semver';
import { PlatformError } from '../../kernel/index.ts';
import type { Install } from '../records/install-store.ts';
import type { AppVersion } from '../records/version-store.ts';
import { assertComplete, ownInstall } from './install-records.ts';
import { assertChangeable, knownVersion, type Target, type TargetDependencies } from './target.ts';

/**
 * Finds the version that was installed before the last upgrade, even if it is no longer offered.
 * (design 2.3)
 *
 * @throws INSTALL_NOT_FOUND, VERSION_NOT_FOUND (404), INSTALL_INCOMPLETE, ROLLBACK_NONE,
 *   ROLLBACK_SHARED (409), and those of {@link assertChangeable}
 */
export async function rollbackTarget(
  dependencies: TargetDependencies,
  installId: number,
): Promise<Target & { readonly install: Install }> {
  const install = await ownInstall(dependencies, installId);
  assertComplete(install);
  if (install.previousVersion === null) {
    throw new PlatformError({
      code: 'ROLLBACK_NONE',
      status: 409,
      message: `${install.appCode} has no version before ${install.version} to roll back to.`,
      fix: 'Only an upgrade can be rolled back, by one version, once.',
      details: { params: { app: install.appCode, version: install.version } },
    });
  }
  const version = await knownVersion(dependencies.versions, install.appCode, install.previousVersion);
  assertOthersBelow(dependencies, install.tenantId, version);
  await assertChangeable(dependencies, install.tenantId, version);
  return { version, install };
}

/** A rollback must not take from other tenants the version that they accepted. (design 9.2-10) */
function assertOthersBelow(
  { sharedCode }: TargetDependencies,
  tenantId: string,
  { appCode, version }: AppVersion,
): void {
  const above = sharedCode.others(appCode, tenantId).filter((other) => semver.gt(other.version, version));
  if (above.length === 0) return;
  throw new PlatformError({
    code: 'ROLLBACK_SHARED',
    status: 409,
    message: `Other tenants have accepted a later version of ${appCode} than ${version}, and all tenants share its code.`,
    fix: 'Roll it back for these tenants first, or publish a corrected version.',
    details: { params: { app: appCode, version }, tenants: above.length },
  });
}
