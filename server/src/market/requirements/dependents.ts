import { PlatformError } from '../../kernel/index.ts';
import type { EnabledApplications } from './enabled-applications.ts';
import { dependentsOf, type Dependent } from './requirements.ts';

/** The enabled applications that depend on another one. */
export class Dependents {
  readonly #enabled: Pick<EnabledApplications, 'manifests'>;

  constructor(enabled: Pick<EnabledApplications, 'manifests'>) {
    this.#enabled = enabled;
  }

  /**
   * Dependents in any of the tenants, each once.
   *
   * @param nextVersion limits the result to dependents whose range excludes this version
   */
  async of(appCode: string, tenantIds: Iterable<string>, nextVersion?: string): Promise<Dependent[]> {
    const found = new Map<string, Dependent>();
    for (const tenantId of tenantIds) {
      const manifests = await this.#enabled.manifests(tenantId);
      for (const dependent of dependentsOf(appCode, manifests, nextVersion)) {
        found.set(dependent.appCode, dependent);
      }
    }
    return [...found.values()];
  }

  /** @throws APP_REQUIRED (409) naming the tenant's enabled applications that depend on this one */
  async assertNone(appCode: string, tenantId: string): Promise<void> {
    const dependents = await this.of(appCode, [tenantId]);
    if (dependents.length === 0) return;
    const names = dependents.map((dependent) => dependent.appCode).join(', ');
    throw new PlatformError({
      code: 'APP_REQUIRED',
      status: 409,
      message: `${appCode} is required by ${names}.`,
      fix: 'Disable or uninstall these applications first.',
      details: { params: { app: appCode, dependents: names }, dependents },
    });
  }

  /** @throws DEPENDENT_RANGE (409) naming the dependents whose range excludes the version */
  async assertAccept(appCode: string, version: string, tenantIds: Iterable<string>): Promise<void> {
    const dependents = await this.of(appCode, tenantIds, version);
    if (dependents.length === 0) return;
    const ranges = dependents.map((dependent) => [dependent.appCode, dependent.range] as const);
    const list = ranges.map(([code, range]) => `${code} (needs ${range})`).join(', ');
    throw new PlatformError({
      code: 'DEPENDENT_RANGE',
      status: 409,
      message: `${appCode} ${version} is outside the range that these applications need: ${list}.`,
      fix: 'Upgrade these applications to versions that accept it first.',
      details: {
        params: {
          app: appCode,
          version,
          dependents: ranges.map(([code, range]) => `${code} (${range})`).join(', '),
        },
        dependents: Object.fromEntries(ranges),
      },
    });
  }
}
