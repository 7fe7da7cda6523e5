import type { PlatformError } from '@platform/plugin-sdk/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { requestContext } from '../context.ts';
import type { Logger } from '../logger.ts';
import { errorFrom } from '../thrown.ts';
import { DEFAULT_TENANT } from './edge.ts';
import { failReadably, isAbandoned, JSON_TYPE, readable, respond, type Answering } from './answer.ts';
import { settleActing } from './acting.ts';
import { authorize } from './authorize.ts';
import { callHandler } from './call-handler.ts';
import { Compilers } from './compilers.ts';
import { describedAs, describeRoutes } from './describe-routes.ts';
import { endEmptyBodies } from './empty-bodies.ts';
import { DirectRoutes } from './direct/index.ts';
import { commonHeaders, exchangeOf, notStored, type Exchange } from './exchange.ts';
import { errorEnvelope, toPlatformError } from './failure.ts';
import { acceptForms } from './form-bodies.ts';
import { HandlerCtx } from './handler-ctx.ts';
import { acceptJson } from './json-bodies.ts';
import type { MonitoringLogin } from './monitoring-login.ts';
import { notFound, wrongMethod } from './no-route.ts';
import { settleTenant } from './open-tenant.ts';
import { allowOf, PathRoutes } from './path-routes.ts';
import { withoutQuery } from './request-facts.ts';
import { undeclaredPageFields } from './page-query.ts';
import type { Route } from './route.ts';
import { isBare, schemasOf, type RouteSchemas } from './route-schemas.ts';
import { ROUTER_OPTIONS } from './router-options.ts';
import type { SessionStreams } from './session-streams.ts';
import { endUnread } from './unread-body.ts';
import { acceptUploads } from './uploads.ts';
import { withinTime } from './time-limit.ts';

/** Everything there needs the monitoring credentials. (spec: Authentication 4) */
const MONITORED = /^\/actuator(?:\/|$)/;

export interface InstanceOptions {
  /** Title of the OpenAPI group. */
  readonly title: string;
  readonly version: string;
  readonly routes: readonly Route[];
  readonly logger: Logger;
  readonly bodyLimit: number;
  /** Largest uploaded file in bytes. */
  readonly uploadLimit: number;
  /** Compiled schemas, if others share them. */
  readonly compilers?: Compilers;
  /** Time limit of a handler in milliseconds; none by default. */
  readonly timeLimit?: number;
  /** Routes without a login read forms and XML too, as other systems send them. */
  readonly callbacks?: boolean;
  /** Aborted when the host stops: event streams end, other answers complete. */
  readonly stopping: AbortSignal;
  /** Ends event streams with their sessions. */
  readonly streams: SessionStreams;
  /** Login of the monitoring endpoints; without one they are closed. */
  readonly monitoring?: () => MonitoringLogin | undefined;
  /** Runs after each handler of a route with an `audit` title. */
  readonly onAudit?: (record: AuditRecord) => void;
  /** Runs after an asynchronous handler, before its answer is written. */
  readonly beforeAnswer?: () => void;
  /** Receives the error of each answer with status 500 or more. */
  readonly onFailure?: (error: PlatformError) => void;
}

/** One audited call, for the operation log. */
export interface AuditRecord {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly exchange: Exchange;
  readonly durationMs: number;
  readonly error?: PlatformError;
  readonly body: unknown;
  /** Values that the call changed, before and after. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Answers the requests of one set of routes. Fastify's own interface stays inside, so that nobody
 * can add a hook that direct answers would not run.
 */
export interface RouteInstance {
  readonly routing: (request: IncomingMessage, response: ServerResponse) => void;
  ready(): Promise<void>;
  /** New requests are answered with 503 from here on. */
  close(): Promise<void>;
  /** The OpenAPI document of the routes. */
  swagger(): object;
}

/**
 * A Fastify instance with the platform's login check, validation, envelope, errors, time limit and
 * OpenAPI. The host has one, and so has each loaded application. (design 2.2, 3.4)
 */
export async function createInstance(options: InstanceOptions): Promise<RouteInstance> {
  const instance = Fastify({
    logger: false,
    genReqId: (request) => exchangeOf(request).context.requestId,
    bodyLimit: options.bodyLimit,
    forceCloseConnections: false,
    routerOptions: ROUTER_OPTIONS,
    // Raised before routing, such as for a malformed URL.
    frameworkErrors: (thrown, request, reply) => {
      const error = toPlatformError(thrown);
      const answer = reply as unknown as FastifyReply;
      endUnread(request.raw, answer.raw);
      void answer
        .status(error.status)
        .headers({ ...commonHeaders(request.id), ...notStored })
        .send(refusalOf(error, request));
    },
  });
  const compilers = options.compilers ?? new Compilers();
  useCompilers(instance, compilers);
  await describeRoutes(instance, { title: options.title, version: options.version });
  endEmptyBodies(instance);
  acceptJson(instance);
  acceptUploads(instance);
  acceptForms(instance, options.callbacks ?? false);
  const refuse = refusalOfUnrouted(options);
  instance.setNotFoundHandler(refuse);
  instance.setErrorHandler((thrown, request, reply) => {
    if (isAbandoned(thrown, reply)) return;
    // The body of a request without a route is of no interest.
    if (request.is404) return refuse(request, reply);
    endUnread(request.raw, reply.raw);
    const error = toPlatformError(thrown);
    if (error.status >= 500) {
      options.onFailure?.(error);
      options.logger.error('Request failed', {
        method: request.method,
        path: withoutQuery(request.url),
        error: errorFrom(error.cause ?? error, `${request.method} ${request.routeOptions.url ?? ''}`),
      });
    }
    void reply
      .status(error.status)
      .headers({ 'content-type': JSON_TYPE, ...notStored })
      .removeHeader('content-disposition')
      .send(refusalOf(error, request));
  });
  const direct = new DirectRoutes(options, compilers, (request, response) =>
    instance.routing(request, response),
  );
  for (const route of options.routes) {
    const schemas = schemasOf(route);
    addRoute(instance, route, { schemas, compilers }, options);
    direct.add(route, schemas);
  }
  return {
    routing: direct.routing,
    ready: async () => void (await instance.ready()),
    close: () => {
      direct.close();
      return instance.close();
    },
    swagger: () => instance.swagger(),
  };
}

/** The body of a refused request, whose span and metrics know the code. */
function refusalOf(error: PlatformError, { id, raw }: { id: string; raw: IncomingMessage }) {
  exchangeOf(raw).errorCode = error.code;
  return errorEnvelope(error, id);
}

function useCompilers(instance: FastifyInstance, compilers: Compilers): void {
  instance.setValidatorCompiler(({ schema, httpPart }) =>
    compilers.validator(schema as object, httpPart ?? 'request'),
  );
  instance.setSerializerCompiler(({ schema }) => compilers.serializer(schema as object));
}

function bareOf(route: Route, { response }: RouteSchemas, compilers: Compilers): Answering['bare'] {
  const { produces: type } = route;
  if (!isBare(route) || type === undefined || !response) return undefined;
  return { type, serialize: compilers.serializer(response[200]) };
}

/** The check of the caller; the monitoring endpoints have a login of their own. */
function admissionOf(options: InstanceOptions) {
  return (
    exchange: Exchange,
    { auth }: Pick<Route, 'auth'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): PlatformError | undefined => {
    const login = auth === 'monitoring' ? options.monitoring?.() : undefined;
    if (!login) return authorize(exchange, auth);
    const { remoteAddress = '' } = exchange.context;
    const refusal = login.refusal(request.headers.authorization, remoteAddress);
    if (refusal) {
      reply.headers(refusal.headers);
      return refusal.error;
    }
    // The operators are of the platform's own tenant, whose operation log shows what they change.
    exchange.context = { ...exchange.context, tenantId: DEFAULT_TENANT, user: undefined };
    requestContext.enter(exchange.context);
    return undefined;
  };
}

/**
 * Refuses a request that no route has: with the methods of its path where it has others, once login
 * and permission of the path are there, else with 404.
 */
function refusalOfUnrouted(options: InstanceOptions) {
  const admission = admissionOf(options);
  const paths = new PathRoutes(options.routes);
  const errorOf = (request: FastifyRequest, reply: FastifyReply): PlatformError => {
    const exchange = exchangeOf(request.raw);
    const path = withoutQuery(request.url);
    const routes = paths.at(path);
    const [route] = routes;
    const auth = options.monitoring && MONITORED.test(path) ? 'monitoring' : route?.auth;
    const refusal = auth && admission(exchange, { auth }, request, reply);
    if (refusal) return refusal;
    if (!route) return notFound(request.method, path);
    exchange.route = route.url;
    const allow = allowOf(routes);
    reply.header('allow', allow);
    return wrongMethod(request.method, path, allow);
  };
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const error = errorOf(request, reply);
    endUnread(request.raw, reply.raw);
    void reply
      .status(error.status)
      .headers({ ...commonHeaders(request.id), ...notStored })
      .send(refusalOf(error, request));
  };
}

function addRoute(
  instance: FastifyInstance,
  route: Route,
  { schemas, compilers }: { readonly schemas: RouteSchemas; readonly compilers: Compilers },
  options: InstanceOptions,
): void {
  const { stopping, streams, logger, onFailure, beforeAnswer } = options;
  const admission = admissionOf(options);
  const typed = schemas.response !== undefined;
  const pageFields = undeclaredPageFields(route.schema?.query);
  const answering: Answering = {
    stopping,
    streams,
    logger,
    onFailure,
    typed,
    bare: bareOf(route, schemas, compilers),
  };
  instance.route({
    method: route.method,
    url: route.url,
    config: describedAs(route),
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    ...(route.head === undefined ? {} : { exposeHeadRoute: route.head }),
    schema: { summary: route.summary, ...schemas },
    onRequest: (request, reply, done) => {
      reply.headers(commonHeaders(request.id));
      const exchange = exchangeOf(request.raw);
      exchange.route = route.url;
      const refusal =
        admission(exchange, route, request, reply) ??
        settleActing(exchange, route, request.raw) ??
        settleTenant(exchange, route.auth);
      if (refusal) done(refusal);
      else done();
    },
    handler: (request, reply) => {
      const exchange = exchangeOf(request.raw);
      const { resume } = exchange;
      const ctxOf = (): HandlerCtx => new HandlerCtx(request, reply, exchange, options, pageFields);
      const call = (): unknown => {
        if (resume) return resume(reply);
        const ctx = ctxOf();
        return withinTime(options.timeLimit, callHandler(route, ctx), ctx);
      };
      const answer = (value: unknown): unknown => readable(() => respond(value, reply, exchange, answering));
      const result = readable(() =>
        route.audit && options.onAudit
          ? audited({ route, request, ctxOf, onAudit: options.onAudit }, call)
          : call(),
      );
      if (!(result instanceof Promise)) return answer(result);
      const answerLater = (value: unknown): unknown => {
        beforeAnswer?.();
        return answer(value);
      };
      return result.then(answerLater, failReadably);
    },
  });
}

interface AuditedCall {
  readonly route: Route;
  readonly request: {
    method: string;
    url: string;
    raw: Parameters<typeof exchangeOf>[0];
    body: unknown;
  };
  readonly ctxOf: () => HandlerCtx;
  readonly onAudit: (record: AuditRecord) => void;
}

async function audited(
  { route, request, ctxOf, onAudit }: AuditedCall,
  call: () => unknown,
): Promise<unknown> {
  const recordOf = async (): Promise<unknown> => {
    try {
      return await route.record?.(ctxOf());
    } catch {
      return undefined;
    }
  };
  const before = await recordOf();
  const startedAt = performance.now();
  exchangeOf(request.raw).audited = true;
  const record = (error?: PlatformError, after?: unknown): void =>
    onAudit({
      title: route.audit ?? '',
      method: request.method,
      path: withoutQuery(request.url),
      exchange: exchangeOf(request.raw),
      durationMs: Math.round(performance.now() - startedAt),
      body: request.body,
      before,
      after,
      ...(error ? { error } : {}),
    });
  try {
    const result = await call();
    record(undefined, await recordOf());
    return result;
  } catch (thrown) {
    record(toPlatformError(thrown));
    throw thrown;
  }
}
