import { hasPermission } from '@platform/plugin-sdk/auth';
import { PlatformError } from '@platform/plugin-sdk/core';
import type { Exchange } from './exchange.ts';
import { monitoringMissing } from './monitoring-login.ts';
import type { RouteAuth } from './route.ts';

/**
 * Decides whether a caller may use a route. Sessions open no monitoring endpoint; its own login
 * decides there.
 *
 * @returns SESSION_EXPIRED or UNAUTHENTICATED (401), FORBIDDEN (403), or undefined for "yes"
 * (spec: Authentication 1, Errors)
 */
export function authorize({ context, tokenRejected }: Exchange, auth: RouteAuth): PlatformError | undefined {
  if (auth === 'public') return undefined;
  if (auth === 'monitoring') return monitoringMissing();
  if (!context.user) return tokenRejected ? sessionExpired() : unauthenticated();
  if (auth === 'login' || hasPermission(context.user, auth)) return undefined;
  return permissionMissing(auth);
}

/** FORBIDDEN (403) of a request that lacks a permission. */
export const permissionMissing = (permission: string): PlatformError =>
  new PlatformError({
    code: 'FORBIDDEN',
    status: 403,
    message: `This request needs the permission ${permission}.`,
    fix: 'Ask an administrator for a role with this permission.',
    details: { params: { permission } },
  });

const sessionExpired = (): PlatformError =>
  new PlatformError({
    code: 'SESSION_EXPIRED',
    status: 401,
    message: 'The session has ended.',
    fix: 'Log in again.',
  });

const unauthenticated = (): PlatformError =>
  new PlatformError({
    code: 'UNAUTHENTICATED',
    status: 401,
    message: 'This request needs a login.',
    fix: 'Send Authorization: Bearer with a token from POST /auth/login.',
  });
