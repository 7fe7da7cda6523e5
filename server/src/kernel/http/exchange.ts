import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PlatformError } from '@platform/plugin-sdk/core';
import type { FastifyReply } from 'fastify';
import type { ClientFacts } from './client-facts.ts';
import { requestContext, type RequestContext } from '../context.ts';

/** The tenants that a logged-in caller of an open path may act for; the route decides. */
export interface TenantChoice {
  /** Tenant of the header `X-Tenant-Id`. */
  readonly asked: string | undefined;
  readonly own: string;
  /** Refusal for the tenant of the header, or for the default one. */
  readonly openRefusal: PlatformError | undefined;
  /** Refusal for the caller's own tenant. */
  readonly ownRefusal: PlatformError | undefined;
}

/** Facts of a request that the edge establishes before any route sees it. */
export interface Exchange {
  context: RequestContext;
  /** Path of the request, decoded once. */
  readonly path: string;
  /** The request has a token, but no live session belongs to it. */
  readonly tokenRejected: boolean;
  readonly startedAt: number;
  /** When an event stream began: it lasts as long as its client wants. */
  streamedAt?: number;
  /** Application that answers; undefined for the host. */
  readonly appCode: string | undefined;
  /** Pattern of the route that answers, once it is found. */
  route: string | undefined;
  /** Code of the error that it is answered with. */
  errorCode?: string;
  /** The call is recorded by its route. */
  audited?: boolean;
  /** Set when the caller's own tenant differs from that of the open path. */
  readonly choice: TenantChoice | undefined;
  /** Created when the handler reads its `signal`. */
  abort?: AbortController;
  /** Told when the response has closed, where it was not complete after its first turn. */
  waiting?: { answered?(response: ServerResponse): void };
  /** Outcome of a handler that has already run. Fastify uses it instead of calling the handler. */
  resume?: (reply: FastifyReply) => unknown;
}

/** Facts of a request that is refused before its session is read. */
export const refusedExchange = (
  requestId: string,
  path: string,
  { address, secure, host }: ClientFacts,
): Exchange => ({
  context: { requestId, tenantId: undefined, user: undefined, remoteAddress: address, secure, host },
  path,
  tokenRejected: false,
  startedAt: performance.now(),
  appCode: undefined,
  route: undefined,
  choice: undefined,
});

const exchange = Symbol('exchange');
type Bound = IncomingMessage & { [exchange]?: Exchange };

/** Passes the exchange from the edge to the routes behind it. */
export function bindExchange(request: IncomingMessage, value: Exchange): void {
  (request as Bound)[exchange] = value;
}

/** @returns undefined for a request that was refused before it was bound */
export const boundExchange = (request: IncomingMessage): Exchange | undefined => (request as Bound)[exchange];

export function exchangeOf(request: IncomingMessage): Exchange {
  const bound = boundExchange(request);
  if (!bound) throw new Error('The request did not come through the edge.');
  return bound;
}

/** Aborts the `signal` of a request's handler, if the handler reads it. */
export function abortRequest(request: IncomingMessage, reason: Error): void {
  const bound = boundExchange(request);
  if (bound) abortExchange(bound, reason);
}

/** Runs in the context of the request, because the listeners belong to the application. */
export function abortExchange({ abort, context }: Exchange, reason?: Error): void {
  if (abort) requestContext.run(context, () => abort.abort(reason));
}

/**
 * Lets a page of the API load, run and send nothing: an answer is data, unless a handler sets
 * another policy. (findings: security 15)
 */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Headers of stored files: their content never runs with the rights of the page showing them. */
export const OBJECT_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/** Browsers come back over HTTPS only, for a year. Only an answer over HTTPS carries it. */
export const HSTS = 'max-age=31536000';

/**
 * Headers of every answer. They go out with the answer's own: Node writes a head more slowly when
 * headers were set on the response beforehand.
 */
export const commonHeaders = (requestId: string): Readonly<Record<string, string>> => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  'content-security-policy': API_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
});

/** Keeps answers out of every cache; a handler may set another value. (findings: security 18) */
export const notStored: Readonly<Record<string, string>> = { 'cache-control': 'no-store' };

/**
 * All headers of a plain response in the order in which Fastify writes them; one literal, for
 * speed.
 */
export const plainHeaders = (requestId: string, type: string, length: number): Record<string, string> => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  'content-security-policy': API_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-type': type,
  'content-length': String(length),
});
