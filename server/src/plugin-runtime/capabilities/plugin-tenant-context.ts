import { TenantContext } from '@platform/plugin-sdk/tenant';
import { requestContext } from '../../kernel/index.ts';

/** {@link TenantContext} over the host's request context. */
export class PluginTenantContext extends TenantContext {
  readonly #tenants: () => readonly string[];

  /** @param tenants returns the tenants that have the application enabled */
  constructor(tenants: () => readonly string[]) {
    super();
    this.#tenants = tenants;
  }

  override current(): string | undefined {
    return requestContext.current()?.tenantId;
  }

  override run<T>(tenantId: string, work: () => T): T {
    return requestContext.runAs(tenantId, work);
  }

  override ignore<T>(work: () => T): T {
    return requestContext.runIgnoringTenant(work);
  }

  override async forEach<T>(work: (tenantId: string) => T | Promise<T>): Promise<T[]> {
    const results: T[] = [];
    const failures: unknown[] = [];
    for (const tenantId of this.#tenants()) {
      try {
        results.push(await requestContext.runAs(tenantId, () => work(tenantId)));
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `The work failed for ${failures.length} tenants.`);
    return results;
  }
}
