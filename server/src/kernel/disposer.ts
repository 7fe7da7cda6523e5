/** Removes one registration. Only the first call has an effect. */
export type Undo = () => void | Promise<void>;

/** Runs collected undos in reverse order, also after one of them has failed. */
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
    if (failures.length > 0) throw new AggregateError(failures, 'Some registrations could not be removed.');
  }
}
