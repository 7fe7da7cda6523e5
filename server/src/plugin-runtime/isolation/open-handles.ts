/** What an application has opened and is to be closed with it. */
interface OpenHandle {
  /** For the unload report; undefined where leaving it open is nothing to speak of. */
  readonly name: () => string | undefined;
  readonly close: () => void;
}

/** Sockets, servers, files and processes that an application has opened by itself. (design 3.3, 9.7-54) */
export class OpenHandles {
  readonly #open = new Map<object, OpenHandle>();
  #closed = false;

  /** @param close is called at the unload, or at once where that is over */
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

  /** Closes everything. @returns the names of what was open */
  close(): string[] {
    const { names } = this;
    this.#closed = true;
    for (const { close } of this.#open.values()) close();
    this.#open.clear();
    return names;
  }
}
