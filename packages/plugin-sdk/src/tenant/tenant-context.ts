/** The tenant that work runs for; database filters follow it. (design 9.1-3) */
export abstract class TenantContext {
  /** Undefined outside of a tenant: tenant tables then show no rows. */
  abstract current(): string | undefined;
  /** Runs `work` for a tenant. */
  abstract run<T>(tenantId: string, work: () => T): T;
  /** Runs `work` with the tenant filter off. */
  abstract ignore<T>(work: () => T): T;
}
