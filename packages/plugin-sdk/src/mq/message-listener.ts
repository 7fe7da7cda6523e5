import type { Duration } from '../core/index.ts';
import { factFor, factKey } from '../metadata/index.ts';
import type { Message } from './message.ts';

export interface MessageListenerOptions {
  /**
   * Name of a queue that the host has declared: any name of the application's own family,
   * `<code>` or `<code>.<name>`, which the host declares when it loads the application; others
   * are declared in `messaging.queues` of the host's configuration. A listener on any other
   * queue refuses the load (`PLUGIN_QUEUE_UNDECLARED`).
   */
  readonly queue: string;
  /**
   * Messages handled at a time by this host, 1 to 100. Default 1, which keeps the order of the
   * queue.
   */
  readonly concurrency?: number;
  /**
   * Attempts before a message becomes a dead letter, 1 to 100. Default: `messaging.max-attempts`,
   * 5.
   */
  readonly attempts?: number;
  /**
   * Pause before the second attempt, doubled each time, up to 15 minutes. Default:
   * `messaging.retry-delay-ms`.
   */
  readonly retryDelay?: Duration;
  /**
   * Time limit of an attempt, at most 24 days. `message.signal` then aborts. Default:
   * `messaging.handler-timeout-ms`, 10 minutes.
   */
  readonly timeout?: Duration;
}

/** One method that takes the messages of a queue. */
export interface MessageListenerFact {
  readonly method: string | symbol;
  readonly static: boolean;
  readonly options: MessageListenerOptions;
}

export const MESSAGE_LISTENERS = factKey<MessageListenerFact[]>('messageListeners', () => []);

/** Checks that the method takes a message. */
export type MessageListenerDecorator = <This, Body>(
  method: (this: This, body: Body, message: Message) => unknown,
  context: ClassMethodDecoratorContext<This>,
) => void;

/**
 * Receives the messages of a queue while the application is loaded. (spec: E4; design 3.2)
 *
 * The method runs for the sender's tenant, without a user, and receives body and message. If it
 * throws, the message is retried and finally moves to `<queue>.dead`; {@link RejectMessage} moves
 * it there at once. A message may arrive twice after a crash or a lost connection: make the work
 * idempotent, or remember `message.id`. Listeners of one queue, on all hosts, share its messages.
 *
 * @example
 * ```ts
 * @MessageListener({ queue: 'mall.order-timeout', attempts: 10, retryDelay: '5s' })
 * async cancelUnpaid({ orderNo }: { orderNo: string }): Promise<void> {
 *   await this.orders.cancelIfUnpaid(orderNo);
 * }
 * ```
 */
export function MessageListener(options: MessageListenerOptions): MessageListenerDecorator {
  return (_method, context) =>
    void factFor(context.metadata, MESSAGE_LISTENERS).push({
      method: context.name,
      static: context.static,
      options,
    });
}

/** Thrown by a listener to move a message to the dead letters without further attempts. */
export class RejectMessage extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'RejectMessage';
  }
}
