import type { ServerResponse } from 'node:http';
import { abortRequest } from '../../kernel/index.ts';

/** In-flight requests of one loaded application. */
export class RequestsInFlight {
  readonly #responses = new Set<ServerResponse>();
  #waiting: (() => void) | undefined;

  get count(): number {
    return this.#responses.size;
  }

  add(response: ServerResponse): void {
    this.#responses.add(response);
  }

  remove(response: ServerResponse): void {
    this.#responses.delete(response);
    if (this.#responses.size === 0) this.#waiting?.();
  }

  /**
   * Waits until every request is answered.
   *
   * Streams that have begun get their `signal` at once, so that they can end by themselves. After
   * `timeoutMs` the remaining requests get it too, and their connections are closed.
   *
   * @returns the number of requests that were cut off
   */
  async drain(timeoutMs: number, reason: Error): Promise<number> {
    for (const response of this.#responses) {
      if (response.headersSent) abortRequest(response.req, reason);
    }
    await this.#empty(timeoutMs);
    const left = this.count;
    for (const response of this.#responses) {
      abortRequest(response.req, reason);
      response.destroy();
    }
    if (left > 0) await this.#empty(1_000);
    return left;
  }

  async #empty(timeoutMs: number): Promise<void> {
    if (this.#responses.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting = resolve;
    const timer = setTimeout(resolve, timeoutMs);
    await promise;
    clearTimeout(timer);
    this.#waiting = undefined;
  }
}
