import type { Logger } from '../../kernel/index.ts';
import { afterFailure, type Consumer, type Consumption, type Outcome } from '../broker/broker.ts';
import { InFlight } from '../broker/in-flight.ts';
import { LEASE_MS, type Claim, type MessageStore } from './message-store.ts';

interface WorkerOptions {
  readonly store: MessageStore;
  readonly logger: Logger;
  /** Runs `work` without the tenant and the transaction of its caller. */
  readonly outside: <T>(work: () => T) => T;
  /** Wakes the worker after a delay in milliseconds, when the queue has a message. */
  readonly wakeAfter: (queue: string, ms: number) => void;
  readonly ended: (worker: QueueWorker) => void;
}

/** Leases messages of one queue from the store and passes them to a consumer. */
export class QueueWorker implements Consumption {
  readonly consumer: Consumer;
  readonly #options: WorkerOptions;
  readonly #inFlight = new InFlight();
  readonly #rows = new Set<number>();
  readonly #renewal: NodeJS.Timeout;
  #stopped = false;
  #pumping = false;
  #again = false;

  constructor(consumer: Consumer, options: WorkerOptions) {
    this.consumer = consumer;
    this.#options = options;
    this.#renewal = setInterval(() => {
      options.store.extend([...this.#rows]).catch(this.#unwell);
    }, LEASE_MS / 3).unref();
  }

  /** Checks the queue for messages. */
  wake(): void {
    if (this.#pumping) {
      this.#again = true;
      return;
    }
    if (this.#stopped) return;
    this.#pumping = true;
    void this.#options
      .outside(() => this.#pump())
      .catch(this.#unwell)
      .finally(() => {
        this.#pumping = false;
        if (this.#again) {
          this.#again = false;
          this.wake();
        }
      });
  }

  stop(): void {
    this.#stopped = true;
    this.#options.ended(this);
  }

  async drain(timeoutMs: number): Promise<number> {
    this.stop();
    const left = await this.#inFlight.drain(timeoutMs);
    clearInterval(this.#renewal);
    return left;
  }

  async #pump(): Promise<void> {
    const { concurrency, queue } = this.consumer;
    for (let free = concurrency - this.#inFlight.size; free > 0 && !this.#stopped;) {
      const claims = await this.#options.store.claim(queue, free);
      for (const claim of claims) this.#begin(claim);
      if (claims.length === 0) return;
      free = concurrency - this.#inFlight.size;
    }
  }

  #begin(claim: Claim): void {
    const { rowId } = claim;
    this.#rows.add(rowId);
    void this.#inFlight
      .run(
        () => this.#outcome(claim),
        (outcome) => this.#settle(claim, outcome),
        () => this.#settle(claim, { kind: 'postponed', delayMs: 0 }).catch(this.#unwell),
      )
      .catch(this.#unwell)
      .finally(() => {
        this.#rows.delete(rowId);
        this.wake();
      });
  }

  async #outcome({ delivery }: Claim): Promise<Outcome> {
    if (this.#stopped) return { kind: 'postponed', delayMs: 0 };
    return delivery.attempt > this.consumer.attempts
      ? { kind: 'rejected', reason: 'The host stopped in each attempt to handle the message.' }
      : this.consumer.handle(delivery);
  }

  async #settle({ rowId, delivery }: Claim, outcome: Outcome): Promise<void> {
    const { store, wakeAfter } = this.#options;
    const { attempt, queue } = delivery;
    if (outcome.kind === 'done') return store.remove(rowId);
    if (outcome.kind === 'rejected') return store.bury(rowId, outcome.reason);
    if (outcome.kind === 'postponed') {
      await store.release(rowId, outcome.delayMs, attempt - 1);
      return wakeAfter(queue, outcome.delayMs);
    }
    const next = afterFailure(this.consumer, attempt);
    if (next === 'dead') return store.bury(rowId, outcome.reason);
    await store.release(rowId, next.retryAfterMs, attempt);
    wakeAfter(queue, next.retryAfterMs);
  }

  readonly #unwell = (error: unknown): void => {
    this.#options.logger.error(`Messages of ${this.consumer.queue} could not be received or settled`, {
      error,
    });
  };
}
