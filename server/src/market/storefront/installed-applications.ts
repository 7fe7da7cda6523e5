import type { Install as InstalledApplication } from '@platform/host-api';
import type { AppTexts } from '@platform/package-format';
import semver from 'semver';
import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Backends } from '../runtime/backends.ts';
import type { ListingStore } from '../records/listing-store.ts';
import type { OperationFailure } from '../tasks/task.ts';
import { manifestOf, UNLISTED, type AppVersion, type VersionStore } from '../records/version-store.ts';
import { failedVersion } from '../records/install-failure.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import { INSTALL, type Install } from '../records/install-store.ts';

export interface InstallViewParts {
  readonly registry: InstallRegistry;
  readonly listings: ListingStore;
  readonly versions: VersionStore;
  readonly backends: Backends;
}

/** Filter of the installed applications. */
export interface InstalledFilter {
  readonly appCode?: string;
  /** Part of the code, or of the name in any language; ignores case. */
  readonly keyword?: string;
}

/** A page of a tenant's applications by name. Only its rows read their manifests. */
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
    .filter(({ appCode }) => {
      const names = [nameOf(appCode), ...Object.values(known.get(appCode)?.names ?? {}), appCode];
      return names.join('\n').toLowerCase().includes(word);
    })
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
      ...namesOf(listing ?? manifest),
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

const namesOf = (texts: AppTexts | undefined): Pick<AppTexts, 'names'> =>
  texts?.names ? { names: texts.names } : {};

function triedVersion({ appCode, failure }: Install): { appCode: string; version: string }[] {
  const tried = failure && failedVersion(failure);
  return tried ? [{ appCode, version: tried.version }] : [];
}

/** The failure of a first installation stays until it is installed again or removed. */
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
  // A user edition does not keep a version that it could not install; its catalog has the offers.
  const withdrawn = known
    ? known.status === UNLISTED
    : latestVersion !== null && semver.gt(tried.version, latestVersion);
  return withdrawn ? null : failure;
}

function backendOf(
  appCode: string,
  hasBackend: boolean,
  backends: Backends,
): Pick<InstalledApplication, 'backend' | 'backendError' | 'backendErrorCode'> {
  if (!hasBackend) return { backend: 'none', backendError: null };
  if (backends.quarantined(appCode)) {
    return { backend: 'quarantined', backendError: backends.culpritLine(appCode) };
  }
  if (backends.loadedJar(appCode) === null) {
    const failure = backends.failure(appCode);
    if (!failure) return { backend: 'notLoaded', backendError: null };
    return { backend: 'notLoaded', backendError: failure.message, backendErrorCode: failure.code };
  }
  return { backend: backends.degraded(appCode) ? 'degraded' : 'loaded', backendError: null };
}
