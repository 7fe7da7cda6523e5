import { permissionCheck, PlatformError, type LoginUser } from '../../kernel/index.ts';

/** The permission that includes all others. (design 2.2) */
export const ALL_PERMISSIONS = '*:*:*';

/**
 * Nobody gives away, or takes control of, more than they hold: a person who assigns roles, resets
 * passwords or edits a role must have every permission concerned.
 *
 * @throws PRIVILEGE_EXCEEDED (403)
 */
export function assertHolds(actor: LoginUser | undefined, permissions: readonly string[]): void {
  const holds = permissionCheck(actor);
  const lacking = permissions.filter((permission) => !holds(permission));
  if (lacking.length === 0) return;
  throw new PlatformError({
    code: 'PRIVILEGE_EXCEEDED',
    status: 403,
    message: 'This change concerns permissions that you do not have.',
    fix: 'Ask an administrator who has them.',
    details: { permissions: lacking.slice(0, 20) },
  });
}

/** The caller of a route that needs a login. */
export function callerOf(ctx: { readonly user: LoginUser | undefined }): LoginUser {
  if (ctx.user) return ctx.user;
  throw new PlatformError({ code: 'UNAUTHENTICATED', status: 401, message: 'A login is needed.' });
}
