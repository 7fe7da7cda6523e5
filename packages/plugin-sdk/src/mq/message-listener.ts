import type { Duration } from '../core/index.ts';
import { factFor, factKey } from '../metadata/index.ts';
import type { Message } from './message.ts';

export interface MessageListenerOptions {
  /**
   * Name of a queue that the host has declared: any name of the application's own family, `<code>` or `<code>.<name>`,
   * which the host declares when it loads the application; others are declared in `messaging.queues` of the host's
   * configuration. A listener on any other queue refuses the load (`PLUGIN_QUEUE_UNDECLARED`).
   */
  readonly queue: string;
  /** Messages that this instance of the host handles at once, 1 to 100. Default 1: in the order of the queue. */
  readonly concurrency?: number;
  /** Attempts before a message goes to the dead letters, 1 to 100. Default: `messaging.max-attempts`, 5. */
  readonly attempts?: number;
  /** Before the second attempt; doubles with each further one, up to 15 minutes. Default: `messaging.retry-delay-ms`. */
  readonly retryDelay?: Duration;
  /** Time for one message, at most 24 days; then `message.signal` aborts and the attempt has failed. Default: `messaging.handler-timeout-ms`, 10 minutes. */
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
 * Lets a bean's method take the messages of a queue, while the application is loaded. The method gets the body, as it came out of
 * JSON, and the message; it runs for the sender's tenant, without a user. A message is settled when the method has ended: one that
 * throws is tried again after a while, at last it goes to the queue's dead letters (`<queue>.dead`), and so does, at once, one that throws
 * {@link RejectMessage}. A message may come twice, after a crash or a lost connection: make the work repeatable, or remember
 * `message.id`. Several listeners of one queue, on this and other hosts, share its messages. (spec: E4; design 3.2)
 *
 * @example
 * ```ts
 * @MessageListener({ queue: 'mall.order-paid', concurrency: 4 })
 * async countSales(order: { orderNo: string }, message: Message) { … }
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

/** Thrown by a listener that can never handle this message: it goes to the dead letters without further attempts. */
export class RejectMessage extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'RejectMessage';
  }
}
