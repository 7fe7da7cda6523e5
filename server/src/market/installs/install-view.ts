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

export async function installedApplications(
  { registry, listings, versions, backends }: InstallViewParts,
  tenantId: string,
): Promise<InstalledApplication[]> {
  const installs = registry.of(tenantId);
  const manifests = await versions.manifests(installs);
  return Promise.all(
    installs.map(async (install) => {
      const { appCode } = install;
      const listing = await listings.byCode(appCode);
      const version = manifests.get(`${appCode}@${install.version}`);
      const manifest = version && manifestOf(version);
      const hasBackend = manifest?.assets.backend !== undefined;
      const loaded = backends.loadedJar(appCode) !== null;
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
        backend: !hasBackend
          ? 'none'
          : !loaded
            ? 'notLoaded'
            : backends.degraded(appCode)
              ? 'degraded'
              : 'loaded',
        backendError: hasBackend && !loaded ? (backends.failure(appCode) ?? null) : null,
        installedAt: install.installedAt,
        installedBy: install.installedBy,
      } as const;
    }),
  );
}
