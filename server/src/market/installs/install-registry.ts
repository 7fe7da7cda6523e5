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
 * Every tenant's installations, in memory: asked for each request, for each menu tree, and for the applications of the
 * shell. Read anew when an operation changed them. (design 3.4, 9.7-42)
 */
export class InstallRegistry implements ApplicationAccess {
  readonly #store: InstallStore;
  #asked = 0;
  #applied = 0;
  #byTenant: ReadonlyMap<string, ReadonlyMap<string, Install>> = new Map();

  constructor(store: InstallStore) {
    this.#store = store;
  }

  /** Of several at a time, the one that was asked for last counts. */
  async refresh(): Promise<void> {
    const turn = ++this.#asked;
    const byTenant = new Map<string, Map<string, Install>>();
    for (const install of await this.#store.all()) {
      const own = byTenant.get(install.tenantId) ?? new Map<string, Install>();
      byTenant.set(install.tenantId, own.set(install.appCode, install));
    }
    if (turn < this.#applied) return;
    this.#applied = turn;
    this.#byTenant = byTenant;
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

  /** Codes of what a tenant has and has disabled. */
  disabledIn(tenantId: string): string[] {
    const disabled = this.of(tenantId).filter((install) => states[install.status] === 'disabled');
    return disabled.map(({ appCode }) => appCode);
  }

  /** Every tenant's record of an application. */
  ofApp(appCode: string): Install[] {
    return [...this.#byTenant.values()].flatMap((installs) => installs.get(appCode) ?? []);
  }

  /** Whether any tenant has it, enabled or not. */
  isInstalled(appCode: string): boolean {
    return this.ofApp(appCode).some(({ status }) => states[status] !== 'none');
  }

  /** Tenants other than one that have an application, enabled or not. */
  othersWith(appCode: string, tenantId: string): Install[] {
    return this.ofApp(appCode).filter(
      (install) => install.tenantId !== tenantId && states[install.status] !== 'none',
    );
  }

  /** Applications that somebody has, and nobody has enabled. */
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
