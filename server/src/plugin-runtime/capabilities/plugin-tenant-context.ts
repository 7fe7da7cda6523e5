import { TenantContext } from '@platform/plugin-sdk/tenant';
import { requestContext } from '../../kernel/index.ts';

/** {@link TenantContext} over the host's request context. */
export class PluginTenantContext extends TenantContext {
  override current(): string | undefined {
    return requestContext.current()?.tenantId;
  }

  override run<T>(tenantId: string, work: () => T): T {
    return requestContext.runAs(tenantId, work);
  }

  override ignore<T>(work: () => T): T {
    return requestContext.runIgnoringTenant(work);
  }
}
