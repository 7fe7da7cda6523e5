import { PlatformError } from '@platform/plugin-sdk/core';
import type { LoginUser } from '@platform/plugin-sdk/auth';
import { DEFAULT_TENANT } from './edge.ts';
import type { Route } from './route.ts';

/**
 * Runs the work of a route for users of the platform's own tenant. Menus, storages, tenants, queues
 * and the console are shared by all tenants; permissions of other tenants' users do not reach them.
 *
 * @throws PLATFORM_TENANT_ONLY (403)
 */
export function forPlatformTenant<T>(ctx: { readonly user: LoginUser | undefined }, work: () => T): T {
  if (ctx.user?.tenantId === DEFAULT_TENANT) return work();
  throw new PlatformError({
    code: 'PLATFORM_TENANT_ONLY',
    status: 403,
    message: "Only users of the platform's own tenant may do this.",
    fix: 'Ask the operator of the platform.',
  });
}

/** Applies {@link forPlatformTenant} to each route. */
export function ofPlatformTenant(routes: readonly Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    handler: (ctx) => forPlatformTenant(ctx, () => route.handler(ctx)),
  }));
}
