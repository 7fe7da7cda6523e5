import type { ApplicationAccess, ApplicationState } from '../../plugin-runtime/index.ts';
import { INSTALL, type Install, type InstallReading, type InstallStore } from './install-store.ts';

const states: Readonly<Record<Install['status'], ApplicationState>> = {
  [INSTALL.disabled]: 'disabled',
  [INSTALL.enabled]: 'enabled',
  [INSTALL.installing]: 'none',
  [INSTALL.upgrading]: 'enabled',
  [INSTALL.uninstalling]: 'none',
  [INSTALL.failed]: 'none',
};

/**
 * Longest difference of the hosts' clocks, and as long for a transaction: so much earlier than the
 * last known change may one be that was not visible then.
 */
const OVERLAP_MS = 120_000;

type ByTenant = ReadonlyMap<string, ReadonlyMap<string, Install>>;

/**
 * All tenants' installations in memory, because each request and menu tree reads them.
 *
 * Operations refresh it after they change a record. What has changed is read, by its time; all is
 * read where one was removed, which their number tells. (design 3.4, 9.7-42; docs/decisions/0148)
 */
export class InstallRegistry implements ApplicationAccess {
  readonly #store: Pick<InstallStore, 'read'>;
  readonly #tellOthers: () => void;
  readonly #listeners = new Set<() => void>();
  #requested = 0;
  #applied = 0;
  #byTenant: ByTenant = new Map();
  #count = 0;
  #latest: string | undefined;

  /** @param tellOthers says to the other hosts that records have changed */
  constructor(store: Pick<InstallStore, 'read'>, tellOthers: () => void = () => undefined) {
    this.#store = store;
    this.#tellOthers = tellOthers;
  }

  /** Reads what has changed, after this host has changed a record. */
  async refresh(): Promise<void> {
    this.#tellOthers();
    await this.reload();
  }

  /** Reads what has changed. Of concurrent calls, the result of the latest wins. */
  async reload(): Promise<void> {
    const request = ++this.#requested;
    if (this.#latest !== undefined) {
      const since = new Date(Date.parse(this.#latest) - OVERLAP_MS).toISOString();
      const reading = await this.#store.read(since);
      if (this.#apply(request, this.#byTenant, reading)) return;
    }
    this.#apply(request, new Map(), await this.#store.read());
  }

  /** @returns false where the result would not be all that there is */
  #apply(request: number, base: ByTenant, { installs, count, latest }: InstallReading): boolean {
    if (request < this.#applied) return true;
    const changed = new Map<string, Map<string, Install>>();
    let total = base.size === 0 ? 0 : this.#count;
    for (const install of installs) {
      const { appCode, tenantId } = install;
      const own = changed.get(tenantId) ?? new Map(base.get(tenantId));
      if (!own.has(appCode)) total += 1;
      changed.set(tenantId, own.set(appCode, install));
    }
    if (total !== count) return false;
    this.#applied = request;
    this.#byTenant = base.size === 0 ? changed : merged(base, changed);
    this.#count = count;
    this.#latest = latest ?? this.#latest;
    for (const listener of this.#listeners) listener();
    return true;
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

/** Applications of a tenant stay in the order of their codes, as all are read. */
function merged(base: ByTenant, changed: ByTenant): ByTenant {
  const result = new Map(base);
  for (const [tenantId, installs] of changed) {
    const ordered = [...installs].sort(([one], [other]) => (one < other ? -1 : 1));
    result.set(tenantId, new Map(ordered));
  }
  return result;
}
