import type { IncomingMessage } from 'node:http';
import { PlatformError } from '@platform/plugin-sdk/core';
import { requestContext, type Acting } from '../context.ts';
import type { Exchange } from './exchange.ts';
import type { Route } from './route.ts';

/** Names the tenant that a page believes to look into, or {@link NO_TENANT}. */
const HEADER = 'x-acting-tenant';
const NO_TENANT = 'none';

/**
 * Settles what a session that looks into a tenant may do, once the route is known. Routes of the
 * person's own account work in their own tenant; all others in the one that is looked into, and
 * change nothing unless that is switched on. (design 12.1-4)
 *
 * @returns ACTING_CHANGED, ACTING_ENDED (409), ACTING_READ_ONLY (403), or undefined for "continue"
 */
export function settleActing(
  exchange: Exchange,
  { auth, ofPerson }: Pick<Route, 'auth' | 'ofPerson'>,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
): PlatformError | undefined {
  const { user } = exchange.context;
  if (!user) return undefined;
  if (ofPerson) {
    if (user.acting) goHome(exchange, user.acting);
    return undefined;
  }
  const changes = method !== 'GET' && method !== 'HEAD';
  const believed = headers[HEADER];
  if (changes && believed !== undefined && believed !== (user.acting?.tenantId ?? NO_TENANT)) {
    return changed();
  }
  if (user.acting?.isOver && auth !== 'public') return ended(user.acting);
  return user.acting && changes && !user.acting.mayWrite ? readOnly(user.acting) : undefined;
}

function goHome(exchange: Exchange, { homeTenantId }: Acting): void {
  const { context } = exchange;
  const user = context.user && Object.freeze({ ...context.user, tenantId: homeTenantId });
  exchange.context = { ...context, user, tenantId: homeTenantId };
  requestContext.enter(exchange.context);
}

const changed = (): PlatformError =>
  new PlatformError({
    code: 'ACTING_CHANGED',
    status: 409,
    message: 'The session works in another tenant than this page shows.',
    fix: 'Reload the page, look at the tenant that it names, and repeat the change.',
  });

const ended = ({ tenantId }: Acting): PlatformError =>
  new PlatformError({
    code: 'ACTING_ENDED',
    status: 409,
    message: `The tenant ${tenantId} cannot be looked into any more: it is disabled, expired or removed.`,
    fix: 'Leave the tenant with DELETE /auth/acting.',
  });

const readOnly = ({ tenantId }: Acting): PlatformError =>
  new PlatformError({
    code: 'ACTING_READ_ONLY',
    status: 403,
    message: `You look into the tenant ${tenantId} without changing anything.`,
    fix: 'Allow changes with PUT /auth/acting, which needs a fresh proof.',
  });
