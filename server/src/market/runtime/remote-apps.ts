import type { InstallRegistry } from '../records/install-registry.ts';
import type { Placement } from '../disk/placement.ts';
import { manifestOf, type VersionStore } from '../records/version-store.ts';
import type { DevelopedRemotes } from './developed-remotes.ts';

/** A remote application that the shell may load. (spec: Endpoints 8) */
export interface RemoteApp {
  readonly code: string;
  readonly name: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly version: string;
  /** `/remote-apps/<code>/<file name of assets.frontend>?v=<version>` */
  readonly entry: string;
  readonly icon?: string;
  /** Version ranges of the shared modules it needs. */
  readonly shared?: Readonly<Record<string, string>>;
  /** Version range of the frontend runtime API it needs. */
  readonly runtimeApi?: string;
  /** Set when a development build replaces the installed one. */
  readonly build?: string;
  /** Its backend is kept out after incidents. */
  readonly quarantined?: boolean;
}

/**
 * The remote applications that a tenant's shell loads: enabled, with a frontend on this host.
 *
 * Cached per tenant until an operation changes an installation.
 */
export class RemoteApps {
  readonly #registry: InstallRegistry;
  readonly #placement: Placement;
  readonly #versions: VersionStore;
  readonly #developed: DevelopedRemotes | undefined;
  readonly #keptOut: (appCode: string) => boolean;
  #cached = new Map<string, Promise<readonly RemoteApp[]>>();

  /**
   * @param developed development builds; undefined on a host that is not for development
   * @param keptOut whether the backend of an application is in quarantine now
   */
  constructor(
    registry: InstallRegistry,
    placement: Placement,
    versions: VersionStore,
    developed?: DevelopedRemotes,
    keptOut: (appCode: string) => boolean = () => false,
  ) {
    this.#keptOut = keptOut;
    this.#registry = registry;
    this.#placement = placement;
    this.#versions = versions;
    this.#developed = developed;
  }

  forget(): void {
    this.#cached = new Map();
  }

  async of(tenantId: string): Promise<readonly RemoteApp[]> {
    const apps = await this.#ofTenant(tenantId);
    if (!apps.some(({ code }) => this.#keptOut(code))) return apps;
    return apps.map((app) => (this.#keptOut(app.code) ? { ...app, quarantined: true } : app));
  }

  #ofTenant(tenantId: string): Promise<readonly RemoteApp[]> {
    const cached = this.#cached;
    const known = cached.get(tenantId);
    if (known) return known;
    const found = this.#find(tenantId);
    cached.set(tenantId, found);
    found.catch(() => cached.delete(tenantId));
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
      const { name, names, icon, shared, runtimeApi } = manifestOf(saved);
      return [
        {
          code: appCode,
          name,
          ...(names === undefined ? {} : { names }),
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
