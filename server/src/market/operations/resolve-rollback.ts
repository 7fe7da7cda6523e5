import semver from 'semver';
import { PlatformError } from '../../kernel/index.ts';
import type { Install } from '../installs/install-store.ts';
import type { AppVersion } from '../versions/version-store.ts';
import {
  assertComplete,
  assertDependentsStay,
  assertReachable,
  knownVersion,
  ownInstall,
  type Target,
} from './resolve.ts';
import type { OperationServices } from './services.ts';

/**
 * The version that was installed before, whatever became of its offer since. (design 2.3)
 *
 * @throws INSTALL_NOT_FOUND, VERSION_NOT_FOUND (404), INSTALL_INCOMPLETE, ROLLBACK_NONE, ROLLBACK_SHARED (409), and
 *   those of {@link assertReachable}
 */
export async function resolveRollback(
  services: OperationServices,
  installId: number,
): Promise<Target & { readonly install: Install }> {
  const install = await ownInstall(services, installId);
  assertComplete(install);
  if (install.previousVersion === null) {
    throw new PlatformError({
      code: 'ROLLBACK_NONE',
      status: 409,
      message: `There is no version of ${install.appCode} before ${install.version} to return to.`,
      fix: 'Only what was upgraded can be rolled back, one version, once.',
    });
  }
  const version = await knownVersion(services.versions, install.appCode, install.previousVersion);
  assertOthersBelow(services, install.tenantId, version);
  await assertReachable(services, install.tenantId, version);
  await assertDependentsStay(services, install.tenantId, version);
  return { version, install };
}

/** Code is one for all tenants: what others have accepted is not taken from them. (design 9.2-10) */
function assertOthersBelow(services: OperationServices, tenantId: string, version: AppVersion): void {
  const above = services.registry
    .othersWith(version.appCode, tenantId)
    .filter((other) => semver.gt(other.version, version.version));
  if (above.length === 0) return;
  throw new PlatformError({
    code: 'ROLLBACK_SHARED',
    status: 409,
    message: `Other tenants have accepted a later version of ${version.appCode} than ${version.version}; its code is one for all.`,
    fix: 'Roll it back for these tenants first, or publish a corrected version.',
    details: { tenants: above.length },
  });
}
