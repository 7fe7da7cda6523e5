import { messageCenterContracts } from '@platform/host-api';
import type { NoticeService } from '@platform/plugin-sdk/core';
import { defineRoute, type Route } from '../../../kernel/index.ts';
import type { Messaging } from '../../../messaging/index.ts';
import { callerOf } from '../../shared/authority.ts';
import { idsOf } from '../../shared/ids.ts';
import type { Removals } from '../../undo/removals.ts';
import type { Inbox } from './inbox.ts';
import type { NoticeFeed } from './notice-feed.ts';

interface CenterParts {
  readonly inbox: Inbox;
  readonly feed: NoticeFeed;
  readonly removals: Removals;
  readonly messaging: Messaging;
  readonly service: NoticeService;
}

/** `/system/message`: the message center, each person's own. (spec: message center) */
export function messageCenterRoutes({ inbox, feed, removals, messaging, service }: CenterParts): Route[] {
  removals.restoreBy('message', (restored) => inbox.restore(restored, feed));
  const changed = (userId: number, count: number): { changed: number } => {
    if (count > 0) feed.tell([userId]);
    return { changed: count };
  };
  return [
    defineRoute({
      ...messageCenterContracts.list,
      handler: ({ user, query, page }) => inbox.list(user?.userId ?? 0, query, page),
    }),
    defineRoute({
      ...messageCenterContracts.summary,
      handler: async ({ user }) => {
        const { available, reason = null } = messaging.status;
        return { available, reason, ...(await inbox.unread(user?.userId ?? 0)) };
      },
    }),
    defineRoute({
      ...messageCenterContracts.sources,
      handler: ({ user }) => inbox.sources(user?.userId ?? 0),
    }),
    defineRoute({
      ...messageCenterContracts.readAll,
      handler: async ({ user }) => changed(user?.userId ?? 0, await inbox.markRead(user?.userId ?? 0)),
    }),
    defineRoute({
      ...messageCenterContracts.read,
      handler: async ({ user, params }) =>
        changed(user?.userId ?? 0, await inbox.markRead(user?.userId ?? 0, idsOf(params.ids))),
    }),
    defineRoute({
      ...messageCenterContracts.remove,
      async handler(ctx) {
        const actor = callerOf(ctx);
        const { userId } = actor;
        const removal = { kind: 'message', permission: 'login', ids: idsOf(ctx.params.ids) } as const;
        const removed = await removals.run(actor, removal, (ids) => inbox.remove(userId, ids));
        if (removed.changed > 0) feed.tell([userId]);
        return removed;
      },
    }),
    defineRoute({
      ...messageCenterContracts.send,
      audit: 'Send a notice',
      handler: ({ body: { to, ...notice } }) => service.send(to, notice),
    }),
  ];
}
