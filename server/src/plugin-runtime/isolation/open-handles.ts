/** An open resource that is closed with its application. */
interface OpenHandle {
  /** Name for the unload report; undefined if leaving it open is harmless. */
  readonly name: () => string | undefined;
  readonly close: () => void;
}

/** Sockets, servers, files and processes that an application has opened. (design 3.3, 9.7-54) */
export class OpenHandles {
  readonly #open = new Map<object, OpenHandle>();
  #closed = false;

  /** @param close runs at the unload, or at once if the application is already unloaded */
  add(handle: object, name: () => string | undefined, close: () => void): void {
    if (this.#closed) close();
    else this.#open.set(handle, { name, close });
  }

  remove(handle: object): void {
    this.#open.delete(handle);
  }

  has(handle: object): boolean {
    return this.#open.has(handle);
  }

  get names(): string[] {
    return [...this.#open.values()].flatMap(({ name }) => name() ?? []);
  }

  /**
   * Closes everything.
   *
   * @returns the names of what was open
   */
  close(): string[] {
    const { names } = this;
    this.#closed = true;
    for (const { close } of this.#open.values()) close();
    this.#open.clear();
    return names;
  }
}
