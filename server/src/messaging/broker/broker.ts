import type { MessageHeaders } from '@platform/plugin-sdk/mq';
import type { Undo } from '../../kernel/index.ts';
import type { QueueDeclaration, ExchangeDeclaration } from '../topology/declarations.ts';

/** A message, in transit and in a queue. */
export interface Envelope {
  readonly id: string;
  /** Empty for a message sent straight to a queue; the routing key is then the queue's name. */
  readonly exchange: string;
  readonly routingKey: string;
  /** JSON. */
  readonly body: string;
  readonly headers: MessageHeaders;
  readonly tenantId: string | undefined;
  /** Application that sent it. */
  readonly sender: string | undefined;
  /** ISO timestamp. */
  readonly sentAt: string | undefined;
}

/** A message as a consumer receives it. */
export interface Delivery extends Envelope {
  readonly queue: string;
  /** Counts from 1. */
  readonly attempt: number;
}

/** The outcome of handling a message. */
export type Outcome =
  | { readonly kind: 'done' }
  /** Retried after a delay; a dead letter after the last attempt. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A dead letter at once. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** Redelivered after `delayMs` without counting an attempt. */
  | { readonly kind: 'postponed'; readonly delayMs: number };

/** Handles the messages of a queue. */
export interface Consumer {
  readonly queue: string;
  /** Application of the listener; none for the host's own. */
  readonly appCode?: string;
  /** Messages handled concurrently. */
  readonly concurrency: number;
  readonly attempts: number;
  /** Delay before the second attempt; doubles with each further one. */
  readonly retryDelayMs: number;
  /** Never rejected. */
  handle(delivery: Delivery): Promise<Outcome>;
}

/** A running consumer. */
export interface Consumption {
  /** Accepts no further message; messages in progress continue. */
  stop(): void;
  /**
   * Drains messages in progress. One that misses the deadline returns to the queue, and its outcome
   * is ignored.
   *
   * @returns number of messages that returned to the queue
   */
  drain(timeoutMs: number): Promise<number>;
}

export interface BrokerStatus {
  readonly kind: 'embedded' | 'rabbitmq' | 'none';
  readonly available: boolean;
  /** The reason why the broker is unavailable. */
  readonly reason: string | undefined;
}

export interface QueueCounts {
  readonly queue: string;
  /** Waiting messages, including delayed ones of the embedded broker. */
  readonly messages: number;
  readonly deadLetters: number;
}

/** A message that no consumer could handle. */
export interface DeadLetter extends Envelope {
  readonly reason: string;
}

/**
 * Keeps messages until a consumer has handled them: at least once, in the order of the queue for a
 * consumer that takes one at a time. Each queue has dead letters of its own. One contract suite
 * runs against every implementation. (spec: E4; design 6.3)
 */
export interface Broker {
  readonly status: BrokerStatus;
  /** Calls `listener` when the availability changes. */
  onStatus(listener: (status: BrokerStatus) => void): Undo;
  /** Starts connecting. An unreachable broker is not an error. */
  open(): Promise<void>;
  /** Declares missing queues and bindings, now or once the broker is reachable. */
  declare(exchanges: readonly ExchangeDeclaration[], queues: readonly QueueDeclaration[]): Promise<void>;
  /** Whether a queue of that name exists, including those of earlier processes. */
  hasQueue(queue: string): Promise<boolean>;
  /**
   * Resolves once the message is stored. Inside a transaction, the embedded broker stores it with
   * the commit.
   *
   * @throws MESSAGE_BROKER_UNAVAILABLE (503)
   */
  publish(envelope: Envelope, delayMs: number): Promise<void>;
  /** Starts consuming, now or once the broker is reachable. */
  consume(consumer: Consumer): Consumption;
  /** @throws MESSAGE_BROKER_UNAVAILABLE (503) */
  counts(queue: string): Promise<QueueCounts>;
  /** The oldest dead letters of a queue; they stay. @throws MESSAGE_BROKER_UNAVAILABLE (503) */
  deadLetters(queue: string, limit: number): Promise<DeadLetter[]>;
  /**
   * Redelivers dead letters of a queue as first attempts.
   *
   * @param ids identifiers of the messages; all when omitted
   * @returns how many
   * @throws MESSAGE_BROKER_UNAVAILABLE (503)
   */
  redeliver(queue: string, ids?: readonly string[]): Promise<number>;
  /**
   * Drops dead letters of a queue for good.
   *
   * @param ids identifiers of the messages; all when omitted
   * @returns how many
   * @throws MESSAGE_BROKER_UNAVAILABLE (503)
   */
  discard(queue: string, ids?: readonly string[]): Promise<number>;
  /** Removes a queue with its messages and dead letters. */
  remove(queue: string): Promise<void>;
  close(): Promise<void>;
}

const LONGEST_RETRY_DELAY_MS = 900_000;

/** Milliseconds before the attempt that follows on `attempt`. */
export const retryDelay = (firstMs: number, attempt: number): number =>
  Math.min(firstMs * 2 ** (attempt - 1), Math.max(LONGEST_RETRY_DELAY_MS, firstMs));

/** The outcome of a failed attempt. */
export function afterFailure(
  { attempts, retryDelayMs }: Consumer,
  attempt: number,
): { retryAfterMs: number } | 'dead' {
  return attempt >= attempts ? 'dead' : { retryAfterMs: retryDelay(retryDelayMs, attempt) };
}
