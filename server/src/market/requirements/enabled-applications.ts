import type { AppManifest } from '@platform/package-format';
import type { Placement } from '../disk/placement.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import { manifestOf, type VersionStore } from '../records/version-store.ts';

/** The applications that each tenant has enabled, in the version that runs. (design 9.2-10) */
export class EnabledApplications {
  readonly #registry: InstallRegistry;
  readonly #placement: Placement;
  readonly #versions: VersionStore;

  constructor(registry: InstallRegistry, placement: Placement, versions: VersionStore) {
    this.#registry = registry;
    this.#placement = placement;
    this.#versions = versions;
  }

  /** Versions by code. All tenants share one version: the one placed on this host. */
  versions(tenantId: string): Map<string, string> {
    return new Map(
      this.#registry
        .enabledIn(tenantId)
        .map(({ appCode, version }) => [appCode, this.#placement.record(appCode)?.version ?? version]),
    );
  }

  async manifests(tenantId: string): Promise<AppManifest[]> {
    const wanted = [...this.versions(tenantId)].map(([appCode, version]) => ({ appCode, version }));
    const known = await this.#versions.manifests(wanted);
    return wanted.flatMap(({ appCode, version }) => {
      const found = known.get(`${appCode}@${version}`);
      return found ? [manifestOf(found)] : [];
    });
  }
}
