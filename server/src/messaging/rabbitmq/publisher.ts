import { createHash } from 'node:crypto';
import type { ConfirmChannel, Options } from 'amqplib';
import { brokerUnavailable } from '../broker/failures.ts';

/** Time that an unused delay queue outlives its delay, in milliseconds. */
const SPARE_MS = 120_000;
/** A delay queue declared this recently still exists, in milliseconds. */
const FRESH_MS = SPARE_MS / 2;
const LONGEST_NAME = 200;

/**
 * Identifies a publication, since the broker returns an unroutable message before confirming it.
 */
const SENDING = 'x-platform-sending';

/** Whether a message reached a queue. */
export type Arrival = 'queued' | 'nowhere';

/** Publishes on one channel and waits for the broker's confirmation. */
export class Publisher {
  readonly #channel: ConfirmChannel;
  readonly #timeoutMs: number;
  readonly #delayQueues = new Map<string, number>();
  readonly #returned = new Set<unknown>();
  #sendings = 0;
  #closed = false;

  constructor(channel: ConfirmChannel, timeoutMs: number) {
    this.#channel = channel;
    this.#timeoutMs = timeoutMs;
    channel.on('close', () => (this.#closed = true));
    channel.on('return', ({ properties }) => void this.#returned.add(properties.headers?.[SENDING]));
  }

  /**
   * @returns `nowhere` when no queue took the message, which is then lost
   * @throws MESSAGE_BROKER_UNAVAILABLE (503)
   */
  async send(
    to: { readonly exchange: string; readonly routingKey: string },
    body: string | Buffer,
    properties: Options.Publish,
    delayMs = 0,
  ): Promise<Arrival> {
    const target = delayMs > 0 ? { exchange: '', routingKey: await this.#delayQueue(to, delayMs) } : to;
    const sending = (this.#sendings += 1);
    const headers = { ...(properties.headers as object), [SENDING]: sending };
    await this.#within((done) => {
      if (this.#closed) return done(new Error('the channel is closed'));
      const content = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
      this.#channel.publish(
        target.exchange,
        target.routingKey,
        content,
        { ...properties, headers, mandatory: true },
        done,
      );
    });
    if (!this.#returned.delete(sending)) return 'queued';
    if (delayMs > 0) this.#delayQueues.delete(target.routingKey);
    return 'nowhere';
  }

  /** A queue whose expired messages move on to `to`. It expires when unused. */
  async #delayQueue(to: { exchange: string; routingKey: string }, delayMs: number): Promise<string> {
    const name = delayQueueName(to, delayMs);
    const now = performance.now();
    if (now - (this.#delayQueues.get(name) ?? -Infinity) < FRESH_MS) return name;
    await this.#within((done) => {
      this.#channel
        .assertQueue(name, {
          durable: true,
          messageTtl: delayMs,
          expires: delayMs + SPARE_MS,
          deadLetterExchange: to.exchange,
          deadLetterRoutingKey: to.routingKey,
        })
        .then(() => done(null), done);
    });
    for (const [other, at] of this.#delayQueues) if (now - at > FRESH_MS) this.#delayQueues.delete(other);
    this.#delayQueues.set(name, now);
    return name;
  }

  #within(work: (done: (error: unknown) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(brokerUnavailable(`it did not confirm within ${this.#timeoutMs} ms`)),
        this.#timeoutMs,
      );
      const done = (error: unknown): void => {
        clearTimeout(timer);
        if (!error) resolve();
        else
          reject(brokerUnavailable(error instanceof Error ? error.message : 'it refused the message', error));
      };
      try {
        work(done);
      } catch (error) {
        done(error);
      }
    });
  }
}

function delayQueueName(
  { exchange, routingKey }: { exchange: string; routingKey: string },
  delayMs: number,
): string {
  const name = `platform.delay.${delayMs}.${exchange === '' ? '' : `${exchange}/`}${routingKey}`;
  return Buffer.byteLength(name) <= LONGEST_NAME
    ? name
    : `platform.delay.${delayMs}.${createHash('sha256').update(name).digest('hex')}`;
}
