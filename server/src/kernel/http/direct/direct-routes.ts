import { tracingChannel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { R } from '@platform/plugin-sdk/core';
import FindMyWay from 'find-my-way';
import { authorize } from '../authorize.ts';
import { callHandler } from '../call-handler.ts';
import type { Compilers, Serialize, Validate } from '../compilers.ts';
import { toEnvelope } from '../envelope.ts';
import { exchangeOf } from '../exchange.ts';
import { HandlerCtx } from '../handler-ctx.ts';
import { undeclaredPageFields } from '../page-query.ts';
import type { Route } from '../route.ts';
import { isBare, type RouteSchemas } from '../route-schemas.ts';
import { ROUTER_OPTIONS } from '../router-options.ts';
import { withinTime } from '../time-limit.ts';
import type { Logger } from '../../logger.ts';
import { DirectCall } from './direct-call.ts';
import { PlainAnswers } from './plain-answers.ts';

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
  readonly pageFields: readonly string[];
}

/** A route with what its address says. */
interface Found {
  readonly direct: DirectRoute;
  readonly params: unknown;
  readonly query: unknown;
}

/** Like the router's own, it inherits nothing. */
const NoParams = function () {} as unknown as new () => object;
NoParams.prototype = Object.create(null) as object;

/** Letters that are the same in every spelling of an address, and no parameters. */
const PLAIN_ADDRESS = /^[\w/.-]+$/;

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
 *   bytes and handlers that use `ctx.reply` continue in Fastify.
 */
export class DirectRoutes {
  readonly #table = FindMyWay(ROUTER_OPTIONS);
  /** Those of the table whose address, without query, is always the same text. */
  readonly #plain = new Map<string, DirectRoute>();
  readonly #options: DirectOptions;
  readonly #compilers: Compilers;
  readonly #toFastify: Listener;
  readonly #answers = new PlainAnswers();
  #closing = false;

  constructor(options: DirectOptions, compilers: Compilers, toFastify: Listener) {
    this.#options = options;
    this.#compilers = compilers;
    this.#toFastify = toFastify;
  }

  add(route: Route, schemas: RouteSchemas): void {
    if (route.method !== 'GET') return;
    const direct = this.#directRoute(route, schemas);
    this.#table.on('GET', route.url, leftToFastify, direct);
    if (direct && PLAIN_ADDRESS.test(route.url)) this.#plain.set(route.url, direct);
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
    const found = this.#find(request.url ?? '/');
    if (!found) return false;
    const { direct } = found;
    const exchange = exchangeOf(request);
    // A choice of tenant, and looking into one, are settled in a hook of Fastify's.
    if (exchange.choice || exchange.context.user?.acting || authorize(exchange, direct.route.auth))
      return false;
    exchange.route = direct.route.url;
    if (!passes(direct.params, found.params) || !passes(direct.query, found.query)) return false;
    const call = new DirectCall(response, found, exchange, this.#toFastify);
    this.#run(direct, new HandlerCtx(call, call, exchange, this.#options, direct.pageFields), call);
    return true;
  }

  /** Every router prefers a route of the very address that is asked for to one with parameters. */
  #find(url: string): Found | undefined {
    const plain = this.#plain.get(url);
    if (plain) return { direct: plain, params: new NoParams(), query: {} };
    const found = this.#table.find('GET', url);
    const direct = found?.store as DirectRoute | null | undefined;
    return found && direct ? { direct, params: found.params, query: found.searchParams } : undefined;
  }

  #run(direct: DirectRoute, ctx: HandlerCtx, call: DirectCall): void {
    try {
      const result = withinTime(this.#options.timeLimit, callHandler(direct.route, ctx), ctx);
      if (result instanceof Promise) this.#sendLater(result, direct, call);
      else this.#send(result, direct, call);
    } catch (thrown) {
      call.fail(thrown);
    }
  }

  #sendLater(result: Promise<unknown>, direct: DirectRoute, call: DirectCall): void {
    result
      .then((value: unknown) => {
        // Once entered, Fastify waits for the handler itself.
        if (!call.isEntered) this.#options.beforeAnswer?.();
        this.#send(value, direct, call);
      })
      .catch((thrown: unknown) => call.fail(thrown));
  }

  #send(value: unknown, { serialize }: DirectRoute, call: DirectCall): void {
    if (call.isEntered || !isPlain(value) || call.raw.writableEnded) return call.handOver(() => value);
    const body = textOf(value, serialize);
    // Fastify meets the same failure, and reports it.
    if (body === undefined) return call.handOver(() => value);
    this.#answers.send(call.raw, call.requestId, body);
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
      pageFields: undeclaredPageFields(route.schema?.query),
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

/** @returns nothing for a value that cannot be written */
function textOf(value: unknown, serialize: Serialize): string | undefined {
  try {
    return serialize(toEnvelope(value));
  } catch {
    return undefined;
  }
}
