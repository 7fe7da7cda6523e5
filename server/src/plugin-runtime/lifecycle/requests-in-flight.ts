import type { IncomingMessage, ServerResponse } from 'node:http';
import { abortRequest } from '../../kernel/index.ts';

/** The requests that one loaded application is answering. */
export class RequestsInFlight {
  readonly #requests = new Map<IncomingMessage, ServerResponse>();
  #waiting: (() => void) | undefined;

  get count(): number {
    return this.#requests.size;
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    this.#requests.set(request, response);
    response.once('close', () => {
      this.#requests.delete(request);
      if (this.#requests.size === 0) this.#waiting?.();
    });
  }

  /**
   * Waits until every request is answered. Streams that have begun get their `signal` at once, so that they end by
   * themselves; whatever is left after `timeoutMs` gets it then, and its connection is closed.
   *
   * @returns how many were left
   */
  async drain(timeoutMs: number, reason: Error): Promise<number> {
    for (const [request, response] of this.#requests) {
      if (response.headersSent) abortRequest(request, reason);
    }
    await this.#empty(timeoutMs);
    const left = this.count;
    for (const [request, response] of this.#requests) {
      abortRequest(request, reason);
      response.destroy();
    }
    if (left > 0) await this.#empty(1_000);
    return left;
  }

  async #empty(timeoutMs: number): Promise<void> {
    if (this.#requests.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting = resolve;
    const timer = setTimeout(resolve, timeoutMs);
    await promise;
    clearTimeout(timer);
    this.#waiting = undefined;
  }
}
