import type { InstallRegistry } from '../installs/install-registry.ts';
import type { Placement } from '../placement/placement.ts';
import { manifestOf, type VersionStore } from '../versions/version-store.ts';
import type { DevelopedRemotes } from './developed-remotes.ts';

/** A remote application that the shell may load. (spec: Endpoints 8) */
export interface RemoteApp {
  readonly code: string;
  readonly name: string;
  readonly version: string;
  /** `/remote-apps/<code>/<file name of assets.frontend>?v=<version>` */
  readonly entry: string;
  readonly icon?: string;
  /** Shared modules and the ranges that it needs. */
  readonly shared?: Readonly<Record<string, string>>;
  /** Range of the frontend runtime API that it needs. */
  readonly runtimeApi?: string;
  /** Set where a development build is served in place of the installed one. */
  readonly build?: string;
}

/**
 * The applications whose frontend a tenant's shell loads: enabled, with frontend artifacts, in the version that lies
 * on this host. Remembered for each tenant until something changes.
 */
export class RemoteApps {
  readonly #registry: InstallRegistry;
  readonly #placement: Placement;
  readonly #versions: VersionStore;
  readonly #developed: DevelopedRemotes | undefined;
  #remembered = new Map<string, Promise<readonly RemoteApp[]>>();

  /** @param developed builds that take the place of what is installed; undefined on a host that is not for development */
  constructor(
    registry: InstallRegistry,
    placement: Placement,
    versions: VersionStore,
    developed?: DevelopedRemotes,
  ) {
    this.#registry = registry;
    this.#placement = placement;
    this.#versions = versions;
    this.#developed = developed;
  }

  forget(): void {
    this.#remembered = new Map();
  }

  of(tenantId: string): Promise<readonly RemoteApp[]> {
    const remembered = this.#remembered;
    const known = remembered.get(tenantId);
    if (known) return known;
    const found = this.#find(tenantId);
    remembered.set(tenantId, found);
    found.catch(() => remembered.delete(tenantId));
    return found;
  }

  async #find(tenantId: string): Promise<readonly RemoteApp[]> {
    const active = this.#registry.enabledIn(tenantId).flatMap(({ appCode }) => {
      const placed = this.#placement.record(appCode);
      return placed?.entry ? [{ appCode, version: placed.version, entry: placed.entry }] : [];
    });
    const versions = await this.#versions.manifests(active);
    return active.flatMap(({ appCode, version, entry }) => {
      const saved = versions.get(`${appCode}@${version}`);
      if (!saved) return [];
      const { name, icon, shared, runtimeApi } = manifestOf(saved);
      return [
        {
          code: appCode,
          name,
          version,
          entry: `/remote-apps/${appCode}/${entry}?v=${version}`,
          ...(icon === undefined ? {} : { icon }),
          ...(shared === undefined ? {} : { shared }),
          ...(runtimeApi === undefined ? {} : { runtimeApi }),
          ...this.#developed?.find(appCode),
        },
      ];
    });
  }
}
