import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Logger } from '../../kernel/index.ts';
import {
  afterFailure,
  type Consumer,
  type Consumption,
  type Delivery,
  type Outcome,
} from '../broker/broker.ts';
import { InFlight } from '../broker/in-flight.ts';
import type { MessageStore } from '../embedded/message-store.ts';
import { deadLettersOf } from '../topology/declarations.ts';
import type { Arrival, Publisher } from './publisher.ts';
import { deliveryOf, propertiesOf } from './wire.ts';

/** Counts redelivered messages. */
export type Returns = Pick<MessageStore, 'countReturn' | 'forgetReturns'>;

interface ConsumptionOptions {
  readonly returns: Returns;
  readonly logger: Logger;
  readonly send: (...message: Parameters<Publisher['send']>) => Promise<Arrival>;
  /** Declares deleted queues again. */
  readonly declare: () => Promise<void>;
  readonly ended: (consumption: RabbitConsumption) => void;
}

/** Delay before a closed channel is reopened, in milliseconds; doubles on failure. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * A consumer with its own channel on each connection. A handled message is acknowledged; one to
 * retry is sent again and confirmed before its acknowledgement.
 */
export class RabbitConsumption implements Consumption {
  readonly #consumer: Consumer;
  readonly #options: ConsumptionOptions;
  readonly #inFlight = new InFlight();
  #channel: Channel | undefined;
  #tag = '';
  #pauseMs = FIRST_PAUSE_MS;
  #stopped = false;

  constructor(consumer: Consumer, options: ConsumptionOptions) {
    this.#consumer = consumer;
    this.#options = options;
  }

  /** Starts consuming on a new connection. */
  async subscribe(model: ChannelModel): Promise<void> {
    if (this.#stopped) return;
    const { queue, concurrency } = this.#consumer;
    const channel = await model.createChannel();
    channel.on('error', (error: Error) =>
      this.#options.logger.warn(`The channel of ${queue} was closed`, { reason: error.message }),
    );
    await channel.prefetch(concurrency);
    channel.once('close', () => this.#later(model, channel));
    this.#channel = channel;
    const { consumerTag } = await channel.consume(queue, (message) => this.#take(channel, message));
    this.#tag = consumerTag;
    this.#pauseMs = FIRST_PAUSE_MS;
    if (this.#stopped) this.#cancel();
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#options.ended(this);
    this.#cancel();
  }

  async drain(timeoutMs: number): Promise<number> {
    this.stop();
    const left = await this.#inFlight.drain(timeoutMs);
    await this.#channel?.close().catch(() => undefined);
    return left;
  }

  #cancel(): void {
    if (this.#tag !== '') void this.#channel?.cancel(this.#tag).catch(() => undefined);
  }

  /**
   * The broker may close only the channel: the queue is gone, or a handler exceeded its limit. A
   * lost connection subscribes again by itself.
   */
  #later(model: ChannelModel, channel: Channel): void {
    if (this.#stopped) return;
    const again = (): void => {
      if (this.#channel !== channel) return;
      const subscribed = this.#options.declare().then(() => this.subscribe(model));
      subscribed.catch((error: unknown) =>
        this.#options.logger.warn(`Messages of ${this.#consumer.queue} are not consumed at present`, {
          error,
        }),
      );
    };
    setTimeout(again, this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  #take(channel: Channel, message: ConsumeMessage | null): void {
    const { queue } = this.#consumer;
    if (message === null) {
      this.#options.logger.warn(`The queue ${queue} was removed and is declared again`);
      void channel.close().catch(() => undefined);
      return;
    }
    if (this.#stopped) return settle(() => channel.nack(message, false, true));
    const delivery = deliveryOf(message, queue);
    void this.#inFlight
      .run(
        () => this.#handle(message, delivery),
        (outcome) => this.#settle(channel, message, delivery, outcome),
        async () => settle(() => channel.nack(message, false, true)),
      )
      .catch((error: unknown) => {
        this.#options.logger.error(`A message of ${queue} could not be settled and will be redelivered`, {
          error,
        });
        settle(() => channel.nack(message, false, true));
      });
  }

  /** RabbitMQ counts no deliveries, so a message that kills the process would return forever. */
  async #handle({ fields, properties }: ConsumeMessage, delivery: Delivery): Promise<Outcome> {
    if (!fields.redelivered || properties.messageId === undefined) return this.#consumer.handle(delivery);
    const { returns, logger } = this.#options;
    const count = await returns.countReturn(delivery.queue, delivery.id).catch((error: unknown) => {
      logger.warn(`The redeliveries of a message of ${delivery.queue} could not be counted`, { error });
      return 0;
    });
    if (count <= this.#consumer.attempts) return this.#consumer.handle(delivery);
    return { kind: 'rejected', reason: `It was redelivered ${count} times without an outcome.` };
  }

  async #settle(
    channel: Channel,
    message: ConsumeMessage,
    delivery: Delivery,
    outcome: Outcome,
  ): Promise<void> {
    if (outcome.kind === 'rejected') await this.#bury(message, delivery, outcome.reason);
    else if (outcome.kind === 'postponed')
      await this.#sendAgain(message, delivery, outcome.delayMs, delivery.attempt);
    else if (outcome.kind === 'failed') {
      const next = afterFailure(this.#consumer, delivery.attempt);
      if (next === 'dead') await this.#bury(message, delivery, outcome.reason);
      else await this.#sendAgain(message, delivery, next.retryAfterMs, delivery.attempt + 1);
    }
    settle(() => channel.ack(message));
    if (message.fields.redelivered)
      await this.#options.returns.forgetReturns(delivery.queue, delivery.id).catch(() => undefined);
  }

  #bury({ content }: ConsumeMessage, delivery: Delivery, reason: string): Promise<void> {
    const to = { exchange: '', routingKey: deadLettersOf(this.#consumer.queue) };
    return this.#send(to, content, propertiesOf(delivery, 1, reason));
  }

  #sendAgain(
    { content }: ConsumeMessage,
    delivery: Delivery,
    delayMs: number,
    attempt: number,
  ): Promise<void> {
    const to = { exchange: '', routingKey: this.#consumer.queue };
    return this.#send(to, content, propertiesOf(delivery, attempt), delayMs);
  }

  async #send(...message: Parameters<Publisher['send']>): Promise<void> {
    const arrival = await this.#options.send(...message);
    if (arrival === 'nowhere') throw new Error(`The queue ${message[0].routingKey} does not exist.`);
  }
}

/** A closed channel needs no settling, since the broker redelivers the message. */
function settle(work: () => void): void {
  try {
    work();
  } catch {
    // closed
  }
}
