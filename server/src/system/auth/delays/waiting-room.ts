import { setTimeout as pause } from 'node:timers/promises';
import { RetryLater } from '../retry-later.ts';

/**
 * Holds a limited number of logins that have to wait. None of them occupies a slot for hashing
 * passwords. (design 11.8-16)
 */
export class WaitingRoom {
  readonly #capacity: number;
  #waiting = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * @param milliseconds 0 passes at once
   * @param signal of the request; a client that leaves frees its place
   * @throws LOGIN_RATE_LIMITED (429) when the room is full
   */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds <= 0) return;
    if (this.#waiting >= this.#capacity) throw later('Too many logins are being processed.', milliseconds);
    this.#waiting += 1;
    try {
      await pause(milliseconds, undefined, { signal });
    } catch {
      throw later('The client disconnected before its turn.', milliseconds);
    } finally {
      this.#waiting -= 1;
    }
  }
}

const later = (message: string, milliseconds: number): RetryLater =>
  new RetryLater('LOGIN_RATE_LIMITED', message, Math.ceil(milliseconds / 1000));
