import type { IncomingMessage } from 'node:http';
import { PlatformError } from '@platform/plugin-sdk/core';
import { requestContext } from '../context.ts';
import type { Exchange, TenantChoice } from './exchange.ts';
import type { RouteAuth } from './route.ts';

/** The tenant that a request names; none where it names nothing. */
export function tenantHeader(request: IncomingMessage): string | undefined {
  const header = request.headers['x-tenant-id'];
  return typeof header === 'string' && header !== '' ? header : undefined;
}

export const choiceOf = (
  request: IncomingMessage,
  own: string,
  openRefusal: PlatformError | undefined,
  ownRefusal: PlatformError | undefined,
): TenantChoice => ({ asked: tenantHeader(request), own, openRefusal, ownRefusal });

/**
 * Settles the tenant once the route is known: the header chooses it for routes that are open to everybody, on the others under an
 * open path the caller's counts. (design 9.8-62)
 *
 * @returns TENANT_MISMATCH (403) where the header names another one, or why the route does not answer for this tenant
 */
export function settleTenant(exchange: Exchange, auth: RouteAuth): PlatformError | undefined {
  const { choice } = exchange;
  if (!choice) return undefined;
  if (auth === 'public') return choice.openRefusal;
  if (choice.asked !== undefined && choice.asked !== choice.own) {
    return new PlatformError({
      code: 'TENANT_MISMATCH',
      status: 403,
      message: 'The header X-Tenant-Id names another tenant than the one that the caller belongs to.',
      fix: 'Leave the header out, or call without a login where the route allows that.',
    });
  }
  if (choice.ownRefusal) return choice.ownRefusal;
  exchange.context = { ...exchange.context, tenantId: choice.own };
  requestContext.enter(exchange.context);
  return undefined;
}
