import type { MessageProducer } from '@platform/plugin-sdk/mq';
import { serviceToken, type Undo } from '../kernel/index.ts';
import type {
  Broker,
  BrokerStatus,
  Consumer,
  Consumption,
  DeadLetter,
  QueueCounts,
} from './broker/broker.ts';
import { deadLettersOf, isName, TOPIC_EXCHANGE, type QueueDeclaration } from './topology/declarations.ts';
import type { Topology } from './topology/parse.ts';

interface MessagingOptions {
  readonly broker: Broker;
  readonly topology: Topology;
  readonly producer: (sender: string | undefined) => MessageProducer;
  readonly defaults: MessagingDefaults;
}

/** Defaults of a listener. */
interface MessagingDefaults {
  readonly attempts: number;
  readonly retryDelayMs: number;
  readonly timeoutMs: number;
}

/**
 * The broker with the exchanges, queues and bindings of the configuration, the host's own queues,
 * and each application's family of queues. Nothing else is declared. (spec: E4)
 */
export class Messaging {
  readonly defaults: MessagingDefaults;
  readonly #options: MessagingOptions;
  readonly #queues = new Map<string, QueueDeclaration>();
  readonly #consumers = new Set<Consumer>();

  constructor(options: MessagingOptions) {
    this.#options = options;
    this.defaults = options.defaults;
    for (const queue of options.topology.queues) this.#queues.set(queue.name, queue);
  }

  get status(): BrokerStatus {
    return this.#options.broker.status;
  }

  onStatus(listener: (status: BrokerStatus) => void): Undo {
    return this.#options.broker.onStatus(listener);
  }

  /** @param sender the sending application; undefined for the host itself */
  producer(sender?: string): MessageProducer {
    return this.#options.producer(sender);
  }

  /** Whether an application may listen to a queue. */
  mayListen(appCode: string, queue: string): boolean {
    return isOfFamily(appCode, queue) || this.#queues.get(queue)?.name === queue;
  }

  /**
   * Declares those of the queues that belong to the application's family, each bound by its own
   * name to the topic exchange.
   */
  async declareFamily(appCode: string, queues: readonly string[]): Promise<void> {
    await this.declare(queues.filter((queue) => isOfFamily(appCode, queue)));
  }

  /** Removes an application's queues and their messages; configured queues stay. */
  async removeFamily(appCode: string): Promise<void> {
    const declared = new Set(this.#options.topology.queues.map(({ name }) => name));
    for (const queue of [...this.#queues.keys()]) {
      if (!isOfFamily(appCode, queue) || declared.has(queue)) continue;
      await this.#options.broker.remove(queue);
      this.#queues.delete(queue);
    }
  }

  /** Declares queues, each bound by its own name to the topic exchange. */
  async declare(queues: readonly string[]): Promise<void> {
    const declared = queues.map((name) => ({
      name,
      bindings: [
        { exchange: TOPIC_EXCHANGE, routingKey: name },
        ...(this.#options.topology.queues.find((queue) => queue.name === name)?.bindings ?? []),
      ],
    }));
    await this.#options.broker.declare([], declared);
    for (const queue of declared) this.#queues.set(queue.name, queue);
  }

  consume(consumer: Consumer): Consumption {
    const consumption = this.#options.broker.consume(consumer);
    this.#consumers.add(consumer);
    return {
      stop: () => {
        this.#consumers.delete(consumer);
        consumption.stop();
      },
      drain: (timeoutMs) => consumption.drain(timeoutMs),
    };
  }

  /** Names of the queues that have consumers on this host, one for each. */
  get consumed(): string[] {
    return [...this.#consumers].map(({ queue }) => queue).sort();
  }

  /** The application that listens to a queue on this host. */
  listenerOf(queue: string): string | undefined {
    return [...this.#consumers].find((consumer) => consumer.queue === queue)?.appCode;
  }

  /** Message counts of each known queue. @throws MESSAGE_BROKER_UNAVAILABLE (503) */
  counts(): Promise<QueueCounts[]> {
    return Promise.all([...this.#queues.keys()].sort().map((queue) => this.#options.broker.counts(queue)));
  }

  knows(queue: string): boolean {
    return this.#queues.has(queue);
  }

  /** The oldest dead letters of a queue. @throws MESSAGE_BROKER_UNAVAILABLE (503) */
  deadLetters(queue: string, limit: number): Promise<DeadLetter[]> {
    return this.#options.broker.deadLetters(queue, limit);
  }

  /**
   * Redelivers dead letters of a queue: those with these identifiers, or all.
   *
   * @returns their number
   * @throws MESSAGE_BROKER_UNAVAILABLE (503)
   */
  redeliver(queue: string, ids?: readonly string[]): Promise<number> {
    return this.#options.broker.redeliver(queue, ids);
  }

  /**
   * Drops dead letters of a queue for good: those with these identifiers, or all.
   *
   * @returns their number
   * @throws MESSAGE_BROKER_UNAVAILABLE (503)
   */
  discard(queue: string, ids?: readonly string[]): Promise<number> {
    return this.#options.broker.discard(queue, ids);
  }
}

export const MESSAGING = serviceToken<Messaging>('messaging');

/** `mall`, `mall.order-paid`, … are queues of the application `mall`. */
function isOfFamily(appCode: string, queue: string): boolean {
  const own = queue === appCode || queue.startsWith(`${appCode}.`);
  return own && isName(queue) && !queue.endsWith(deadLettersOf(''));
}
