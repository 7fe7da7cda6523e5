import type { Logger } from '../logger.ts';
import type { Undo } from '../disposer.ts';
import type { Authenticator } from './edge.ts';

/** How long a stream may outlive a session that has expired or that another node has ended. */
const CHECK_MS = 10_000;

/** Ends event streams with the session that opened them. */
export class SessionStreams {
  readonly #ends = new Map<number, Set<() => void>>();
  readonly #logger: Logger;
  #authenticator: Authenticator | undefined;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #again = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  use(authenticator: Authenticator): void {
    this.#authenticator = authenticator;
    authenticator.onEnded?.(() => this.#check());
  }

  /** @param end runs once, when the session has ended */
  watch(sessionId: number, end: () => void): Undo {
    const ends = this.#ends.get(sessionId) ?? new Set();
    this.#ends.set(sessionId, ends.add(end));
    this.#timer ??= setInterval(() => this.#check(), CHECK_MS).unref();
    return () => {
      ends.delete(end);
      if (ends.size === 0 && this.#ends.get(sessionId) === ends) this.#ends.delete(sessionId);
      if (this.#ends.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Runs one check at a time; a change during a check triggers the next one. */
  #check(): void {
    if (this.#ends.size === 0) return;
    if (this.#checking) {
      this.#again = true;
      return;
    }
    this.#checking = this.#look()
      .catch((error: unknown) =>
        this.#logger.warn('Sessions of open streams could not be checked', { error }),
      )
      .finally(() => {
        this.#checking = undefined;
        if (this.#again) this.#check();
      });
  }

  async #look(): Promise<void> {
    this.#again = false;
    const watched = [...this.#ends.keys()];
    const live = await this.#authenticator?.liveAmong?.(watched);
    if (!live) return;
    for (const sessionId of watched) {
      if (live.has(sessionId)) continue;
      for (const end of this.#ends.get(sessionId) ?? []) end();
      this.#ends.delete(sessionId);
    }
  }
}
