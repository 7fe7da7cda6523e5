import type { IncomingMessage, ServerResponse } from 'node:http';
import { PlatformError } from '@platform/plugin-sdk/core';
import { requestContext, type RequestContext, type SessionUser } from '../context.ts';
import type { Undo } from '../disposer.ts';
import type { Logger } from '../logger.ts';
import { choiceOf, tenantHeader } from './open-tenant.ts';
import {
  bindExchange,
  boundExchange,
  commonHeaders,
  exchangeOf,
  HSTS,
  notStored,
  refusedExchange,
  type Exchange,
} from './exchange.ts';
import { errorEnvelope, toPlatformError } from './failure.ts';
import type { ClientFacts } from './client-facts.ts';
import { bearerToken, originForm, pathOf, patternMatcher, segmentAt } from './request-facts.ts';
import { refuseUnknownMethod } from './methods.ts';
import type { RateLimit } from './rate-limit.ts';
import { createRequestIds } from './request-ids.ts';
import { traceRequest } from './trace-request.ts';
import { tracing } from '../tracing.ts';
import { endUnread } from './unread-body.ts';

/** The tenant that exists from the first start. */
export const DEFAULT_TENANT = '000000';

/** Answers requests: the host's own routes, or an application's. */
export interface RequestTarget {
  readonly appCode: string | undefined;
  dispatch(request: IncomingMessage, response: ServerResponse): void;
  /** Runs when the response has closed, unless it was complete when `dispatch` returned. */
  answered?(response: ServerResponse): void;
}

type Awaitable<T> = T | Promise<T>;

/** Knows sessions. Returns a known one at once, so that its request costs no turn of the loop. */
export interface Authenticator {
  /** @param address of the client */
  authenticate(token: string, address: string): Awaitable<SessionUser | undefined>;
  /** Returns the sessions that are alive; the check does not count as use of a session. */
  liveAmong?(sessionIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Notifies that sessions of this process may have ended. */
  onEnded?(listener: () => void): Undo;
}

/** Names of the cookie with the token, and of the readable one with the code to repeat. */
export interface SessionCookieNames {
  readonly session: string;
  readonly csrf: string;
}

/** Reads the sessions that browsers carry in cookies. (design 9.8-59) */
export interface CookieSessions {
  readonly names: SessionCookieNames;
  /** @returns the token in the cookie of a request; undefined where there is none */
  tokenOf(request: IncomingMessage, path: string): string | undefined;
  /** @returns an error when the page that sent the request may not use the cookie's session */
  refusal(request: IncomingMessage, caller: Pick<RequestContext, 'user' | 'host'>): PlatformError | undefined;
}

export interface TenantDirectory {
  exists(tenantId: string): Awaitable<boolean>;
}

/** Finds the application that a request is for. */
export interface ApplicationRouter {
  /** @returns the target, an error to answer with, or undefined where no application is meant */
  route(
    appCode: string,
    open: boolean,
    tenantId: string | undefined,
  ): RequestTarget | PlatformError | undefined;
}

/** Refuses a request by its path, before any other check. */
export type EdgeGuard = (path: string, request: IncomingMessage) => PlatformError | undefined;

/** One answered request, for metrics. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  /** Pattern of the route that has answered; undefined where none matched. */
  readonly route: string | undefined;
  readonly status: number;
  /** The time of an event stream is that until it begins. */
  readonly durationMs: number;
  readonly appCode: string | undefined;
  readonly context: RequestContext;
  readonly errorCode: string | undefined;
  /** Its route has recorded it. */
  readonly audited: boolean;
}

/** A request between its authentication and its dispatch. */
interface Entry {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly path: string;
  readonly open: boolean;
  readonly client: ClientFacts;
  readonly token: string | undefined;
  /** The token, when it came by cookie. */
  readonly cookie: string | undefined;
  /** Milliseconds since 1970, where requests are traced. */
  readonly arrivedAt: number;
}

export interface EdgeOptions {
  readonly openPatterns: readonly string[];
  /** Calls of open paths by address. */
  readonly openRate: RateLimit;
  readonly clientOf: (request: IncomingMessage) => ClientFacts;
  readonly access: 'all' | 'errors' | 'off';
  readonly logger: Logger;
  readonly host: RequestTarget;
}

/**
 * The only entrance: request id, edition guard, rate limit of open paths, session, tenant, dispatch
 * to the host or to an application, access log. Each happens once per request. (design 3.4)
 */
export class Edge {
  authenticator: Authenticator | undefined;
  cookies: CookieSessions | undefined;
  tenants: TenantDirectory | undefined;
  applications: ApplicationRouter | undefined;
  /** Lists, since a loop over a set allocates for each request. */
  guards: readonly EdgeGuard[] = [];
  observers: ReadonlyArray<(record: RequestRecord) => void> = [];
  readonly #options: EdgeOptions;
  readonly #nextId = createRequestIds();
  readonly #isOpen: (path: string) => boolean;
  readonly #openRate: RateLimit;
  /** One listener for all responses: a closure for each would cost more than the record of it. */
  readonly #onClose = closeListener((response) => {
    const exchange = exchangeOf(response.req);
    exchange.waiting?.answered?.(response);
    this.#answered(response, exchange);
  });

  constructor(options: EdgeOptions) {
    this.#options = options;
    this.#isOpen = patternMatcher(options.openPatterns);
    this.#openRate = options.openRate;
  }

  /** For `http.createServer`, and for the frontend port's `/prod-api/`. */
  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    const requestId = this.#nextId(request.headers['x-request-id'] as string | undefined);
    request.url = originForm(request.url ?? '/');
    try {
      const admitted = this.#enter(request, response, requestId);
      admitted?.catch((thrown: unknown) => this.#fail(request, response, thrown, requestId));
    } catch (thrown) {
      this.#fail(request, response, thrown, requestId);
    }
  };

  #enter(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> | undefined {
    const client = this.#options.clientOf(request);
    if (client.secure) response.setHeader('strict-transport-security', HSTS);
    refuseUnknownMethod(request.method);
    const path = pathOf(request.url ?? '/');
    for (const guard of this.guards) {
      const refusal = guard(path, request);
      if (refusal) throw refusal;
    }
    const arrivedAt = tracing.current() ? Date.now() : 0;
    const open = this.#isOpen(path);
    if (open) this.#limit(client.address, response);
    const bearer = bearerToken(request.headers.authorization);
    // A browser adds its cookie by itself, so that a token beside it is the caller's intention.
    const cookie = bearer === undefined ? this.cookies?.tokenOf(request, path) : undefined;
    const token = bearer ?? cookie;
    const user = token === undefined ? undefined : this.authenticator?.authenticate(token, client.address);
    const tenant = open ? this.#openTenant(tenantHeader(request)) : undefined;
    const entry: Entry = { request, response, requestId, path, open, client, token, cookie, arrivedAt };
    if (user instanceof Promise || tenant instanceof Promise) {
      return Promise.all([user, tenant]).then(([known, id]) => this.#proceed(entry, known, id));
    }
    this.#proceed(entry, user, tenant);
    return undefined;
  }

  #proceed(entry: Entry, user: SessionUser | undefined, openTenant: string | undefined): void {
    const { request, path, open, client, cookie } = entry;
    const tenantId = open ? openTenant : user?.tenantId;
    const found = this.#target(path, tenantId);
    const strange = open && user !== undefined && user.tenantId !== tenantId;
    const own = strange ? this.#target(path, user.tenantId) : found;
    const refusal =
      cookie === undefined ? undefined : this.cookies?.refusal(request, { user, host: client.host });
    const target = refusal ?? (refusalOf(found) && !refusalOf(own) ? own : found);
    const appCode = target instanceof PlatformError ? undefined : target.appCode;
    const startedAt = performance.now();
    // Literals, not spreads: this runs for every request.
    const context: RequestContext = {
      requestId: entry.requestId,
      tenantId,
      user,
      remoteAddress: client.address,
      secure: client.secure,
      host: client.host,
      begunAt: startedAt,
      answer: entry.response,
      appCode,
      statements: this.observers.length === 0 ? undefined : { count: 0, ms: 0, longest: '', longestMs: 0 },
    };
    this.#dispatch(entry, target, {
      context,
      path,
      tokenRejected: entry.token !== undefined && !user,
      startedAt,
      appCode,
      route: undefined,
      choice: strange ? choiceOf(request, user.tenantId, refusalOf(found), refusalOf(own)) : undefined,
    });
  }

  #limit(remoteAddress: string, response: ServerResponse): void {
    const wait = this.#openRate.hit(remoteAddress, Date.now());
    if (wait === 0) return;
    response.setHeader('retry-after', String(wait));
    throw new PlatformError({
      code: 'RATE_LIMITED',
      status: 429,
      message: 'Too many requests from this address.',
      fix: `Try again in ${wait} seconds.`,
    });
  }

  #openTenant(tenantId = DEFAULT_TENANT): Awaitable<string> {
    if (tenantId === DEFAULT_TENANT) return tenantId;
    const check = (exists: boolean | undefined): string => {
      if (exists) return tenantId;
      throw new PlatformError({
        code: 'TENANT_UNKNOWN',
        status: 404,
        message: 'This tenant does not exist.',
      });
    };
    const exists = this.tenants?.exists(tenantId);
    return exists instanceof Promise ? exists.then(check) : check(exists);
  }

  #dispatch(entry: Entry, target: RequestTarget | PlatformError, exchange: Exchange): void {
    const { request, response } = entry;
    bindExchange(request, exchange);
    const tracer = tracing.current();
    const span = tracer && traceRequest(tracer, entry, exchange);
    try {
      if (target instanceof PlatformError) throw target;
      // A client that left while its session was read: its response has closed already.
      if (response.closed) return;
      requestContext.enter(exchange.context);
      if (span) span.within(() => target.dispatch(request, response));
      else target.dispatch(request, response);
    } finally {
      this.#follow(response, target, exchange);
    }
  }

  /** Records the end of a request. One that the socket has taken completely needs no listener. */
  #follow(response: ServerResponse, target: RequestTarget | PlatformError, exchange: Exchange): void {
    if (response.closed || response.writableFinished) return this.#answered(response, exchange);
    const pending = response.writableEnded || target instanceof PlatformError ? undefined : target;
    if (pending?.answered) exchange.waiting = pending;
    if (exchange.waiting || this.#isWatched) response.on('close', this.#onClose);
  }

  /** Whether somebody wants to know of the end of requests. */
  get #isWatched(): boolean {
    return this.#options.access !== 'off' || this.observers.length > 0;
  }

  #target(path: string, tenantId: string | undefined): RequestTarget | PlatformError {
    const first = segmentAt(path, 1);
    const open = first === 'open';
    const appCode = open ? segmentAt(path, 'open/'.length + 1) : first;
    const siteConfig = open && (path === `/open/${appCode}/config` || path === `/open/${appCode}/config/`);
    if (siteConfig) return this.#options.host;
    return this.applications?.route(appCode, open, tenantId) ?? this.#options.host;
  }

  #answered(response: ServerResponse, exchange: Exchange): void {
    // Like nginx: 499 is for clients that left before an answer. Event streams end by their client.
    const status = response.headersSent ? response.statusCode : 499;
    const { access, logger } = this.#options;
    const logged = access === 'all' || (access === 'errors' && status >= 400);
    if (!logged && this.observers.length === 0) return;
    const record = recordOf(response.req, exchange, status);
    for (const observe of this.observers) observe(record);
    if (!logged) return;
    const { context, route: _route, errorCode: _code, audited: _audited, ...fields } = record;
    const durationMs = Math.round(record.durationMs * 10) / 10;
    requestContext.run(context, () => logger.info('Request', { ...fields, durationMs }));
  }

  /**
   * Follows a request that no target was looked up for, such as one over the rate limit. It is
   * traced and measured, but not logged: a flood is what the limit is against.
   */
  #refused(request: IncomingMessage, response: ServerResponse, requestId: string): Exchange {
    const path = pathOf(request.url ?? '/');
    const exchange = refusedExchange(requestId, path, this.#options.clientOf(request));
    bindExchange(request, exchange);
    const tracer = tracing.current();
    if (tracer) traceRequest(tracer, { request, response, path, arrivedAt: Date.now() }, exchange);
    if (this.observers.length > 0) {
      response.once('close', () => {
        const record = recordOf(request, exchange, response.statusCode);
        for (const observe of this.observers) observe(record);
      });
    }
    return exchange;
  }

  #fail(request: IncomingMessage, response: ServerResponse, thrown: unknown, requestId: string): void {
    const error = toPlatformError(thrown);
    const exchange = boundExchange(request) ?? this.#refused(request, response, requestId);
    exchange.errorCode = error.code;
    if (error.status >= 500)
      this.#options.logger.error('Request failed', { requestId, error: error.cause ?? error });
    if (response.headersSent) return void response.destroy();
    endUnread(request, response);
    response.writeHead(error.status, {
      'content-type': 'application/json; charset=utf-8',
      ...commonHeaders(requestId),
      ...notStored,
    });
    response.end(JSON.stringify(errorEnvelope(error, requestId)));
  }
}

/** @returns a listener that passes on the response that emits */
const closeListener = (closed: (response: ServerResponse) => void) =>
  function (this: ServerResponse): void {
    closed(this);
  };

const recordOf = (
  request: IncomingMessage,
  { path, route, startedAt, streamedAt, appCode, context, errorCode, audited = false }: Exchange,
  status: number,
): RequestRecord => ({
  method: request.method ?? 'GET',
  path,
  route,
  status,
  durationMs: (streamedAt ?? performance.now()) - startedAt,
  appCode,
  context,
  errorCode,
  audited,
});

const refusalOf = (target: RequestTarget | PlatformError): PlatformError | undefined =>
  target instanceof PlatformError ? target : undefined;
