import { onlineContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { callerOf } from '../auth/authority.ts';
import { idsOf } from '../shared/ids.ts';
import type { OnlineSessions } from './online-sessions.ts';

/** `/system/online`: who is logged in, and ending sessions. (design 2.2) */
export function onlineRoutes(online: OnlineSessions): Route[] {
  return [
    defineRoute({
      ...onlineContracts.list,
      handler: (ctx) => online.list(ctx.query, ctx.page),
    }),
    defineRoute({
      ...onlineContracts.get,
      handler: (ctx) => online.get(ctx.params.sessionId),
    }),
    defineRoute({
      ...onlineContracts.removeOf,
      audit: 'End all sessions of a user',
      handler: async (ctx) => ({
        changed: await online.endOf(callerOf(ctx).tenantId, ctx.params.userId),
      }),
    }),
    defineRoute({
      ...onlineContracts.remove,
      audit: 'End sessions',
      handler: async (ctx) => ({
        changed: await online.end(callerOf(ctx).tenantId, idsOf(ctx.params.ids)),
      }),
    }),
  ];
}
