import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../data/index.ts';
import { repeat, type Logger, type Undo } from '../../kernel/index.ts';
import type {
  Broker,
  BrokerStatus,
  Consumer,
  Consumption,
  DeadLetter,
  Envelope,
  QueueCounts,
} from '../broker/broker.ts';
import { targetUnknown } from '../broker/failures.ts';
import type { ExchangeDeclaration, QueueDeclaration } from '../topology/declarations.ts';
import { routes } from '../topology/routing.ts';
import type { MessageStore } from './message-store.ts';
import { QueueWorker } from './queue-worker.ts';

interface EmbeddedBrokerOptions {
  readonly store: MessageStore;
  readonly database: Database;
  readonly logger: Logger;
  /** Interval of polling for messages of other hosts and of earlier processes. */
  readonly pollIntervalMs: number;
}

/** Longest time until queues declared by other hosts are known, in milliseconds. */
const QUEUES_KNOWN_MS = 5_000;
/** Longest timer, in milliseconds. Polling finds messages that are due later. */
const LONGEST_TIMER_MS = 10_000;

/**
 * Keeps messages in the host's database. A message joins the open transaction; a restart loses
 * none. (design 6.3)
 */
export class EmbeddedBroker implements Broker {
  readonly status: BrokerStatus = { kind: 'embedded', available: true, reason: undefined };
  readonly #options: EmbeddedBrokerOptions;
  readonly #exchanges = new Map<string, ExchangeDeclaration>();
  readonly #queues = new Map<string, QueueDeclaration>();
  readonly #workers = new Set<QueueWorker>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Runs outside the sender's transaction and tenant. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #queuesAt = -Infinity;
  #stopPolling: () => void = () => undefined;

  constructor(options: EmbeddedBrokerOptions) {
    this.#options = options;
  }

  onStatus(): Undo {
    return () => undefined;
  }

  async open(): Promise<void> {
    const { store, logger, pollIntervalMs } = this.#options;
    await store.releaseOwn();
    const look = (): Promise<void> => this.#outside(() => this.#look());
    this.#stopPolling = repeat(pollIntervalMs, look, logger, 'Messages could not be queried');
  }

  async declare(
    exchanges: readonly ExchangeDeclaration[],
    queues: readonly QueueDeclaration[],
  ): Promise<void> {
    for (const exchange of exchanges) this.#exchanges.set(exchange.name, exchange);
    for (const queue of queues) {
      await this.#options.store.saveQueue(queue);
      this.#queues.set(queue.name, queue);
    }
  }

  async hasQueue(queue: string): Promise<boolean> {
    return this.#queues.has(queue) || (await this.#known()).has(queue);
  }

  async publish(envelope: Envelope, delayMs: number): Promise<void> {
    const { store, database } = this.#options;
    const queues = await this.#targets(envelope);
    await store.insert('ready', queues, envelope, delayMs);
    database.afterCommit(() => queues.forEach((queue) => this.#wakeAfter(queue, delayMs)));
  }

  consume(consumer: Consumer): Consumption {
    const { store, logger } = this.#options;
    const worker = new QueueWorker(consumer, {
      store,
      logger,
      outside: this.#outside,
      wakeAfter: this.#wakeAfter,
      ended: (ended) => void this.#workers.delete(ended),
    });
    this.#workers.add(worker);
    worker.wake();
    return worker;
  }

  counts(queue: string): Promise<QueueCounts> {
    return this.#options.store.counts(queue);
  }

  deadLetters(queue: string, limit: number): Promise<DeadLetter[]> {
    return this.#options.store.deadLetters(queue, limit);
  }

  async redeliver(queue: string, ids?: readonly string[]): Promise<number> {
    const count = await this.#options.store.revive(queue, ids);
    this.#wakeAfter(queue, 0);
    return count;
  }

  discard(queue: string, ids?: readonly string[]): Promise<number> {
    return this.#options.store.discard(queue, ids);
  }

  async remove(queue: string): Promise<void> {
    this.#queues.delete(queue);
    await this.#options.store.removeQueue(queue);
  }

  async close(): Promise<void> {
    this.#stopPolling();
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all([...this.#workers].map((worker) => worker.drain(0)));
  }

  async #targets({ exchange, routingKey }: Envelope): Promise<string[]> {
    if (exchange === '') {
      if (await this.hasQueue(routingKey)) return [routingKey];
      throw targetUnknown('queue', routingKey);
    }
    const type = this.#exchanges.get(exchange)?.type;
    if (!type) throw targetUnknown('exchange', exchange);
    return [...(await this.#known()).values()]
      .filter(({ bindings }) =>
        bindings.some((binding) => binding.exchange === exchange && routes(type, binding, routingKey)),
      )
      .map(({ name }) => name);
  }

  /** Includes queues declared by other hosts on this database and by earlier processes. */
  async #known(): Promise<ReadonlyMap<string, QueueDeclaration>> {
    if (performance.now() - this.#queuesAt > QUEUES_KNOWN_MS) {
      for (const queue of await this.#options.store.queues()) {
        if (!this.#queues.has(queue.name)) this.#queues.set(queue.name, queue);
      }
      this.#queuesAt = performance.now();
    }
    return this.#queues;
  }

  async #look(): Promise<void> {
    if (this.#workers.size === 0) return;
    for (const queue of await this.#options.store.queuesWithWork()) this.#wake(queue);
  }

  #wake(queue: string): void {
    for (const worker of this.#workers) if (worker.consumer.queue === queue) worker.wake();
  }

  readonly #wakeAfter = (queue: string, ms: number): void => {
    if (ms === 0) return this.#wake(queue);
    if (ms > LONGEST_TIMER_MS) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#wake(queue);
    }, ms).unref();
    this.#timers.add(timer);
  };
}
