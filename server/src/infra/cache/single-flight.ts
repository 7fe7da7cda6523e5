/** Shares the work in progress between those who ask for the same. */
export class SingleFlight {
  readonly #pending = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const pending = this.#pending.get(key) as Promise<T> | undefined;
    if (pending) return pending;
    const started = work().finally(() => this.#pending.delete(key));
    this.#pending.set(key, started);
    return started;
  }
}
