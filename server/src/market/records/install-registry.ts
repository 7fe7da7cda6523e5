import type { ApplicationAccess, ApplicationState } from '../../plugin-runtime/index.ts';
import { INSTALL, type Install, type InstallStore } from './install-store.ts';

const states: Readonly<Record<Install['status'], ApplicationState>> = {
  [INSTALL.disabled]: 'disabled',
  [INSTALL.enabled]: 'enabled',
  [INSTALL.installing]: 'none',
  [INSTALL.upgrading]: 'enabled',
  [INSTALL.uninstalling]: 'none',
  [INSTALL.failed]: 'none',
};

/**
 * All tenants' installations in memory, because each request and menu tree reads them.
 *
 * Operations refresh it after they change a record. (design 3.4, 9.7-42)
 */
export class InstallRegistry implements ApplicationAccess {
  readonly #store: InstallStore;
  readonly #tellOthers: () => void;
  readonly #listeners = new Set<() => void>();
  #requested = 0;
  #applied = 0;
  #byTenant: ReadonlyMap<string, ReadonlyMap<string, Install>> = new Map();

  /** @param tellOthers says to the other hosts that records have changed */
  constructor(store: InstallStore, tellOthers: () => void = () => undefined) {
    this.#store = store;
    this.#tellOthers = tellOthers;
  }

  /** Reads all records again, after this host has changed one. */
  async refresh(): Promise<void> {
    this.#tellOthers();
    await this.reload();
  }

  /** Reads all records again. Of concurrent calls, the result of the latest wins. */
  async reload(): Promise<void> {
    const request = ++this.#requested;
    const byTenant = new Map<string, Map<string, Install>>();
    for (const install of await this.#store.all()) {
      const own = byTenant.get(install.tenantId) ?? new Map<string, Install>();
      byTenant.set(install.tenantId, own.set(install.appCode, install));
    }
    if (request < this.#applied) return;
    this.#applied = request;
    this.#byTenant = byTenant;
    for (const listener of this.#listeners) listener();
  }

  /** @param listener is called after each refresh, when derived data is stale */
  onRefresh(listener: () => void): void {
    this.#listeners.add(listener);
  }

  state(tenantId: string, appCode: string): ApplicationState {
    const install = this.#byTenant.get(tenantId)?.get(appCode);
    return install ? states[install.status] : 'none';
  }

  tenants(appCode: string): string[] {
    return [...this.#byTenant.keys()].filter((tenantId) => this.state(tenantId, appCode) === 'enabled');
  }

  of(tenantId: string): Install[] {
    return [...(this.#byTenant.get(tenantId)?.values() ?? [])];
  }

  enabledIn(tenantId: string): Install[] {
    return this.of(tenantId).filter((install) => states[install.status] === 'enabled');
  }

  /** Codes of the applications that a tenant has disabled. */
  disabledIn(tenantId: string): string[] {
    const disabled = this.of(tenantId).filter((install) => states[install.status] === 'disabled');
    return disabled.map(({ appCode }) => appCode);
  }

  /** Codes of all applications with a record. */
  codes(): string[] {
    return [...new Set([...this.#byTenant.values()].flatMap((installs) => [...installs.keys()]))];
  }

  /** All tenants' records of an application. */
  ofApp(appCode: string): Install[] {
    return [...this.#byTenant.values()].flatMap((installs) => installs.get(appCode) ?? []);
  }

  /** True when any tenant has the application, enabled or disabled. */
  isInstalled(appCode: string): boolean {
    return this.ofApp(appCode).some(({ status }) => states[status] !== 'none');
  }

  /** Other tenants' installations of an application, enabled or disabled. */
  othersWith(appCode: string, tenantId: string): Install[] {
    return this.ofApp(appCode).filter(
      (install) => install.tenantId !== tenantId && states[install.status] !== 'none',
    );
  }

  /** Codes of installed applications that no tenant has enabled. */
  dormant(): string[] {
    const enabled = new Map<string, boolean>();
    for (const installs of this.#byTenant.values()) {
      for (const { appCode, status } of installs.values()) {
        enabled.set(appCode, (enabled.get(appCode) ?? false) || states[status] === 'enabled');
      }
    }
    return [...enabled].filter(([, any]) => !any).map(([appCode]) => appCode);
  }
}
