import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger, Undo } from '../../kernel/index.ts';
import type { BusListener } from './cluster-bus.ts';

/** Time until a listener that failed looks again, in milliseconds. */
const RETRY_MS = 2_000;

/**
 * Listeners of one host by topic. A failure of one is logged and holds up no other; it looks again
 * until it succeeds, since a database that was away for a moment must not leave it behind.
 */
export class BusListeners {
  readonly #logger: Logger;
  readonly #byTopic = new Map<string, Set<BusListener>>();
  /** Those that failed, until they look again. */
  readonly #failed = new Set<BusListener>();
  /** Leaves the tenant and transaction of the code that caused the message. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(topic: string, listener: BusListener): Undo {
    const listeners = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  get topics(): string[] {
    return [...this.#byTopic].filter(([, listeners]) => listeners.size > 0).map(([topic]) => topic);
  }

  receive(topic: string, body: unknown): void {
    for (const listener of this.#byTopic.get(topic) ?? [])
      this.#run(topic, listener, () => listener.received(body));
  }

  miss(): void {
    for (const [topic, listeners] of this.#byTopic)
      for (const listener of listeners) if (!this.#failed.has(listener)) this.#runMissed(topic, listener);
  }

  #runMissed(topic: string, listener: BusListener): void {
    this.#failed.delete(listener);
    this.#run(topic, listener, () => listener.missed());
  }

  #run(topic: string, listener: BusListener, work: () => void | Promise<void>): void {
    void this.#outside(async () => {
      try {
        await work();
      } catch (error) {
        if (this.#failed.has(listener) || !this.#byTopic.get(topic)?.has(listener)) return;
        this.#failed.add(listener);
        this.#logger.warn('A message of another host could not be followed', { topic, error });
        setTimeout(() => this.#runMissed(topic, listener), RETRY_MS).unref();
      }
    });
  }
}
