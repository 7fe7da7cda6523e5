import semver from 'semver';
import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Backends } from '../operations/backends.ts';
import type { ListingStore } from '../listing/listing-store.ts';
import type { OperationFailure } from '../tasks/task.ts';
import { manifestOf, UNLISTED, type AppVersion, type VersionStore } from '../versions/version-store.ts';
import { failedVersion, type FailedVersion } from './install-failure.ts';
import type { InstallRegistry } from './install-registry.ts';
import { INSTALL, type Install } from './install-store.ts';

/** An installed application as its tenant's administrator sees it. */
export interface InstalledApplication {
  readonly installId: number;
  readonly appCode: string;
  readonly name: string;
  readonly icon: string | null;
  readonly version: string;
  readonly previousVersion: string | null;
  readonly latestVersion: string | null;
  readonly status: number;
  /** Null once somebody has taken note of it, something has succeeded since, or its version was withdrawn. */
  readonly failure: OperationFailure | null;
  /** A version above the installed one that was tried in vain, also after its failure was taken note of. */
  readonly failed: FailedVersion | null;
  readonly backend: 'loaded' | 'degraded' | 'notLoaded' | 'none';
  readonly backendError: string | null;
  readonly installedAt: string;
  readonly installedBy: string | null;
}

export interface InstallViewParts {
  readonly registry: InstallRegistry;
  readonly listings: ListingStore;
  readonly versions: VersionStore;
  readonly backends: Backends;
}

/** Which installed applications. */
export interface InstalledFilter {
  readonly appCode?: string;
  /** Part of the name or the code, whatever its case. */
  readonly keyword?: string;
}

/** A page of what a tenant has, by name. Only the rows of the page read their manifests. */
export async function installedApplications(
  { registry, listings, versions, backends }: InstallViewParts,
  tenantId: string,
  { appCode: wanted, keyword = '' }: InstalledFilter,
  { pageNum, pageSize }: PageQuery,
): Promise<Page<InstalledApplication>> {
  const installs = registry.of(tenantId).filter(({ appCode }) => wanted === undefined || appCode === wanted);
  const known = await listings.ofCodes(installs.map(({ appCode }) => appCode));
  const nameOf = (appCode: string): string => known.get(appCode)?.name ?? appCode;
  const word = keyword.trim().toLowerCase();
  const found = installs
    .filter(({ appCode }) => `${nameOf(appCode)}\n${appCode}`.toLowerCase().includes(word))
    .sort((a, b) => nameOf(a.appCode).localeCompare(nameOf(b.appCode)));
  const page = found.slice((pageNum - 1) * pageSize, pageNum * pageSize);
  const manifests = await versions.manifests([...page, ...page.flatMap(triedVersion)]);
  const rows = page.map((install) => {
    const { appCode } = install;
    const listing = known.get(appCode);
    const version = manifests.get(`${appCode}@${install.version}`);
    const manifest = version && manifestOf(version);
    return {
      installId: install.installId,
      appCode,
      name: listing?.name ?? manifest?.name ?? appCode,
      icon: listing?.icon ?? null,
      version: install.version,
      previousVersion: install.previousVersion,
      latestVersion: listing?.latestVersion ?? null,
      status: install.status,
      failure: openFailure(install, listing?.latestVersion ?? null, manifests),
      failed: (install.failure && failedVersion(install.failure)) ?? null,
      ...backendOf(appCode, manifest?.assets.backend !== undefined, backends),
      installedAt: install.installedAt,
      installedBy: install.installedBy,
    };
  });
  return { total: found.length, rows };
}

function triedVersion({ appCode, failure }: Install): { appCode: string; version: string }[] {
  const tried = failure && failedVersion(failure);
  return tried ? [{ appCode, version: tried.version }] : [];
}

/** A first installation that failed is a state: it stays until it is installed again or removed. */
function openFailure(
  { appCode, status, failure }: Install,
  latestVersion: string | null,
  versions: ReadonlyMap<string, Pick<AppVersion, 'status'>>,
): OperationFailure | null {
  if (!failure || status === INSTALL.failed) return failure;
  if (failure.settled) return null;
  const tried = failedVersion(failure);
  if (!tried) return failure;
  const known = versions.get(`${appCode}@${tried.version}`);
  // A user edition forgets a version that it could not install; its catalog tells what is on offer.
  const withdrawn = known
    ? known.status === UNLISTED
    : latestVersion !== null && semver.gt(tried.version, latestVersion);
  return withdrawn ? null : failure;
}

function backendOf(
  appCode: string,
  hasBackend: boolean,
  backends: Backends,
): Pick<InstalledApplication, 'backend' | 'backendError'> {
  if (!hasBackend) return { backend: 'none', backendError: null };
  if (backends.loadedJar(appCode) === null) {
    return { backend: 'notLoaded', backendError: backends.failure(appCode) ?? null };
  }
  return { backend: backends.degraded(appCode) ? 'degraded' : 'loaded', backendError: null };
}
