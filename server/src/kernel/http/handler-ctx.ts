import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { PageQuery } from '@platform/plugin-sdk/core';
import type { Ctx, CtxReply, UploadedFile } from '@platform/plugin-sdk/web';
import type { SessionUser } from '../context.ts';
import type { Logger } from '../logger.ts';
import { contentDisposition } from './content-disposition.ts';
import { abortExchange, type Exchange } from './exchange.ts';
import { pageFrom } from './page-query.ts';
import { readFiles } from './uploads.ts';

/** A request as far as handlers see it; Fastify's is one. */
export interface Incoming {
  readonly headers: IncomingHttpHeaders;
  readonly query: unknown;
  readonly params: unknown;
  readonly body: unknown;
}

/** A reply as far as handlers change it; Fastify's is one. */
export interface Reply {
  readonly raw: ServerResponse;
  status(code: number): unknown;
  header(name: string, value: string): unknown;
  redirect(url: string, code: number): unknown;
}

/** Shared by all requests of an instance. */
interface HandlerLimits {
  readonly logger: Logger;
  readonly uploadLimit: number;
}

/** {@link Ctx} over a request; rarely used parts are created when they are read. */
export class HandlerCtx implements Ctx, CtxReply {
  readonly #request: Incoming;
  readonly #reply: Reply;
  readonly #exchange: Exchange;
  readonly #limits: HandlerLimits;
  readonly #pageFields: readonly string[];

  /** @param pageFields parameters of the page that the route does not declare */
  constructor(
    request: Incoming,
    reply: Reply,
    exchange: Exchange,
    limits: HandlerLimits,
    pageFields: readonly string[] = [],
  ) {
    this.#pageFields = pageFields;
    this.#request = request;
    this.#reply = reply;
    this.#exchange = exchange;
    this.#limits = limits;
  }

  get query(): Ctx['query'] {
    const query = this.#request.query as Ctx['query'];
    if (!this.#pageFields.some((name) => name in query)) return query;
    return Object.fromEntries(Object.entries(query).filter(([name]) => !this.#pageFields.includes(name)));
  }

  get params(): Ctx['params'] {
    return this.#request.params as Ctx['params'];
  }

  get body(): unknown {
    return this.#request.body;
  }

  get page(): PageQuery {
    return pageFrom(this.#request.query as Readonly<Record<string, unknown>>);
  }

  get user(): SessionUser | undefined {
    return this.#exchange.context.user;
  }

  get tenantId(): string | undefined {
    return this.#exchange.context.tenantId;
  }

  get requestId(): string {
    return this.#exchange.context.requestId;
  }

  get headers(): Ctx['headers'] {
    return this.#request.headers;
  }

  get remoteAddress(): string {
    return this.#exchange.context.remoteAddress ?? '';
  }

  get log(): Logger {
    return this.#limits.logger;
  }

  get signal(): AbortSignal {
    if (!this.#exchange.abort) {
      this.#exchange.abort = new AbortController();
      const abort = (): void => abortExchange(this.#exchange);
      // A response that is closed already emits no further event.
      if (this.#reply.raw.closed) abort();
      else this.#reply.raw.once('close', abort);
    }
    return this.#exchange.abort.signal;
  }

  /** Aborts {@link signal} if the handler reads it. */
  abort(reason: Error): void {
    abortExchange(this.#exchange, reason);
  }

  get reply(): CtxReply {
    return this;
  }

  files(): AsyncIterable<UploadedFile> {
    return readFiles(this.#reply.raw.req, this.#reply.raw, this.#limits.uploadLimit);
  }

  status(code: number): CtxReply {
    this.#reply.status(code);
    return this;
  }

  header(name: string, value: string): CtxReply {
    this.#reply.header(name, value);
    return this;
  }

  redirect(url: string, code = 302): unknown {
    return this.#reply.redirect(url, code);
  }

  file(content: Readable | Uint8Array, name: string, contentType = 'application/octet-stream'): unknown {
    this.#reply.header('content-type', contentType);
    this.#reply.header('content-disposition', contentDisposition('attachment', name));
    return content;
  }
}
