import { defineRoute, pageOf, Type, type Route } from '../../kernel/index.ts';
import { callerOf } from '../auth/authority.ts';
import { Changed, Id, idsOf, IdsParams, nullableText, Time } from '../shared/schemas.ts';
import type { OnlineSessions } from './online-sessions.ts';

const OnlineSchema = Type.Object({
  sessionId: Id,
  userId: Id,
  userName: Type.String(),
  ip: nullableText(),
  userAgent: nullableText(),
  createTime: Time,
  lastSeen: Time,
  expires: Time,
});

/** `/system/online`: who is logged in, and ending sessions. (design 2.2) */
export function onlineRoutes(online: OnlineSessions): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/system/online/list',
      auth: 'system:online:list',
      summary: 'Live sessions of the tenant',
      schema: {
        query: Type.Object({ userName: Type.Optional(Type.String()), ip: Type.Optional(Type.String()) }),
        response: pageOf(OnlineSchema),
      },
      handler: (ctx) => online.list(ctx.query, ctx.page),
    }),
    defineRoute({
      method: 'GET',
      url: '/system/online/:sessionId',
      auth: 'system:online:query',
      summary: 'A live session',
      schema: { params: Type.Object({ sessionId: Id }), response: OnlineSchema },
      handler: (ctx) => online.get(ctx.params.sessionId),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/online/:ids',
      auth: 'system:online:remove',
      summary: 'End sessions',
      schema: { params: IdsParams, response: Changed },
      audit: 'End sessions',
      handler: async (ctx) => ({
        changed: await online.end(callerOf(ctx).tenantId, idsOf(ctx.params.ids)),
      }),
    }),
  ];
}
