/** Takes one registration back. May be called more than once; only the first call has an effect. */
export type Undo = () => void | Promise<void>;

/** Collects undos and runs them in reverse order. One that fails does not keep the others from running. */
export class Disposer {
  readonly #undos: Undo[] = [];
  #disposed: Promise<void> | undefined;

  add(undo: Undo): Undo {
    this.#undos.push(undo);
    return undo;
  }

  /** @throws AggregateError with every failure, after all undos have run. */
  dispose(): Promise<void> {
    return (this.#disposed ??= this.#run());
  }

  async #run(): Promise<void> {
    const failures: unknown[] = [];
    for (let undo = this.#undos.pop(); undo; undo = this.#undos.pop()) {
      try {
        await undo();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be taken back.');
  }
}
