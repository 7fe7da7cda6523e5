import type { MessageHeaders } from '@platform/plugin-sdk/mq';
import type { Undo } from '../../kernel/index.ts';
import type { QueueDeclaration, ExchangeDeclaration } from '../topology/declarations.ts';

/** What a message is, on its way and in a queue. */
export interface Envelope {
  readonly id: string;
  /** Empty where it goes to a queue directly; the routing key is then the queue's name. */
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

/** A message that a consumer gets. */
export interface Delivery extends Envelope {
  readonly queue: string;
  /** Counts from 1. */
  readonly attempt: number;
}

/** What becomes of a message that a consumer has had. */
export type Outcome =
  | { readonly kind: 'done' }
  /** Tried again after a while, at last a dead letter. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A dead letter at once. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** Comes back after `delayMs`, and no attempt is counted. */
  | { readonly kind: 'postponed'; readonly delayMs: number };

/** Takes messages of a queue. */
export interface Consumer {
  readonly queue: string;
  /** Messages at once. */
  readonly concurrency: number;
  readonly attempts: number;
  /** Before the second attempt; doubles with each further one. */
  readonly retryDelayMs: number;
  /** Never rejected. */
  handle(delivery: Delivery): Promise<Outcome>;
}

/** A consumer at work. */
export interface Consumption {
  /** Takes no further message; what is being handled goes on. */
  stop(): void;
  /**
   * Waits for what is being handled; what has not ended then goes back to the queue, and its outcome is disregarded.
   *
   * @returns how many those were
   */
  drain(timeoutMs: number): Promise<number>;
}

export interface BrokerStatus {
  readonly kind: 'embedded' | 'rabbitmq' | 'none';
  readonly available: boolean;
  /** Why it is not available. */
  readonly reason: string | undefined;
}

export interface QueueCounts {
  readonly queue: string;
  /** Waiting, delayed ones of the embedded broker included. */
  readonly messages: number;
  readonly deadLetters: number;
}

/** A message that nobody could handle. */
export interface DeadLetter extends Envelope {
  readonly reason: string;
}

/**
 * Keeps messages until a consumer has handled them: at least once, in the order of the queue for a consumer that takes one at a time.
 * Each queue has dead letters of its own. One contract suite runs against every implementation. (spec: E4; design 6.3)
 */
export interface Broker {
  readonly status: BrokerStatus;
  /** Calls `listener` when the availability changes. */
  onStatus(listener: (status: BrokerStatus) => void): Undo;
  /** Connects, or begins to; does not fail where the broker cannot be reached. */
  open(): Promise<void>;
  /** Makes what is not there yet, now or as soon as the broker can be reached. */
  declare(exchanges: readonly ExchangeDeclaration[], queues: readonly QueueDeclaration[]): Promise<void>;
  /** Whether a queue of that name exists, also one that an earlier process has declared. */
  hasQueue(queue: string): Promise<boolean>;
  /**
   * Resolves when the message is safe; inside a transaction the embedded broker keeps it with the commit.
   *
   * @throws MESSAGE_BROKER_UNAVAILABLE (503)
   */
  publish(envelope: Envelope, delayMs: number): Promise<void>;
  /** Begins now, or as soon as the broker can be reached. */
  consume(consumer: Consumer): Consumption;
  /** @throws MESSAGE_BROKER_UNAVAILABLE (503) */
  counts(queue: string): Promise<QueueCounts>;
  /** The oldest dead letters of a queue; they stay. @throws MESSAGE_BROKER_UNAVAILABLE (503) */
  deadLetters(queue: string, limit: number): Promise<DeadLetter[]>;
  /**
   * Puts the dead letters of a queue back into it, as first attempts.
   *
   * @returns how many
   * @throws MESSAGE_BROKER_UNAVAILABLE (503)
   */
  redeliver(queue: string): Promise<number>;
  /** Removes a queue with its messages and dead letters. */
  remove(queue: string): Promise<void>;
  close(): Promise<void>;
}

const LONGEST_RETRY_DELAY_MS = 900_000;

/** Milliseconds before the attempt that follows on `attempt`. */
export const retryDelay = (firstMs: number, attempt: number): number =>
  Math.min(firstMs * 2 ** (attempt - 1), Math.max(LONGEST_RETRY_DELAY_MS, firstMs));

/** What becomes of a message whose attempt has failed. */
export function afterFailure(
  { attempts, retryDelayMs }: Consumer,
  attempt: number,
): { retryAfterMs: number } | 'dead' {
  return attempt >= attempts ? 'dead' : { retryAfterMs: retryDelay(retryDelayMs, attempt) };
}
