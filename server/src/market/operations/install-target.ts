import { PlatformError } from '../../kernel/index.ts';
import { INSTALL } from '../records/install-store.ts';
import { manifestOf } from '../records/version-store.ts';
import { knownVersion, type Target, type TargetDependencies } from './target.ts';
import { appNotFound, assertOffered } from './version-errors.ts';

export interface InstallRequest {
  readonly tenantId: string;
  readonly appCode: string;
  /**
   * Default: the version that other tenants run, where the tenant cannot change it; else the
   * latest.
   */
  readonly version?: string | undefined;
  /** Installs required applications first, so they may be absent now. */
  readonly withDependencies?: boolean | undefined;
}

/**
 * Finds the version to install.
 *
 * @throws APP_NOT_FOUND, VERSION_NOT_FOUND (404), APP_NOT_LISTED, APP_ALREADY_INSTALLED,
 *   VERSION_NOT_PUBLISHED, VERSION_UNLISTED, VERSION_LOWER, PLATFORM_INCOMPATIBLE,
 *   FRONTEND_INCOMPATIBLE, DEPENDENCY_MISSING (409), TENANT_UPGRADE_FORBIDDEN,
 *   TENANT_APPLICATION_REFUSED (403)
 */
export async function installTarget(
  { compatibility, installs, sharedCode, source, tenants }: TargetDependencies,
  { tenantId, appCode, version: wanted, withDependencies = false }: InstallRequest,
): Promise<Target> {
  await tenants.assertMayInstall(tenantId, appCode);
  const listing = await source.listing(appCode);
  if (!listing) throw appNotFound(appCode);
  if (listing.status !== 1) {
    throw new PlatformError({
      code: 'APP_NOT_LISTED',
      status: 409,
      message: `Application ${appCode} is not listed.`,
      fix: 'List it in the console, then install it.',
    });
  }
  const install = (await installs.find(tenantId, appCode)) ?? null;
  if (install && install.status !== INSTALL.failed && install.status !== INSTALL.installing) {
    throw new PlatformError({
      code: 'APP_ALREADY_INSTALLED',
      status: 409,
      message: `${listing.name} ${install.version} is already installed.`,
      fix: 'Upgrade it, or enable it if it is disabled.',
      details: {
        params: { app: listing.name, version: install.version },
        installId: install.installId,
        version: install.version,
      },
    });
  }
  const chosen = wanted ?? sharedCode.versionToJoin(appCode, tenantId) ?? listing.latestVersion;
  const version = await knownVersion(source, appCode, chosen);
  assertOffered(version);
  sharedCode.assertNotBelowOthers(version, tenantId);
  const manifest = manifestOf(version);
  if (withDependencies) compatibility.assertRunsHere(manifest);
  else compatibility.assertRunsFor(tenantId, manifest);
  sharedCode.assertMayRun(version, tenantId);
  return { version, install };
}
