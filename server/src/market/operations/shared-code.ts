import semver from 'semver';
import { DEFAULT_TENANT, PlatformError } from '../../kernel/index.ts';
import type { Placement } from '../disk/placement.ts';
import type { Install } from '../records/install-store.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import type { AppVersion } from '../records/version-store.ts';
import { versionLower } from './version-errors.ts';

/** Rules that follow from one code base for all tenants of an application. (design 9.2-10) */
export class SharedCode {
  readonly #registry: InstallRegistry;
  readonly #placement: Placement;
  readonly #anyTenantUpgrades: boolean;

  /** @param anyTenantUpgrades lets every tenant change code that others use */
  constructor(registry: InstallRegistry, placement: Placement, anyTenantUpgrades: boolean) {
    this.#registry = registry;
    this.#placement = placement;
    this.#anyTenantUpgrades = anyTenantUpgrades;
  }

  /** Version placed on this host; undefined when the application is not on it. */
  activeVersion(appCode: string): string | undefined {
    return this.#placement.record(appCode)?.version;
  }

  /** Installations of other tenants. */
  others(appCode: string, tenantId: string): Install[] {
    return this.#registry.othersWith(appCode, tenantId);
  }

  /** Every tenant with a record of the application, and this one. */
  tenants(appCode: string, tenantId: string): Set<string> {
    return new Set([tenantId, ...this.#registry.ofApp(appCode).map((install) => install.tenantId)]);
  }

  /**
   * True when the version runs for another tenant: one more may accept it even if it is unlisted.
   */
  isRunning({ appCode, version }: AppVersion, tenantId: string): boolean {
    return this.activeVersion(appCode) === version && this.#isAcceptedByOthers(appCode, version, tenantId);
  }

  /** As {@link isRunning}, and its files exist on disk. */
  async isOnHost({ appCode, version }: AppVersion, tenantId: string): Promise<boolean> {
    const placed = await this.#placement.placed(appCode);
    return placed?.version === version && this.#isAcceptedByOthers(appCode, version, tenantId);
  }

  /** Version that a tenant joins when others use the application and it may not change it. */
  versionToJoin(appCode: string, tenantId: string): string | undefined {
    if (this.#mayChange(tenantId) || this.others(appCode, tenantId).length === 0) return undefined;
    return this.activeVersion(appCode);
  }

  /** @throws VERSION_LOWER (409) when another tenant has accepted a higher version */
  assertNotBelowOthers({ appCode, version }: AppVersion, tenantId: string): void {
    const others = this.others(appCode, tenantId);
    const active = this.activeVersion(appCode);
    if (others.length === 0 || active === undefined) return;
    const highest = [active, ...others.map((other) => other.version)].sort(semver.rcompare)[0] ?? active;
    if (semver.lt(version, highest)) throw versionLower(appCode, highest, version);
  }

  /** @throws TENANT_UPGRADE_FORBIDDEN (403) when only the platform's tenant may change the code */
  assertMayRun({ appCode, version }: AppVersion, tenantId: string): void {
    const active = this.activeVersion(appCode);
    const others = this.others(appCode, tenantId);
    if (others.length === 0 || active === version || this.#mayChange(tenantId)) return;
    throw new PlatformError({
      code: 'TENANT_UPGRADE_FORBIDDEN',
      status: 403,
      message: `Other tenants use ${appCode} ${active ?? ''}, and all tenants share its code.`,
      fix: `Ask the operator of the platform to upgrade it to ${version}.`,
      details: { tenants: others.length, active },
    });
  }

  /** @throws TENANT_UPGRADE_FORBIDDEN (403) when it is up to the platform's tenant */
  assertMayLoad(appCode: string, tenantId: string): void {
    const others = this.others(appCode, tenantId);
    if (others.length === 0 || this.#mayChange(tenantId)) return;
    throw new PlatformError({
      code: 'TENANT_UPGRADE_FORBIDDEN',
      status: 403,
      message: `Other tenants use ${appCode}, and all tenants share its code.`,
      fix: 'Ask the operator of the platform to load it again.',
      details: { tenants: others.length },
    });
  }

  #isAcceptedByOthers(appCode: string, version: string, tenantId: string): boolean {
    return this.others(appCode, tenantId).some((other) => other.version === version);
  }

  #mayChange(tenantId: string): boolean {
    return this.#anyTenantUpgrades || tenantId === DEFAULT_TENANT;
  }
}
