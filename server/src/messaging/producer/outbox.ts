import { AsyncLocalStorage } from 'node:async_hooks';
import { PlatformError, type Clock, type Logger } from '../../kernel/index.ts';
import { retryDelay, type Broker, type Envelope } from '../broker/broker.ts';
import type { Claim, MessageStore } from '../embedded/message-store.ts';
import type { Outgoing } from './envelope.ts';

interface OutboxOptions {
  readonly store: MessageStore;
  readonly broker: Broker;
  readonly clock: Clock;
  readonly logger: Logger;
}

const BATCH = 50;
/** Delay before an unsent message is retried, in milliseconds; doubles. */
const RETRY_MS = 5_000;
/** When a delayed message is due, as an ISO timestamp. */
const DUE = 'x-due';

/**
 * Outbox for an external broker: the commit stores messages, which are then sent. None is lost when
 * the broker is down, and none is sent when the transaction rolls back.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #outside = AsyncLocalStorage.snapshot();
  #relaying: Promise<void> | undefined;
  #again = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Joins the open transaction. */
  add({ envelope, delayMs }: Outgoing): Promise<void> {
    const { store, clock } = this.#options;
    const due = new Date(clock.now() + delayMs).toISOString();
    const headers = delayMs > 0 ? { ...envelope.headers, [DUE]: due } : envelope.headers;
    return store.insert('outbox', [''], { ...envelope, headers }, 0);
  }

  /** Sends waiting messages. A call during a run schedules one more run. */
  relay(): Promise<void> {
    this.#again = true;
    return (this.#relaying ??= this.#outside(() => this.#relayAll())
      .catch((error: unknown) =>
        this.#options.logger.warn('Messages of committed transactions are waiting for the broker', { error }),
      )
      .finally(() => {
        this.#relaying = undefined;
      }));
  }

  async #relayAll(): Promise<void> {
    const { store, broker } = this.#options;
    while (this.#again && broker.status.available) {
      this.#again = false;
      for (;;) {
        const claims = await store.claim('', BATCH, 'outbox');
        await this.#sendAll(claims);
        if (claims.length < BATCH) break;
      }
    }
  }

  /** Sends concurrently and in order, since confirmations dominate the time. */
  async #sendAll(claims: readonly Claim[]): Promise<void> {
    const { store, logger } = this.#options;
    const outcomes = await Promise.allSettled(claims.map(({ delivery }) => this.#send(delivery)));
    await store.remove(
      ...claims.filter((_, at) => outcomes[at]?.status === 'fulfilled').map(({ rowId }) => rowId),
    );
    let away: PlatformError | undefined;
    for (const [at, { rowId, delivery }] of claims.entries()) {
      const outcome = outcomes[at];
      if (outcome?.status !== 'rejected') continue;
      const error: unknown = outcome.reason;
      if (isAway(error)) {
        away ??= error;
        await store.release(rowId, 0, 0);
        continue;
      }
      // One unsent message must not block the others.
      logger.warn('A message of a committed transaction could not be sent; the host retries', { error });
      await store.release(rowId, retryDelay(RETRY_MS, delivery.attempt), delivery.attempt);
    }
    if (away) throw away;
  }

  #send({ id, exchange, routingKey, body, headers, tenantId, sender, sentAt }: Envelope): Promise<void> {
    const { [DUE]: due, ...own } = headers;
    const delayMs = typeof due === 'string' ? Math.max(0, Date.parse(due) - this.#options.clock.now()) : 0;
    const envelope = { id, exchange, routingKey, body, headers: own, tenantId, sender, sentAt };
    return this.#options.broker.publish(envelope, delayMs);
  }
}

const isAway = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.code === 'MESSAGE_BROKER_UNAVAILABLE';
