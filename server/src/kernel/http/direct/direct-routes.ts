import { tracingChannel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { R } from '@platform/plugin-sdk/core';
import FindMyWay from 'find-my-way';
import { JSON_TYPE } from '../answer.ts';
import { authorize } from '../authorize.ts';
import { callHandler } from '../call-handler.ts';
import type { Compilers, Serialize, Validate } from '../compilers.ts';
import { toEnvelope } from '../envelope.ts';
import { exchangeOf, plainHeaders } from '../exchange.ts';
import { HandlerCtx } from '../handler-ctx.ts';
import type { Route } from '../route.ts';
import { isBare, type RouteSchemas } from '../route-schemas.ts';
import { ROUTER_OPTIONS } from '../router-options.ts';
import { withinTime } from '../time-limit.ts';
import type { Logger } from '../../logger.ts';
import { DirectCall } from './direct-call.ts';

export interface DirectOptions {
  readonly logger: Logger;
  readonly uploadLimit: number;
  readonly timeLimit?: number;
  readonly beforeAnswer?: () => void;
}

/** A route that can be answered directly. */
interface DirectRoute {
  readonly route: Route;
  readonly params: Validate | undefined;
  readonly query: Validate | undefined;
  readonly serialize: Serialize;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Subscribers follow the handlers of Fastify, so that these have to run there. */
const tracing = tracingChannel('fastify.request.handler');

/**
 * Answers plain GET requests without Fastify's request, reply and hooks, which take about a third
 * of the processor time of a small request.
 *
 * It cannot answer differently from Fastify, because:
 * - the table has every GET route of the instance, under the options that Fastify's router has, so
 *   that both find the same route; a route that needs more is in it as one to leave to Fastify;
 * - checks, validators, serialisers and handlers are the same functions;
 * - it writes one kind of answer: status 200, JSON, the usual headers. Refusals, failures, streams,
 *   bytes and handlers that use `ctx.reply` go on in Fastify.
 */
export class DirectRoutes {
  readonly #table = FindMyWay(ROUTER_OPTIONS);
  readonly #options: DirectOptions;
  readonly #compilers: Compilers;
  readonly #toFastify: Listener;
  #closing = false;

  constructor(options: DirectOptions, compilers: Compilers, toFastify: Listener) {
    this.#options = options;
    this.#compilers = compilers;
    this.#toFastify = toFastify;
  }

  add(route: Route, schemas: RouteSchemas): void {
    if (route.method !== 'GET') return;
    this.#table.on('GET', route.url, leftToFastify, this.#directRoute(route, schemas));
  }

  /** From here on Fastify has every request: it answers 503 while it closes. */
  close(): void {
    this.#closing = true;
  }

  readonly routing: Listener = (request, response) => {
    if (!this.#answer(request, response)) this.#toFastify(request, response);
  };

  /** @returns false for a request that Fastify has to answer; no code of a handler has run then */
  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#closing || tracing.hasSubscribers) return false;
    const found = this.#table.find('GET', request.url ?? '/');
    const direct = found?.store as DirectRoute | null | undefined;
    if (!found || !direct) return false;
    const exchange = exchangeOf(request);
    // A choice of tenant is settled in a hook of Fastify's.
    if (exchange.choice || authorize(exchange, direct.route.auth)) return false;
    exchange.route = direct.route.url;
    const { params, searchParams: query } = found;
    if (!passes(direct.params, params) || !passes(direct.query, query)) return false;
    const call = new DirectCall(request, response, exchange, this.#toFastify);
    const { headers } = request;
    const incoming = { raw: request, headers, params, query, body: undefined };
    const ctx = new HandlerCtx(incoming, call, exchange, this.#options);
    this.#run(direct, ctx, call, exchange.context.requestId);
    return true;
  }

  #run(direct: DirectRoute, ctx: HandlerCtx, call: DirectCall, requestId: string): void {
    const fail = (thrown: unknown): void =>
      call.handOver(() => {
        throw thrown;
      });
    try {
      const { route } = direct;
      const result = withinTime(this.#options.timeLimit, () => callHandler(route, ctx), ctx);
      if (!(result instanceof Promise)) return send(result, direct, call, requestId);
      result
        .then((value: unknown) => {
          // Once entered, Fastify waits for the handler itself.
          if (!call.isEntered) this.#options.beforeAnswer?.();
          send(value, direct, call, requestId);
        })
        .catch(fail);
    } catch (thrown) {
      fail(thrown);
    }
  }

  #directRoute(route: Route, schemas: RouteSchemas): DirectRoute | undefined {
    // The audit of a call is written by Fastify's handler, and so is an answer without envelope.
    if (route.audit !== undefined || isBare(route)) return undefined;
    const { params, querystring, response } = schemas;
    return {
      route,
      params: params && this.#compilers.validator(params, 'params'),
      query: querystring && this.#compilers.validator(querystring, 'querystring'),
      serialize: response ? this.#compilers.serializer(response[200]) : JSON.stringify,
    };
  }
}

const leftToFastify = (): void => undefined;

const passes = (validate: Validate | undefined, data: unknown): boolean =>
  validate === undefined || !('error' in validate(data));

/** Whether a result is put in the envelope and written as JSON. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' ||
  !(value instanceof R || value instanceof Readable || value instanceof Uint8Array);

function send(value: unknown, { serialize }: DirectRoute, call: DirectCall, requestId: string): void {
  if (call.isEntered || !isPlain(value) || call.raw.writableEnded) return call.handOver(() => value);
  let body: string;
  try {
    body = serialize(toEnvelope(value));
  } catch {
    // Fastify meets the same failure, and reports it.
    return call.handOver(() => value);
  }
  call.raw.writeHead(200, plainHeaders(requestId, JSON_TYPE, Buffer.byteLength(body)));
  call.raw.end(body);
}
