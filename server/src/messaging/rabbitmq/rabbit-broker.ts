import {
  connect,
  type Channel,
  type ChannelModel,
  type GetMessage,
  type RecoveringChannelModel,
} from 'amqplib';
import type { Logger, Undo } from '../../kernel/index.ts';
import type {
  Broker,
  BrokerStatus,
  Consumer,
  Consumption,
  DeadLetter,
  Envelope,
  QueueCounts,
} from '../broker/broker.ts';
import { brokerUnavailable, targetUnknown } from '../broker/failures.ts';
import { StatusBoard } from '../broker/status.ts';
import { deadLettersOf, type ExchangeDeclaration, type QueueDeclaration } from '../topology/declarations.ts';
import { Publisher, type Arrival } from './publisher.ts';
import { RabbitConsumption, type Returns } from './rabbit-consumption.ts';
import { deliveryOf, propertiesOf, reasonOf } from './wire.ts';

interface RabbitBrokerOptions {
  readonly returns: Returns;
  /** `amqp://user:password@host:port/vhost`. */
  readonly address: string;
  readonly logger: Logger;
  /** Longest wait for a confirmation, in milliseconds. */
  readonly confirmTimeoutMs: number;
  /** Longest pause between two attempts to connect, in milliseconds. */
  readonly reconnectDelayMs: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_S = 10;

/**
 * RabbitMQ with automatic reconnects, which restore declarations and consumers. (spec: E4; design
 * 6.3)
 */
export class RabbitBroker implements Broker {
  readonly #options: RabbitBrokerOptions;
  readonly #board = new StatusBoard({
    kind: 'rabbitmq',
    available: false,
    reason: 'the connection is not established yet',
  });
  readonly #exchanges = new Map<string, ExchangeDeclaration>();
  readonly #queues = new Map<string, QueueDeclaration>();
  readonly #consumptions = new Set<RabbitConsumption>();
  #recovering: RecoveringChannelModel | undefined;
  #model: ChannelModel | undefined;
  #publisher: Publisher | undefined;

  constructor(options: RabbitBrokerOptions) {
    this.#options = options;
  }

  get status(): BrokerStatus {
    return this.#board.current;
  }

  onStatus(listener: (status: BrokerStatus) => void): Undo {
    return this.#board.watch(listener);
  }

  async open(): Promise<void> {
    const { address, logger, reconnectDelayMs } = this.#options;
    const recovering = await connect(withHeartbeat(address), {
      timeout: CONNECT_TIMEOUT_MS,
      noDelay: true,
      recovery: {
        waitForConnect: false,
        initialDelay: 200,
        maxDelay: reconnectDelayMs,
        setup: (model: ChannelModel) => this.#connected(model),
      },
    });
    this.#recovering = recovering;
    let reported = false;
    const lost = (error: Error): void => {
      const reason = error.message || 'it does not respond';
      if (!reported) logger.warn('RabbitMQ cannot be reached; the host continues and reconnects', { reason });
      reported = true;
      this.#model = undefined;
      this.#publisher = undefined;
      this.#board.set(false, reason);
    };
    recovering.on('disconnect', lost);
    recovering.on('connect-failed', lost);
    recovering.on('error', () => undefined);
    recovering.on('blocked', (reason) => logger.warn('RabbitMQ accepts no messages at present', { reason }));
    recovering.on('connect', () => {
      reported = false;
      logger.info('Connected to RabbitMQ');
      this.#board.set(true);
    });
  }

  async declare(
    exchanges: readonly ExchangeDeclaration[],
    queues: readonly QueueDeclaration[],
  ): Promise<void> {
    for (const exchange of exchanges) this.#exchanges.set(exchange.name, exchange);
    for (const queue of queues) this.#queues.set(queue.name, queue);
    if (this.#model) await this.#declare(this.#model, exchanges, queues);
  }

  async hasQueue(queue: string): Promise<boolean> {
    if (this.#queues.has(queue)) return true;
    if (!this.#model) return false;
    return this.#onChannel(async (channel) => {
      await channel.checkQueue(queue);
      return true;
    }).catch(() => false);
  }

  async publish(envelope: Envelope, delayMs: number): Promise<void> {
    const { exchange, routingKey, body } = envelope;
    if (exchange !== '' && !this.#exchanges.has(exchange)) throw targetUnknown('exchange', exchange);
    this.#sender();
    if (exchange === '' && !(await this.hasQueue(routingKey))) throw targetUnknown('queue', routingKey);
    const arrival = await this.#send({ exchange, routingKey }, body, propertiesOf(envelope, 1), delayMs);
    if (arrival === 'nowhere' && exchange === '') throw targetUnknown('queue', routingKey);
  }

  consume(consumer: Consumer): Consumption {
    const { logger } = this.#options;
    const consumption = new RabbitConsumption(consumer, {
      logger,
      returns: this.#options.returns,
      send: (...message) => this.#send(...message),
      declare: () => this.#declareAll(),
      ended: (ended) => void this.#consumptions.delete(ended),
    });
    this.#consumptions.add(consumption);
    if (this.#model) this.#subscribe(consumption, this.#model, consumer.queue);
    return consumption;
  }

  async counts(queue: string): Promise<QueueCounts> {
    const count = (name: string): Promise<number> =>
      this.#onChannel(async (channel) => (await channel.checkQueue(name)).messageCount);
    return { queue, messages: await count(queue), deadLetters: await count(deadLettersOf(queue)) };
  }

  deadLetters(queue: string, limit: number): Promise<DeadLetter[]> {
    // Closing the channel returns unacknowledged messages to the queue.
    return this.#onChannel(async (channel) => {
      const letters: DeadLetter[] = [];
      while (letters.length < limit) {
        const message = await channel.get(deadLettersOf(queue));
        if (!message) break;
        const { queue: _queue, attempt: _attempt, ...envelope } = deliveryOf(message, queue);
        letters.push({ ...envelope, reason: reasonOf(message) });
      }
      return letters;
    });
  }

  redeliver(queue: string, ids?: readonly string[]): Promise<number> {
    return this.#settle(queue, ids, async (message) => {
      const to = { exchange: '', routingKey: queue };
      const properties = propertiesOf(deliveryOf(message, queue), 1);
      const arrival = await this.#send(to, message.content, properties);
      if (arrival === 'nowhere') throw targetUnknown('queue', queue);
    });
  }

  discard(queue: string, ids?: readonly string[]): Promise<number> {
    return this.#settle(queue, ids, () => Promise.resolve());
  }

  /** Takes dead letters off their queue once `work` is done with each; the others stay. */
  #settle(
    queue: string,
    ids: readonly string[] | undefined,
    work: (message: GetMessage) => Promise<void>,
  ): Promise<number> {
    const wanted = ids && new Set(ids);
    // Closing the channel returns unacknowledged messages to the queue.
    return this.#onChannel(async (channel) => {
      const { messageCount } = await channel.checkQueue(deadLettersOf(queue));
      let settled = 0;
      for (let seen = 0; seen < messageCount; seen++) {
        const message = await channel.get(deadLettersOf(queue));
        if (!message) break;
        if (wanted && !wanted.has(deliveryOf(message, queue).id)) continue;
        await work(message);
        channel.ack(message);
        settled += 1;
      }
      return settled;
    });
  }

  async remove(queue: string): Promise<void> {
    this.#queues.delete(queue);
    await this.#onChannel(async (channel) => {
      await channel.deleteQueue(queue);
      await channel.deleteQueue(deadLettersOf(queue));
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#consumptions].map((consumption) => consumption.drain(0)));
    this.#model = undefined;
    this.#publisher = undefined;
    await this.#recovering?.close();
  }

  /** Sends a message. When no queue took it, restores deleted declarations and sends once more. */
  async #send(...message: Parameters<Publisher['send']>): Promise<Arrival> {
    const arrival = await this.#sender().send(...message);
    if (arrival === 'queued') return arrival;
    await this.#declareAll();
    return this.#sender().send(...message);
  }

  #sender(): Publisher {
    if (this.#publisher) return this.#publisher;
    throw brokerUnavailable(this.status.reason ?? 'it is not connected');
  }

  async #declareAll(model = this.#model): Promise<void> {
    if (model) await this.#declare(model, [...this.#exchanges.values()], [...this.#queues.values()]);
  }

  /** Sets up a new connection. */
  async #connected(model: ChannelModel): Promise<void> {
    model.on('error', () => undefined);
    const channel = await model.createConfirmChannel();
    channel.on('error', (error: Error) =>
      this.#options.logger.warn('The channel for sending was closed', { reason: error.message }),
    );
    await this.#declareAll(model);
    channel.once('close', () => void this.#renew(model));
    this.#publisher = new Publisher(channel, this.#options.confirmTimeoutMs);
    this.#model = model;
    for (const consumption of this.#consumptions) this.#subscribe(consumption, model, 'a queue');
  }

  /** The broker closes the channel, not the connection, over a message that it rejects. */
  async #renew(model: ChannelModel): Promise<void> {
    if (this.#model !== model) return;
    try {
      await this.#declareAll(model);
      const channel = await model.createConfirmChannel();
      channel.on('error', () => undefined);
      channel.once('close', () => void this.#renew(model));
      if (this.#model === model) this.#publisher = new Publisher(channel, this.#options.confirmTimeoutMs);
    } catch {
      // The connection is lost as well; the reconnect opens a channel.
    }
  }

  #subscribe(consumption: RabbitConsumption, model: ChannelModel, queue: string): void {
    consumption.subscribe(model).catch((error: unknown) => {
      if (this.#model === model) this.#options.logger.error(`Queue ${queue} has no consumer`, { error });
    });
  }

  /** A queue that exists with other properties must not block the declaration of the others. */
  async #declare(
    model: ChannelModel,
    exchanges: readonly ExchangeDeclaration[],
    queues: readonly QueueDeclaration[],
  ): Promise<void> {
    for (const { name, type } of exchanges) {
      await this.#make(model, name, (channel) => channel.assertExchange(name, type, { durable: true }));
    }
    for (const { name, bindings } of queues) {
      await this.#make(model, name, async (channel) => {
        await channel.assertQueue(name, { durable: true });
        await channel.assertQueue(deadLettersOf(name), { durable: true });
        for (const { exchange, routingKey } of bindings) await channel.bindQueue(name, exchange, routingKey);
      });
    }
  }

  async #make(
    model: ChannelModel,
    name: string,
    work: (channel: Channel) => Promise<unknown>,
  ): Promise<void> {
    try {
      await onChannel(model, work);
    } catch (error) {
      this.#options.logger.error(`RabbitMQ rejects the declaration of ${name}`, { error });
    }
  }

  async #onChannel<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    if (!this.#model) throw brokerUnavailable(this.status.reason ?? 'it is not connected');
    return onChannel(this.#model, work);
  }
}

/** Asking about a missing queue closes the channel, so each check opens its own. */
async function onChannel<T>(model: ChannelModel, work: (channel: Channel) => Promise<T>): Promise<T> {
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  try {
    return await work(channel);
  } finally {
    await channel.close().catch(() => undefined);
  }
}

function withHeartbeat(address: string): string {
  const url = new URL(address);
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(HEARTBEAT_S));
  return url.href;
}
