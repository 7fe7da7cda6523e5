import { NoticeService, type NoticeInput, type NoticeRecipients } from '@platform/plugin-sdk/core';
import type { MessageProducer } from '@platform/plugin-sdk/mq';
import { requestContext } from '../../../kernel/index.ts';
import { checkedNotice, NOTICE_QUEUE, noTenant } from './notice-message.ts';

/**
 * {@link NoticeService} over the message broker: without one, there are no notices. (spec:
 * middleware, message broker)
 */
export class MessageCenter extends NoticeService {
  readonly #producer: () => MessageProducer;

  /** @param producer of the application that sends, or of the host */
  constructor(producer: () => MessageProducer) {
    super();
    this.#producer = producer;
  }

  override async send(to: NoticeRecipients, notice: NoticeInput): Promise<void> {
    const message = checkedNotice(to, notice);
    if (requestContext.current()?.tenantId === undefined) throw noTenant();
    await this.#producer().send({ queue: NOTICE_QUEUE }, message);
  }
}
