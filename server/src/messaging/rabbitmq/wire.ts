import type { GetMessage, Options } from 'amqplib';
import type { MessageHeaders } from '@platform/plugin-sdk/mq';
import type { Delivery, Envelope } from '../broker/broker.ts';

/** A delivery to a consumer, or the answer to a request for one message. */
export type RabbitMessage = Pick<GetMessage, 'content' | 'properties'> & {
  readonly fields: Pick<GetMessage['fields'], 'deliveryTag' | 'exchange' | 'routingKey' | 'redelivered'>;
};

/** Prefix of the platform's headers, which applications cannot use. */
const H = {
  exchange: 'x-platform-exchange',
  routingKey: 'x-platform-routing-key',
  tenant: 'x-platform-tenant',
  sender: 'x-platform-sender',
  sentAt: 'x-platform-sent-at',
  attempt: 'x-platform-attempt',
  reason: 'x-platform-reason',
} as const;

/** Encodes an envelope. @param attempt number of its next delivery */
export function propertiesOf(envelope: Envelope, attempt: number, reason?: string): Options.Publish {
  const { id, exchange, routingKey, headers, tenantId, sender, sentAt } = envelope;
  return {
    messageId: id,
    persistent: true,
    contentType: 'application/json',
    contentEncoding: 'utf-8',
    headers: {
      ...headers,
      [H.exchange]: exchange,
      [H.routingKey]: routingKey,
      [H.attempt]: attempt,
      ...(tenantId === undefined ? {} : { [H.tenant]: tenantId }),
      ...(sender === undefined ? {} : { [H.sender]: sender }),
      ...(sentAt === undefined ? {} : { [H.sentAt]: sentAt }),
      ...(reason === undefined ? {} : { [H.reason]: reason.slice(0, 1_000) }),
    },
  };
}

/** Decodes a delivery, which may come from a sender outside the platform. */
export function deliveryOf(message: RabbitMessage, queue: string): Delivery {
  const all = (message.properties.headers ?? {}) as Record<string, unknown>;
  const text = (name: string): string | undefined => (typeof all[name] === 'string' ? all[name] : undefined);
  const attempt = all[H.attempt];
  return {
    id: (message.properties.messageId as string | undefined) ?? `${queue}/${message.fields.deliveryTag}`,
    queue,
    exchange: text(H.exchange) ?? message.fields.exchange,
    routingKey: text(H.routingKey) ?? message.fields.routingKey,
    body: message.content.toString('utf8'),
    headers: ownHeaders(all),
    tenantId: text(H.tenant),
    sender: text(H.sender),
    sentAt: text(H.sentAt),
    attempt: typeof attempt === 'number' && attempt > 0 ? attempt : 1,
  };
}

/** The reason why a message is a dead letter. */
export function reasonOf({ properties }: RabbitMessage): string {
  const reason: unknown = properties.headers?.[H.reason];
  return typeof reason === 'string' ? reason : '';
}

function ownHeaders(all: Readonly<Record<string, unknown>>): MessageHeaders {
  const own = Object.entries(all).filter(
    (entry): entry is [string, string | number | boolean] =>
      !entry[0].startsWith('x-') && ['string', 'number', 'boolean'].includes(typeof entry[1]),
  );
  return Object.fromEntries(own);
}
