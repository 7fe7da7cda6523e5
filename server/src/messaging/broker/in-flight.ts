import { within } from '../../kernel/index.ts';

/** Deliveries that a consumer is handling. */
export class InFlight {
  readonly #running = new Map<
    symbol,
    { readonly ended: Promise<void>; readonly giveBack: () => Promise<void> }
  >();

  get size(): number {
    return this.#running.size;
  }

  /**
   * Runs `work`, then `settle` unless the delivery was returned to the queue meanwhile.
   *
   * @param giveBack returns the message to its queue
   */
  async run<T>(
    work: () => Promise<T>,
    settle: (result: T) => Promise<void>,
    giveBack: () => Promise<void>,
  ): Promise<void> {
    const key = Symbol('delivery');
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running.set(key, { ended: promise, giveBack });
    try {
      const result = await work();
      if (this.#running.has(key)) await settle(result);
    } finally {
      this.#running.delete(key);
      resolve();
    }
  }

  /** @returns number of deliveries that missed the deadline and were returned to their queue */
  async drain(timeoutMs: number): Promise<number> {
    await within(Promise.all([...this.#running.values()].map(({ ended }) => ended)), timeoutMs);
    const left = [...this.#running.values()];
    this.#running.clear();
    await Promise.all(left.map(({ giveBack }) => giveBack()));
    return left.length;
  }
}
