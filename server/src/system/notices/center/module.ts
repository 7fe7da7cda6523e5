import { NoticeService } from '@platform/plugin-sdk/core';
import type { Database, Ids } from '../../../data/index.ts';
import { CLUSTER_BUS } from '../../../infra/index.ts';
import { HTTP, requestContext, type Clock, type ModuleContext } from '../../../kernel/index.ts';
import { MESSAGING } from '../../../messaging/index.ts';
import { noticeConsumer } from './deliver.ts';
import type { Removals } from '../../undo/removals.ts';
import { Inbox } from './inbox.ts';
import { MessageCenter } from './message-center.ts';
import { NOTICE_FEED, NoticeFeed } from './notice-feed.ts';
import { NOTICE_QUEUE } from './notice-message.ts';
import { messageCenterRoutes } from './routes.ts';

interface CenterServices {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly removals: Removals;
}

/**
 * The message center: notices go through the broker into each person's inbox.
 *
 * @returns what the host sends with
 */
export async function setUpMessageCenter(
  ctx: ModuleContext,
  services: CenterServices,
): Promise<NoticeService> {
  const messaging = ctx.use(MESSAGING);
  const inbox = new Inbox(services);
  const feed = new NoticeFeed(ctx.use(CLUSTER_BUS));
  ctx.onDispose(feed.follow());
  const service = new MessageCenter(() => messaging.producer(requestContext.current()?.appCode));
  ctx.provide(NOTICE_FEED, feed);
  ctx.provide(NoticeService, service);
  ctx.use(HTTP).routes(messageCenterRoutes({ inbox, feed, messaging, service, removals: services.removals }));
  ctx.onDispose(messaging.onStatus(() => feed.tellAll()));
  await messaging.declare([NOTICE_QUEUE]);
  ctx.onReady(() => {
    const parts = { database: services.database, inbox, feed, logger: ctx.logger };
    const consumption = messaging.consume(noticeConsumer(parts, messaging.defaults));
    ctx.onDispose(async () => {
      consumption.stop();
      await consumption.drain(ctx.config.server['shutdown-timeout-ms']);
    });
  });
  return service;
}
