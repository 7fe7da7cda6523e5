import type { IncomingMessage } from 'node:http';
import type { PlatformError } from '@platform/plugin-sdk/core';
import { requestContext, type RequestContext } from '../context.ts';

/** Which tenant a logged-in caller of an open path acts for: that shows with the route. */
export interface TenantChoice {
  /** Of the header `X-Tenant-Id`, where there is one. */
  readonly asked: string | undefined;
  readonly own: string;
  /** Why nothing answers for the tenant of the header, or for the default one. */
  readonly openRefusal: PlatformError | undefined;
  /** Why nothing answers for the caller's own tenant. */
  readonly ownRefusal: PlatformError | undefined;
}

/** What the edge knows of a request before any route sees it. */
export interface Exchange {
  context: RequestContext;
  /** A token was sent but stands for no live session. */
  readonly tokenRejected: boolean;
  readonly startedAt: number;
  /** Application that answers, where it is not the host. */
  readonly appCode: string | undefined;
  /** Of a caller whose own tenant is not that of the open path; settled with the route. */
  readonly choice?: TenantChoice;
  /** Made when the handler asks for its `signal`. */
  abort?: AbortController;
}

const exchange = Symbol('exchange');
type Bound = IncomingMessage & { [exchange]?: Exchange };

/** Hands the exchange from the edge to the routes behind it. */
export function bindExchange(request: IncomingMessage, value: Exchange): void {
  (request as Bound)[exchange] = value;
}

export function exchangeOf(request: IncomingMessage): Exchange {
  const bound = (request as Bound)[exchange];
  if (!bound) throw new Error('The request did not come through the edge.');
  return bound;
}

/** Aborts the `signal` of a request's handler, if it asked for one. */
export function abortRequest(request: IncomingMessage, reason: Error): void {
  const bound = (request as Bound)[exchange];
  if (bound) abortExchange(bound, reason);
}

/** In the context of the request: what listens is the application's, and what that throws is, too. */
export function abortExchange({ abort, context }: Exchange, reason?: Error): void {
  if (abort) requestContext.run(context, () => abort.abort(reason));
}

/**
 * Headers of every answer. They go out with the answer's own: set on the response beforehand, they would take Node's
 * slower way of writing a head.
 */
export const commonHeaders = (requestId: string): Readonly<Record<string, string>> => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  'content-security-policy': API_POLICY,
});

/** An answer of the API is data: as a page it may load, run and send nothing, unless a handler says otherwise. (findings: security 15) */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** What says who may see what is kept by no cache; a handler may say otherwise. (findings: security 18) */
export const notStored: Readonly<Record<string, string>> = { 'cache-control': 'no-store' };
