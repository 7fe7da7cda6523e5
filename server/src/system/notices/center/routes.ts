import type { NoticeService } from '@platform/plugin-sdk/core';
import { defineRoute, pageOf, Type, type Route } from '../../../kernel/index.ts';
import type { Messaging } from '../../../messaging/index.ts';
import { Changed, Id, idsOf, IdsParams, nullableText, text, Time } from '../../shared/schemas.ts';
import type { Inbox } from './inbox.ts';
import type { NoticeFeed } from './notice-feed.ts';

const InboxNotice = Type.Object({
  noticeId: Id,
  title: Type.String(),
  content: nullableText(),
  level: Type.String(),
  link: nullableText(),
  appCode: nullableText(),
  readTime: nullableText(),
  createTime: Time,
});

const Summary = Type.Object({
  available: Type.Boolean({ description: 'False without a message broker: nothing new arrives' }),
  reason: nullableText(),
  unread: Type.Integer(),
});

const Recipients = Type.Union([
  Type.Literal('tenant'),
  Type.Object({ users: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
  Type.Object({ roles: Type.Array(text(64), { minItems: 1, maxItems: 100 }) }),
  Type.Object({ permission: text(128) }),
]);
const Level = Type.Unsafe<'info' | 'success' | 'warning' | 'error'>({
  type: 'string',
  enum: ['info', 'success', 'warning', 'error'],
});

interface CenterParts {
  readonly inbox: Inbox;
  readonly feed: NoticeFeed;
  readonly messaging: Messaging;
  readonly service: NoticeService;
}

/** `/system/message`: the message center, each person's own. (spec: message center) */
export function messageCenterRoutes({ inbox, feed, messaging, service }: CenterParts): Route[] {
  const changed = (userId: number, count: number): { changed: number } => {
    if (count > 0) feed.tell([userId]);
    return { changed: count };
  };
  return [
    defineRoute({
      method: 'GET',
      url: '/system/message/list',
      auth: 'login',
      summary: 'My notices, the newest first',
      schema: {
        query: Type.Object({ unread: Type.Optional(Type.Boolean()) }),
        response: pageOf(InboxNotice),
      },
      handler: ({ user, query, page }) => inbox.list(user?.userId ?? 0, query, page),
    }),
    defineRoute({
      method: 'GET',
      url: '/system/message/summary',
      auth: 'login',
      summary: 'How many of my notices are unread, and whether the message center is available',
      schema: { response: Summary },
      handler: async ({ user }) => {
        const { available, reason = null } = messaging.status;
        return { available, reason, unread: await inbox.unread(user?.userId ?? 0) };
      },
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/message/read',
      auth: 'login',
      summary: 'All of my notices are read',
      schema: { response: Changed },
      handler: async ({ user }) => changed(user?.userId ?? 0, await inbox.markRead(user?.userId ?? 0)),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/message/:ids/read',
      auth: 'login',
      summary: 'Some of my notices are read',
      schema: { params: IdsParams, response: Changed },
      handler: async ({ user, params }) =>
        changed(user?.userId ?? 0, await inbox.markRead(user?.userId ?? 0, idsOf(params.ids))),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/message/:ids',
      auth: 'login',
      summary: 'Remove notices of mine',
      schema: { params: IdsParams, response: Changed },
      handler: async ({ user, params }) =>
        changed(user?.userId ?? 0, await inbox.remove(user?.userId ?? 0, idsOf(params.ids))),
    }),
    defineRoute({
      method: 'POST',
      url: '/system/message',
      auth: 'system:notice:add',
      summary: 'Send a notice to users, roles, those who have a permission, or the whole tenant',
      schema: {
        body: Type.Object({
          to: Recipients,
          title: text(100),
          content: Type.Optional(Type.String({ maxLength: 2_000 })),
          level: Type.Optional(Level),
          link: Type.Optional(Type.String({ maxLength: 500, pattern: String.raw`^/(?![/\\])[^\s\\]*$` })),
        }),
      },
      audit: 'Send a notice',
      handler: ({ body: { to, ...notice } }) => service.send(to, notice),
    }),
  ];
}
