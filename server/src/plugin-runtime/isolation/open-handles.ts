import { PlatformError } from '../../kernel/index.ts';

/**
 * No application needs as many at once, and a process has ten times as many descriptors: one that
 * does not close what it opens would leave none to the others.
 */
const MOST_OPEN = 2_000;

/** An open resource that is closed with its application. */
interface OpenHandle {
  /** Name for the unload report; undefined if leaving it open is harmless. */
  readonly name: () => string | undefined;
  readonly close: () => void;
}

/** Sockets, servers, files and processes that an application has opened. (design 3.3, 9.7-54) */
export class OpenHandles {
  readonly #open = new Map<object, OpenHandle>();
  readonly #appCode: string;
  #closed = false;

  constructor(appCode: string) {
    this.#appCode = appCode;
  }

  /**
   * @param close runs at the unload, or at once if the application is already unloaded
   * @throws PLUGIN_HANDLES_EXCEEDED after closing the resource, for an application with too many
   */
  add(handle: object, name: () => string | undefined, close: () => void): void {
    if (this.#closed) return close();
    if (this.#open.size >= MOST_OPEN) {
      close();
      throw this.#exceeded(name());
    }
    this.#open.set(handle, { name, close });
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

  #exceeded(what = 'resource'): PlatformError {
    const oldest = this.#oldestName();
    return new PlatformError({
      code: 'PLUGIN_HANDLES_EXCEEDED',
      message: `Application ${this.#appCode} has ${MOST_OPEN} files, connections and processes open and may not open another: ${what}.${oldest === undefined ? '' : ` The oldest is ${oldest}.`}`,
      fix: 'Close what is no longer used, as in a `finally`.',
    });
  }

  /** The first alone: there are many when it is asked for. */
  #oldestName(): string | undefined {
    for (const { name } of this.#open.values()) {
      const found = name();
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
