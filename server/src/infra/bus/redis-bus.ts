import { randomUUID } from 'node:crypto';
import type { Redis, RedisOptions } from 'ioredis';
import { reasonOf, type Logger, type Undo } from '../../kernel/index.ts';
import { BusListeners } from './bus-listeners.ts';
import type { BusListener, ClusterBus } from './cluster-bus.ts';

/** Interval of looking again while messages cannot arrive, in milliseconds. (design 10.4) */
const SWEEP_MS = 2_000;

const RECEIVING: RedisOptions = {
  enableReadyCheck: false,
  maxRetriesPerRequest: null,
  autoResubscribe: false,
  lazyConnect: true,
  retryStrategy: (attempt) => Math.min(attempt * 200, SWEEP_MS),
};

interface RedisBusOptions {
  readonly redis: Redis;
  /** Unique for the platform. */
  readonly channel: string;
  readonly logger: Logger;
  readonly sweepMs?: number;
}

interface Message {
  readonly from: string;
  /** Missing where the sender could not send what it had to. */
  readonly topic?: string;
  readonly body?: unknown;
}

/**
 * The bus on Redis' publish and subscribe.
 *
 * Without Redis a message is dropped. A host that missed one reads the state again: the receiver
 * when its connection is back, and every two seconds until then; all others once the sender's
 * connection is back.
 */
export class RedisBus implements ClusterBus {
  readonly #id = randomUUID();
  readonly #options: RedisBusOptions;
  readonly #listeners: BusListeners;
  readonly #receiver: Redis;
  #sweep: NodeJS.Timeout | undefined;
  #dropped = false;
  #closed = false;

  private constructor(options: RedisBusOptions) {
    this.#options = options;
    this.#listeners = new BusListeners(options.logger);
    // A connection that subscribes can do nothing else.
    this.#receiver = options.redis.duplicate<RedisOptions>(RECEIVING);
  }

  /** @param options.redis open connection, which is not closed with the bus */
  static async open(options: RedisBusOptions): Promise<RedisBus> {
    const bus = new RedisBus(options);
    await bus.#receive();
    options.redis.on('ready', bus.#sayWhatWasDropped);
    return bus;
  }

  publish(topic: string, body: unknown): void {
    this.#send({ from: this.#id, topic, body });
  }

  subscribe(topic: string, listener: BusListener): Undo {
    return this.#listeners.add(topic, listener);
  }

  get topics(): string[] {
    return this.#listeners.topics;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#sweep);
    this.#options.redis.off('ready', this.#sayWhatWasDropped);
    this.#receiver.disconnect();
  }

  async #receive(): Promise<void> {
    const { channel, sweepMs = SWEEP_MS } = this.#options;
    this.#receiver.on('error', () => undefined);
    this.#receiver.on('message', (_channel, text) => this.#take(text));
    await this.#receiver.connect();
    await this.#receiver.subscribe(channel);
    this.#receiver.on('close', () => {
      if (this.#closed) return;
      this.#sweep ??= setInterval(() => this.#listeners.miss(), sweepMs).unref();
    });
    this.#receiver.on('ready', () => {
      void this.#receiver.subscribe(channel).then(
        () => {
          clearInterval(this.#sweep);
          this.#sweep = undefined;
          this.#listeners.miss();
        },
        () => undefined,
      );
    });
  }

  #take(text: string): void {
    const message = messageIn(text);
    if (!message || message.from === this.#id) return;
    if (message.topic === undefined) this.#listeners.miss();
    else this.#listeners.receive(message.topic, message.body);
  }

  readonly #sayWhatWasDropped = (): void => {
    if (this.#dropped) this.#send({ from: this.#id });
  };

  #send(message: Message): void {
    if (this.#closed) return;
    const { redis, channel, logger } = this.#options;
    redis.publish(channel, JSON.stringify(message)).then(
      () => {
        if (message.topic === undefined) this.#dropped = false;
        else this.#sayWhatWasDropped();
      },
      (error: unknown) => {
        if (this.#dropped || this.#closed) return;
        this.#dropped = true;
        logger.warn('Other hosts are not notified of changes until Redis responds; they poll', {
          reason: reasonOf(error),
        });
      },
    );
  }
}

/** @returns undefined for what no host has sent */
function messageIn(text: string): Message | undefined {
  try {
    const message = JSON.parse(text) as Partial<Message> | null;
    return typeof message?.from === 'string' ? { ...message, from: message.from } : undefined;
  } catch {
    return undefined;
  }
}
