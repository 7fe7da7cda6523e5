import { actingContracts } from '@platform/host-api';
import {
  defineRoute,
  PlatformError,
  requestContext,
  type Route,
  type SessionUser,
} from '../../kernel/index.ts';
import type { ActingTenants } from './acting-tenants.ts';

/** `/auth/acting`: looking into a tenant. (design 12.1-4) */
export function actingRoutes(acting: ActingTenants): Route[] {
  return [
    defineRoute({
      ...actingContracts.enter,
      audit: 'Look into a tenant',
      handler: (ctx) => acting.enter(sessionUser(), ctx.body.tenantId),
    }),
    defineRoute({
      ...actingContracts.allowChanges,
      audit: 'Allow changes in a tenant',
      handler: (ctx) => acting.allowChanges(sessionUser(), ctx.body.mayWrite),
    }),
    defineRoute({
      ...actingContracts.leave,
      audit: 'Leave a tenant',
      handler: () => acting.leave(sessionUser()),
    }),
  ];
}

function sessionUser(): SessionUser {
  const user = requestContext.current()?.user;
  if (user) return user;
  throw new PlatformError({ code: 'UNAUTHENTICATED', status: 401, message: 'A login is needed.' });
}
