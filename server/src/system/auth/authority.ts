import { DEFAULT_TENANT, hasPermission, PlatformError, type LoginUser } from '../../kernel/index.ts';

/**
 * Nobody gives away, or takes control of, more than they hold: whoever assigns roles, resets passwords or edits a role
 * must have every permission concerned.
 *
 * @throws PRIVILEGE_EXCEEDED (403)
 */
export function assertHolds(actor: LoginUser | undefined, permissions: readonly string[]): void {
  const lacking = permissions.filter((permission) => !hasPermission(actor, permission));
  if (lacking.length === 0) return;
  throw new PlatformError({
    code: 'PRIVILEGE_EXCEEDED',
    status: 403,
    message: 'This concerns permissions that you do not hold yourself.',
    fix: 'Ask an administrator who holds them.',
    details: { permissions: lacking.slice(0, 20) },
  });
}

/**
 * Menus, storages and tenants are shared by all tenants and managed from the platform's own.
 *
 * @throws PLATFORM_TENANT_ONLY (403)
 */
function assertPlatformTenant(actor: LoginUser | undefined): void {
  if (actor?.tenantId === DEFAULT_TENANT) return;
  throw new PlatformError({
    code: 'PLATFORM_TENANT_ONLY',
    status: 403,
    message: "This is managed by users of the platform's own tenant.",
    fix: 'Ask the operator of the platform.',
  });
}

/** Runs the work of a route that is for users of the platform's own tenant. @throws PLATFORM_TENANT_ONLY (403) */
export function forPlatformTenant<T>(ctx: { readonly user: LoginUser | undefined }, work: () => T): T {
  assertPlatformTenant(ctx.user);
  return work();
}

/** The caller of a route that needs a login. */
export function callerOf(ctx: { readonly user: LoginUser | undefined }): LoginUser {
  if (ctx.user) return ctx.user;
  throw new PlatformError({ code: 'UNAUTHENTICATED', status: 401, message: 'A login is needed.' });
}
