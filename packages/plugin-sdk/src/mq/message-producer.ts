import type { Duration } from '../core/index.ts';
import type { MessageHeaders } from './message.ts';

/**
 * Where a message goes: through an exchange to every queue whose binding matches the routing
 * key, or straight to one queue. The exchange that is always there is `platform.topic`: a queue
 * of an application's family is bound to it by its own name, so `{ exchange: 'platform.topic',
 * routingKey: 'mall.order-paid' }` reaches the queue `mall.order-paid` and whatever else the
 * host's configuration binds to that key.
 */
export type MessageTarget =
  | { readonly exchange: string; readonly routingKey: string }
  | { readonly queue: string };

export interface SendOptions {
  /** How long the message stays unseen; at most 24 days. */
  readonly delay?: Duration;
  /** Names in lower case; those that begin with `x-` are the platform's. */
  readonly headers?: MessageHeaders;
}

/**
 * Sends messages to queues of the broker: RabbitMQ where `rabbitmq.address` names one, else the
 * host's own, which keeps them in its database. (spec: E4; design 3.5, 9.7-51)
 */
export abstract class MessageProducer {
  /**
   * Sends a message; what is not `undefined` in JSON is a body. It carries the tenant in
   * context. Inside a transaction it is sent when that commits, and never when it rolls back.
   * Resolves when the broker has it safe, inside a transaction when it is noted there. A routing
   * key that nothing is bound to is no error: nobody wants the message.
   *
   * @returns the message's id
   * @throws MESSAGE_TARGET_UNKNOWN (500) when nobody has declared the queue or exchange
   * @throws MESSAGE_INVALID (500) when body, headers or delay cannot be sent; the body has at
   * most 1 MiB of JSON
   * @throws MESSAGE_BROKER_UNAVAILABLE (503) when the broker does not take it in time
   */
  abstract send(target: MessageTarget, body: unknown, options?: SendOptions): Promise<string>;
}
