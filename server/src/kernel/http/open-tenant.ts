import type { IncomingMessage } from 'node:http';
import { PlatformError } from '@platform/plugin-sdk/core';
import { requestContext } from '../context.ts';
import type { Exchange, TenantChoice } from './exchange.ts';
import type { RouteAuth } from './route.ts';

/** Tenant of the header `X-Tenant-Id`; undefined when it is missing or empty. */
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
 * Settles the tenant once the route is known. The header chooses it for public routes; other routes
 * under an open path use the caller's tenant. (design 9.8-62)
 *
 * @returns TENANT_MISMATCH (403) for another tenant in the header, or the refusal of the tenant
 */
export function settleTenant(exchange: Exchange, auth: RouteAuth): PlatformError | undefined {
  const { choice } = exchange;
  if (!choice) return undefined;
  if (auth === 'public') return choice.openRefusal;
  if (choice.asked !== undefined && choice.asked !== choice.own) {
    return new PlatformError({
      code: 'TENANT_MISMATCH',
      status: 403,
      message: 'The header X-Tenant-Id names another tenant than the one of the caller.',
      fix: 'Omit the header. If the route is open, you can also send the request without a login.',
    });
  }
  if (choice.ownRefusal) return choice.ownRefusal;
  exchange.context = { ...exchange.context, tenantId: choice.own };
  requestContext.enter(exchange.context);
  return undefined;
}
