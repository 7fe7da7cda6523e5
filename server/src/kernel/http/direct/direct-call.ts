import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Incoming, Reply } from '../handler-ctx.ts';
import type { Exchange } from '../exchange.ts';

/**
 * One call of a handler outside of Fastify, which can still continue inside of it.
 *
 * Fastify then routes, checks and validates the request once more and arrives at the same route,
 * whose handler takes the outcome from here in place of calling the application again.
 */
export class DirectCall implements Incoming, Reply {
  readonly raw: ServerResponse;
  readonly params: unknown;
  readonly query: unknown;
  readonly #exchange: Exchange;
  readonly #toFastify: (request: IncomingMessage, response: ServerResponse) => void;
  #entered: { readonly reply: FastifyReply; readonly outcome: PromiseWithResolvers<unknown> } | undefined;

  constructor(
    response: ServerResponse,
    { params, query }: { readonly params: unknown; readonly query: unknown },
    exchange: Exchange,
    toFastify: (request: IncomingMessage, response: ServerResponse) => void,
  ) {
    this.raw = response;
    this.params = params;
    this.query = query;
    this.#exchange = exchange;
    this.#toFastify = toFastify;
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.req.headers;
  }

  /** Such requests have none. */
  get body(): undefined {
    return undefined;
  }

  get requestId(): string {
    return this.#exchange.context.requestId;
  }

  /** Whether Fastify has the request, since the handler asked for its reply. */
  get isEntered(): boolean {
    return this.#entered !== undefined;
  }

  /** Gives Fastify an outcome that is not a plain answer: `outcome` returns or throws it. */
  handOver(outcome: () => unknown): void {
    const entered = this.#entered?.outcome;
    if (entered) {
      entered.resolve(new Promise((resolve) => resolve(outcome())));
      return;
    }
    if (this.raw.writableEnded) return;
    this.#exchange.resume = outcome;
    this.#toFastify(this.raw.req, this.raw);
  }

  /** Gives Fastify what a handler has thrown. */
  fail(thrown: unknown): void {
    this.handOver(() => {
      throw thrown;
    });
  }

  status(code: number): void {
    this.#reply().status(code);
  }

  header(name: string, value: string): void {
    this.#reply().header(name, value);
  }

  redirect(url: string, code: number): unknown {
    return this.#reply().redirect(url, code);
  }

  /** Enters Fastify in the middle of the handler: it gets as far as its own call of the handler. */
  #reply(): FastifyReply {
    if (this.#entered) return this.#entered.reply;
    this.#exchange.resume = (reply) => {
      this.#entered = { reply, outcome: Promise.withResolvers() };
      return this.#entered.outcome.promise;
    };
    this.#toFastify(this.raw.req, this.raw);
    const entered = this.#entered as { readonly reply: FastifyReply } | undefined;
    if (!entered) throw new Error('Fastify did not reach the handler of a route that is running.');
    return entered.reply;
  }
}
