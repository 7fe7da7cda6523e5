import { hasPermission } from '@platform/plugin-sdk/auth';
import { PlatformError } from '@platform/plugin-sdk/core';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Logger } from '../logger.ts';
import { failReadably, JSON_TYPE, readable, respond, type Answering } from './answer.ts';
import { useLazyCompilers } from './compilers.ts';
import { describedAs, describeRoutes } from './describe-routes.ts';
import { endEmptyBodies } from './empty-bodies.ts';
import { envelopeSchema } from './envelope.ts';
import { commonHeaders, exchangeOf, notStored, type Exchange } from './exchange.ts';
import { errorEnvelope, toPlatformError } from './failure.ts';
import { HandlerCtx } from './handler-ctx.ts';
import { acceptJson } from './json-bodies.ts';
import { settleTenant } from './open-tenant.ts';
import { withPageQuery } from './page-query.ts';
import type { Route, RouteAuth } from './route.ts';
import type { SessionStreams } from './session-streams.ts';
import { acceptUploads } from './uploads.ts';
import { withinTime } from './time-limit.ts';

export interface InstanceOptions {
  /** Title of the OpenAPI group. */
  readonly title: string;
  readonly version: string;
  readonly routes: readonly Route[];
  readonly logger: Logger;
  readonly bodyLimit: number;
  /** Largest uploaded file in bytes. */
  readonly uploadLimit: number;
  /** Time that a handler may take, in milliseconds; without one there is no limit. */
  readonly timeLimit?: number;
  /** Aborted when the host stops: streams of events end, all else is let finish. */
  readonly stopping: AbortSignal;
  /** Ends streams of events with their sessions. */
  readonly streams: SessionStreams;
  /** Runs after each handler of a route that names an `audit` title. */
  readonly onAudit?: (record: AuditRecord) => void;
  /** Runs when an asynchronous handler has ended, before its answer is written. */
  readonly beforeAnswer?: () => void;
  /** Told of each answer with status 500 or more. */
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
}

/**
 * A Fastify instance that answers in the platform's way: login check, validation, envelope, errors, time limit,
 * OpenAPI. The host has one, and so has each loaded application. (design 2.2, 3.4)
 */
export async function createInstance(options: InstanceOptions): Promise<FastifyInstance> {
  const instance = Fastify({
    logger: false,
    genReqId: (request) => exchangeOf(request).context.requestId,
    bodyLimit: options.bodyLimit,
    forceCloseConnections: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    // Of an address that leads to no route, not even to the one for what is not found.
    frameworkErrors: (thrown, request, reply) => {
      const error = toPlatformError(thrown);
      const answer = reply as unknown as FastifyReply;
      void answer
        .status(error.status)
        .headers({ ...commonHeaders(request.id), ...notStored })
        .send(errorEnvelope(error, request.id));
    },
  });
  useLazyCompilers(instance);
  await describeRoutes(instance, { title: options.title, version: options.version });
  endEmptyBodies(instance);
  acceptJson(instance);
  acceptUploads(instance);
  instance.setNotFoundHandler((request, reply) => {
    const error = new PlatformError({
      code: 'NOT_FOUND',
      status: 404,
      message: `Nothing answers ${request.method} ${request.url.split('?')[0]}.`,
    });
    void reply
      .status(404)
      .headers({ ...commonHeaders(request.id), ...notStored })
      .send(errorEnvelope(error, request.id));
  });
  instance.setErrorHandler((thrown, request, reply) => {
    const error = toPlatformError(thrown);
    if (error.status >= 500) {
      options.onFailure?.(error);
      options.logger.error('Request failed', {
        method: request.method,
        url: request.url,
        error: error.cause ?? error,
      });
    }
    void reply
      .status(error.status)
      .headers({ 'content-type': JSON_TYPE, ...notStored })
      .removeHeader('content-disposition')
      .send(errorEnvelope(error, request.id));
  });
  for (const route of options.routes) addRoute(instance, route, options);
  return instance;
}

function addRoute(instance: FastifyInstance, route: Route, options: InstanceOptions): void {
  const { schema } = route;
  const { stopping, streams, logger, onFailure, beforeAnswer } = options;
  const typed = schema?.response !== undefined;
  const answering: Answering = { stopping, streams, logger, onFailure, typed };
  instance.route({
    method: route.method,
    url: route.url,
    config: describedAs(route),
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    schema: {
      summary: route.summary,
      ...(schema?.query ? { querystring: withPageQuery(schema.query) } : {}),
      ...(schema?.params ? { params: schema.params } : {}),
      ...(schema?.body ? { body: schema.body } : {}),
      ...(schema?.response ? { response: { 200: envelopeSchema(schema.response) } } : {}),
    },
    onRequest: (request, reply, done) => {
      reply.headers(commonHeaders(request.id));
      const exchange = exchangeOf(request.raw);
      const refusal = refuse(exchange, route.auth) ?? settleTenant(exchange, route.auth);
      if (refusal) done(refusal);
      else done();
    },
    handler: (request, reply) => {
      const exchange = exchangeOf(request.raw);
      const ctx = new HandlerCtx(request, reply, exchange, options);
      const call = (): unknown => withinTime(options.timeLimit, () => route.handler(ctx), ctx);
      const answer = (value: unknown): unknown => readable(() => respond(value, reply, exchange, answering));
      const result = readable(() =>
        route.audit && options.onAudit ? audited(route, request, call, options.onAudit) : call(),
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

/** Why this caller may not use the route, if so. (spec: Authentication 1, Errors) */
function refuse({ context, tokenRejected }: Exchange, auth: RouteAuth): PlatformError | undefined {
  if (auth === 'public') return undefined;
  if (!context.user) {
    return tokenRejected
      ? new PlatformError({
          code: 'SESSION_EXPIRED',
          status: 401,
          message: 'The session has ended.',
          fix: 'Log in again.',
        })
      : new PlatformError({
          code: 'UNAUTHENTICATED',
          status: 401,
          message: 'A login is needed.',
          fix: 'Send Authorization: Bearer with a token from POST /auth/login.',
        });
  }
  if (auth === 'login' || hasPermission(context.user, auth)) return undefined;
  return new PlatformError({
    code: 'FORBIDDEN',
    status: 403,
    message: `The permission ${auth} is needed.`,
    fix: 'Ask an administrator for a role that has it.',
  });
}

async function audited(
  route: Route,
  request: { method: string; url: string; raw: Parameters<typeof exchangeOf>[0]; body: unknown },
  call: () => unknown,
  onAudit: (record: AuditRecord) => void,
): Promise<unknown> {
  const startedAt = performance.now();
  const record = (error?: PlatformError): void =>
    onAudit({
      title: route.audit ?? '',
      method: request.method,
      path: request.url.split('?')[0] ?? '',
      exchange: exchangeOf(request.raw),
      durationMs: Math.round(performance.now() - startedAt),
      body: request.body,
      ...(error ? { error } : {}),
    });
  try {
    const result = await call();
    record();
    return result;
  } catch (thrown) {
    record(toPlatformError(thrown));
    throw thrown;
  }
}
