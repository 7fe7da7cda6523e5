import { PlatformError } from '@platform/plugin-sdk/core';
import type { LoginUser } from '@platform/plugin-sdk/auth';
import { DEFAULT_TENANT } from './edge.ts';
import type { Route } from './route.ts';

/**
 * Runs the work of a route that is for users of the platform's own tenant: menus, storages, tenants, queues and the
 * console are shared by all tenants and managed from there, whatever permission another tenant's user has.
 *
 * @throws PLATFORM_TENANT_ONLY (403)
 */
export function forPlatformTenant<T>(ctx: { readonly user: LoginUser | undefined }, work: () => T): T {
  if (ctx.user?.tenantId === DEFAULT_TENANT) return work();
  throw new PlatformError({
    code: 'PLATFORM_TENANT_ONLY',
    status: 403,
    message: "This is managed by users of the platform's own tenant.",
    fix: 'Ask the operator of the platform.',
  });
}

/** The same routes, each {@link forPlatformTenant}. */
export function ofPlatformTenant(routes: readonly Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    handler: (ctx) => forPlatformTenant(ctx, () => route.handler(ctx)),
  }));
}
