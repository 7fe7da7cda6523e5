import semver from 'semver';
import { DEFAULT_TENANT, PlatformError } from '../../kernel/index.ts';
import { INSTALL, type Install } from '../installs/install-store.ts';
import { assertFrontend } from '../shell-modules.ts';
import type { MarketSource } from '../source/market-source.ts';
import { manifestOf, PENDING, UNLISTED, type AppVersion } from '../versions/version-store.ts';
import { enabledManifests, enabledVersions } from './enabled.ts';
import { assertPlatform, assertRequirements, dependentsOf } from './requirements.ts';
import type { OperationServices } from './services.ts';

/** What an installation or upgrade is to reach, with everything that could forbid it looked at. */
export interface Target {
  readonly version: AppVersion;
  /** The tenant's record, where there is one. */
  readonly install: Install | null;
}

export interface InstallRequest {
  readonly tenantId: string;
  readonly appCode: string;
  readonly version?: string | undefined;
  /** What it needs is installed first, and need not be there yet. */
  readonly withDependencies?: boolean | undefined;
}

/**
 * @throws APP_NOT_FOUND (404), APP_NOT_LISTED, APP_ALREADY_INSTALLED, VERSION_UNLISTED (409), and those of {@link assertReachable}
 */
export async function resolveInstall(services: OperationServices, request: InstallRequest): Promise<Target> {
  const { tenantId, appCode } = request;
  const listing = await services.source.listing(appCode);
  if (!listing) throw appNotFound(appCode);
  if (listing.status !== 1) {
    throw new PlatformError({
      code: 'APP_NOT_LISTED',
      status: 409,
      message: `The application ${appCode} is not listed.`,
      fix: 'List it in the console, then install it.',
    });
  }
  const install = (await services.installs.find(tenantId, appCode)) ?? null;
  if (install && install.status !== INSTALL.failed && install.status !== INSTALL.installing) {
    throw new PlatformError({
      code: 'APP_ALREADY_INSTALLED',
      status: 409,
      message: `${listing.name} ${install.version} is installed already.`,
      fix: 'Upgrade it, or enable it if it is disabled.',
      details: { installId: install.installId, version: install.version },
    });
  }
  const wanted = request.version ?? sharedVersion(services, tenantId, appCode) ?? listing.latestVersion;
  const version = await knownVersion(services.source, appCode, wanted);
  assertOffered(version);
  assertNotBelowOthers(services, tenantId, version);
  await assertReachable(services, tenantId, version, request.withDependencies);
  return { version, install };
}

/**
 * @throws INSTALL_NOT_FOUND (404), INSTALL_INCOMPLETE, VERSION_LOWER, APP_UP_TO_DATE, VERSION_UNLISTED (409), and those of {@link assertReachable}
 */
export async function resolveUpgrade(
  services: OperationServices,
  installId: number,
  wanted: string | undefined,
): Promise<Target & { readonly install: Install }> {
  const install = await ownInstall(services, installId);
  const { appCode, tenantId } = install;
  assertComplete(install);
  const listing = await services.source.listing(appCode);
  if (!listing) throw appNotFound(appCode);
  const version = await knownVersion(services.source, appCode, wanted ?? listing.latestVersion);
  const order = semver.compare(version.version, install.version);
  if (order < 0 && wanted !== undefined) throw lowerVersion(appCode, install.version, version.version);
  const active = services.placement.record(appCode)?.version;
  if (order < 0 || (order === 0 && active === install.version)) {
    throw new PlatformError({
      code: 'APP_UP_TO_DATE',
      status: 409,
      message: `${listing.name} is at ${install.version} already.`,
      fix: 'Publish a higher version first, or name one that is published.',
    });
  }
  if (!isRunning(services, tenantId, version)) assertOffered(version);
  assertNotBelowOthers(services, tenantId, version);
  await assertReachable(services, tenantId, version);
  await assertDependentsStay(services, tenantId, version);
  return { version, install };
}

/** @throws INSTALL_INCOMPLETE (409) */
export function assertComplete(install: Install): void {
  if (install.status === INSTALL.failed || install.status === INSTALL.installing) {
    throw new PlatformError({
      code: 'INSTALL_INCOMPLETE',
      status: 409,
      message: `The first installation of ${install.appCode} has not succeeded, so there is nothing to change.`,
      fix: 'Install it again.',
    });
  }
}

/** @throws VERSION_NOT_FOUND (404) */
export async function knownVersion(
  known: Pick<MarketSource, 'find'>,
  appCode: string,
  version: string | null,
): Promise<AppVersion> {
  const found = version === null ? undefined : await known.find(appCode, version);
  if (!found) {
    throw new PlatformError({
      code: 'VERSION_NOT_FOUND',
      status: 404,
      message:
        version === null
          ? `No version of ${appCode} is offered.`
          : `There is no version ${version} of ${appCode}.`,
      fix: 'Choose one of the versions that the market shows.',
    });
  }
  return found;
}

/**
 * Published and deprecated versions may be installed; the latter with a warning. (design 2.3)
 *
 * @throws VERSION_NOT_PUBLISHED, VERSION_UNLISTED (409)
 */
function assertOffered(version: AppVersion): void {
  if (version.status === PENDING) throw versionNotPublished(version);
  if (version.status !== UNLISTED) return;
  throw new PlatformError({
    code: 'VERSION_UNLISTED',
    status: 409,
    message: `${version.appCode} ${version.version} is not offered any more.`,
    fix: 'Choose another version, or restore this one in the console.',
  });
}

/** Other tenants have accepted the version and its code runs: one more may accept it, whatever became of the offer. (design 9.2-11) */
function isRunning(services: OperationServices, tenantId: string, version: AppVersion): boolean {
  const { appCode } = version;
  const others = services.registry.othersWith(appCode, tenantId);
  return (
    services.placement.record(appCode)?.version === version.version &&
    others.some((other) => other.version === version.version)
  );
}

/** @throws VERSION_LOWER (409) when another tenant has accepted a higher version than this one */
function assertNotBelowOthers(services: OperationServices, tenantId: string, version: AppVersion): void {
  const others = services.registry.othersWith(version.appCode, tenantId);
  const active = services.placement.record(version.appCode)?.version;
  if (others.length === 0 || active === undefined) return;
  const highest = [active, ...others.map((other) => other.version)].sort(semver.rcompare)[0] ?? active;
  if (semver.lt(version.version, highest)) throw lowerVersion(version.appCode, highest, version.version);
}

export function versionNotPublished(version: AppVersion): PlatformError {
  return new PlatformError({
    code: 'VERSION_NOT_PUBLISHED',
    status: 409,
    message: `${version.appCode} ${version.version} is not published.`,
    fix: 'Publish it in the console first.',
  });
}

/** @throws INSTALL_NOT_FOUND (404), also for another tenant's record */
export async function ownInstall(services: OperationServices, installId: number): Promise<Install> {
  const install = await services.installs.byId(installId);
  if (install) return install;
  throw new PlatformError({
    code: 'INSTALL_NOT_FOUND',
    status: 404,
    message: 'There is no such installation.',
    fix: 'Look at the list of installed applications.',
  });
}

/**
 * @throws PLATFORM_INCOMPATIBLE, FRONTEND_INCOMPATIBLE, DEPENDENCY_MISSING (409), TENANT_UPGRADE_FORBIDDEN (403) when the code that other
 *   tenants use would change and only the platform's tenant may do that (design 9.2-10)
 */
export async function assertReachable(
  services: OperationServices,
  tenantId: string,
  version: AppVersion,
  withDependencies = false,
): Promise<void> {
  const manifest = manifestOf(version);
  if (withDependencies) assertPlatform(manifest, services.platformVersion);
  else assertRequirements(manifest, services.platformVersion, enabledVersions(services, tenantId));
  assertFrontend(manifest, services.shell);
  const active = services.placement.record(version.appCode)?.version;
  const others = services.registry.othersWith(version.appCode, tenantId);
  if (others.length === 0 || active === version.version || mayChangeShared(services, tenantId)) return;
  throw new PlatformError({
    code: 'TENANT_UPGRADE_FORBIDDEN',
    status: 403,
    message: `Other tenants use ${version.appCode} ${active ?? ''}; its code is one for all tenants.`,
    fix: `Ask the operator of the platform to upgrade it to ${version.version}.`,
    details: { tenants: others.length, active },
  });
}

export async function assertDependentsStay(
  services: OperationServices,
  tenantId: string,
  version: AppVersion,
): Promise<void> {
  const tenants = new Set([tenantId, ...services.registry.ofApp(version.appCode).map((row) => row.tenantId)]);
  const left = new Map<string, string>();
  for (const tenant of tenants) {
    const manifests = await enabledManifests(services, tenant);
    for (const { appCode, range } of dependentsOf(version.appCode, manifests, version.version)) {
      left.set(appCode, range);
    }
  }
  if (left.size === 0) return;
  const list = [...left].map(([appCode, range]) => `${appCode} (needs ${range})`).join(', ');
  throw new PlatformError({
    code: 'DEPENDENT_RANGE',
    status: 409,
    message: `${version.appCode} ${version.version} does not fit what depends on it: ${list}.`,
    fix: 'Upgrade these applications to versions that accept it first.',
    details: { dependents: Object.fromEntries(left) },
  });
}

/** The version that a tenant joins when others have the application and it may not change it for them. */
function sharedVersion(services: OperationServices, tenantId: string, appCode: string): string | undefined {
  if (mayChangeShared(services, tenantId)) return undefined;
  if (services.registry.othersWith(appCode, tenantId).length === 0) return undefined;
  return services.placement.record(appCode)?.version;
}

function mayChangeShared(services: OperationServices, tenantId: string): boolean {
  return services.anyTenantUpgrades || tenantId === DEFAULT_TENANT;
}

function appNotFound(appCode: string): PlatformError {
  return new PlatformError({
    code: 'APP_NOT_FOUND',
    status: 404,
    message: `There is no application ${appCode}.`,
    fix: 'Look in the market for the applications that there are.',
  });
}

function lowerVersion(appCode: string, current: string, wanted: string): PlatformError {
  return new PlatformError({
    code: 'VERSION_LOWER',
    status: 409,
    message: `${appCode} is at ${current}; ${wanted} is lower.`,
    fix: 'Choose a higher version: migrations only go up.',
  });
}
