/**
 * The tenant of the current work, which limits every query. (design 9.1-3, 9.8-64)
 *
 * Inject it; it has no static methods.
 *
 * @example
 * ```ts
 * @Service({ inject: [TenantContext, ItemMapper] })
 * export class ReportService {
 *   constructor(
 *     private readonly tenants: TenantContext,
 *     private readonly items: ItemMapper,
 *   ) {}
 *
 *   async total(): Promise<number> {
 *     const counts = await this.tenants.forEach(() => this.items.selectCount({}));
 *     return counts.reduce((sum, count) => sum + count, 0);
 *   }
 * }
 * ```
 */
export abstract class TenantContext {
  /** Undefined outside of a tenant: tenant tables then show no rows. */
  abstract current(): string | undefined;
  /** Runs `work` for a tenant. */
  abstract run<T>(tenantId: string, work: () => T): T;
  /** Runs `work` with the tenant filter off. */
  abstract ignore<T>(work: () => T): T;
  /**
   * Runs `work` once for each tenant that has the application enabled, one after the other. A
   * tenant whose work fails does not keep the others from theirs.
   *
   * @returns what `work` resolved to, in the order of the tenants
   * @throws AggregateError when all are through, with the errors of those that failed
   */
  abstract forEach<T>(work: (tenantId: string) => T | Promise<T>): Promise<T[]>;
}
