import type { TenantPackage } from '../../system/index.ts';
import type { Dependents } from '../requirements/dependents.ts';
import type { Compatibility } from '../requirements/compatibility.ts';
import type { Install, InstallStore } from '../records/install-store.ts';
import { manifestOf, type AppVersion, type VersionStore } from '../records/version-store.ts';
import type { MarketSource } from '../source/market-source.ts';
import type { SharedCode } from './shared-code.ts';
import { versionNotFound } from './version-errors.ts';

/** The version that an operation reaches, after every check that could refuse it. */
export interface Target {
  readonly version: AppVersion;
  /** The tenant's record before the operation; null when there is none. */
  readonly install: Install | null;
}

export interface TargetDependencies {
  readonly source: MarketSource;
  readonly installs: InstallStore;
  readonly versions: VersionStore;
  readonly compatibility: Compatibility;
  readonly dependents: Dependents;
  readonly sharedCode: SharedCode;
  readonly tenants: TenantPackage;
}

/** @throws VERSION_NOT_FOUND (404) */
export async function knownVersion(
  known: Pick<MarketSource, 'find'>,
  appCode: string,
  version: string | null,
): Promise<AppVersion> {
  const found = version === null ? undefined : await known.find(appCode, version);
  if (found) return found;
  throw versionNotFound(appCode, version);
}

/**
 * Checks a version of an application that is installed.
 *
 * @throws PLATFORM_INCOMPATIBLE, DEPENDENCY_MISSING, FRONTEND_INCOMPATIBLE, DEPENDENT_RANGE (409),
 *   TENANT_UPGRADE_FORBIDDEN (403)
 */
export async function assertChangeable(
  { compatibility, dependents, sharedCode }: TargetDependencies,
  tenantId: string,
  version: AppVersion,
): Promise<void> {
  compatibility.assertRunsFor(tenantId, manifestOf(version));
  sharedCode.assertMayRun(version, tenantId);
  const tenants = sharedCode.tenants(version.appCode, tenantId);
  await dependents.assertAccept(version.appCode, version.version, tenants);
}
