import { onlineContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import { idsOf } from '../shared/ids.ts';
import { listRoutes } from '../shared/list-routes.ts';
import type { OnlineRow, OnlineSessions } from './online-sessions.ts';

const columns = [
  { title: 'User name', value: (row: OnlineRow) => row.userName },
  { title: 'Address', value: (row: OnlineRow) => row.ip },
  { title: 'Client', value: (row: OnlineRow) => row.userAgent },
  { title: 'Since', value: (row: OnlineRow) => row.createTime },
  { title: 'Last seen', value: (row: OnlineRow) => row.lastSeen },
  { title: 'Expires', value: (row: OnlineRow) => row.expires },
] as const;

/** `/system/online`: who is logged in, and ending sessions. (design 2.2) */
export function onlineRoutes(online: OnlineSessions): Route[] {
  return [
    ...listRoutes({
      contracts: onlineContracts,
      exported: 'live sessions',
      file: 'sessions',
      columns,
      rows: online,
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
