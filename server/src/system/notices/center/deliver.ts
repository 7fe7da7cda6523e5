import type { Database } from '../../../data/index.ts';
import { requestContext, type Logger, reasonOf } from '../../../kernel/index.ts';
import type { Consumer, Delivery, Messaging, Outcome } from '../../../messaging/index.ts';
import type { Inbox } from './inbox.ts';
import { checkedNotice, NOTICE_QUEUE, type NoticeMessage } from './notice-message.ts';
import type { NoticeFeed } from './notice-feed.ts';
import { recipientIds } from './recipients.ts';

interface DeliveryParts {
  readonly database: Database;
  readonly inbox: Inbox;
  readonly feed: NoticeFeed;
  readonly logger: Logger;
}

const CONCURRENCY = 4;

/** Gives the notices of the queue to the people whom they are for. */
export function noticeConsumer(
  parts: DeliveryParts,
  { attempts, retryDelayMs }: Messaging['defaults'],
): Consumer {
  return {
    queue: NOTICE_QUEUE,
    concurrency: CONCURRENCY,
    attempts,
    retryDelayMs,
    handle: async (delivery): Promise<Outcome> => {
      const { tenantId } = delivery;
      if (tenantId === undefined) return { kind: 'rejected', reason: 'It has no tenant.' };
      const message = messageOf(delivery);
      if (!message) return { kind: 'rejected', reason: 'It is not a notice.' };
      try {
        await requestContext.runAs(tenantId, () => deliver(message, delivery, parts));
        return { kind: 'done' };
      } catch (error) {
        parts.logger.warn('A notice could not be delivered', { error, messageId: delivery.id });
        return { kind: 'failed', reason: reasonOf(error) };
      }
    },
  };
}

/** Checked again: any sender of messages can send to this queue too. */
function messageOf({ body }: Delivery): NoticeMessage | undefined {
  try {
    const { to, notice } = JSON.parse(body) as NoticeMessage;
    return checkedNotice(to, notice);
  } catch {
    return undefined;
  }
}

async function deliver(
  message: NoticeMessage,
  { id, sender }: Delivery,
  { database, inbox, feed }: DeliveryParts,
): Promise<void> {
  const userIds = await recipientIds(database, message.to);
  await inbox.put(userIds, message, { id, appCode: sender });
  feed.tell(userIds);
}
