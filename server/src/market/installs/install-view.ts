import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Backends } from '../operations/backends.ts';
import type { ListingStore } from '../listing/listing-store.ts';
import { manifestOf, type VersionStore } from '../versions/version-store.ts';
import type { TaskFailure } from '../tasks/task.ts';
import type { InstallRegistry } from './install-registry.ts';

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
  readonly failure: TaskFailure | null;
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
  const manifests = await versions.manifests(page);
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
      failure: install.failure,
      ...backendOf(appCode, manifest?.assets.backend !== undefined, backends),
      installedAt: install.installedAt,
      installedBy: install.installedBy,
    };
  });
  return { total: found.length, rows };
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
