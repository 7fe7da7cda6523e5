import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  endUnread,
  errorEnvelope,
  PlatformError,
  toPlatformError,
  withoutQuery,
  type Logger,
} from '../kernel/index.ts';

/**
 * Answers failures of the frontend port in the envelope and logs them by their request id.
 * (findings: security 18, remotes 7)
 */
export function answerFailures(app: FastifyInstance, logger: Logger): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Fastify tells of no response to a client that has left before it.
    reply.raw.once('close', () => logFailed(request, reply.raw.headersSent ? reply.statusCode : 499));
  });
  app.setErrorHandler((thrown, request, reply) => {
    const error = explained(thrown, request);
    if (error.status >= 500) {
      logger.error('Request failed', {
        requestId: request.id,
        path: withoutQuery(request.url),
        error: thrown,
      });
    }
    return answer(reply, request, error);
  });
  function logFailed({ id: requestId, method, url }: FastifyRequest, status: number): void {
    if (status >= 400) logger.info('Request', { requestId, method, path: withoutQuery(url), status });
  }
}

/** Answers 404 for a missing file, never the shell's page. */
export function missing(request: FastifyRequest, reply: FastifyReply): unknown {
  return answer(reply, request, notFound(request));
}

/** Answers an error in the envelope; also for a URL that is malformed and reaches no route. */
export function answer(reply: FastifyReply, request: FastifyRequest, error: PlatformError): unknown {
  endUnread(request.raw, reply.raw);
  return reply
    .status(error.status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(errorEnvelope(error, request.id));
}

/** Translates errors of the libraries for files and for the object storage. */
function explained(thrown: unknown, request: FastifyRequest): PlatformError {
  const { statusCode, code } = thrown as { readonly statusCode?: unknown; readonly code?: unknown };
  const ofFastify = String(code).startsWith('FST_');
  // A path that leaves the folder or has a zero byte names no file.
  if (statusCode === 403 || statusCode === 404 || (statusCode === 400 && !ofFastify))
    return notFound(request);
  if (String(code).startsWith('FST_REPLY_FROM_') || [502, 503, 504].includes(Number(statusCode))) {
    return new PlatformError({
      code: 'STORAGE_UNAVAILABLE',
      status: 503,
      message: 'The object storage behind /minio/ does not respond.',
      fix: 'Check that it is running, and check frontend.minio-url.',
      cause: thrown,
    });
  }
  return toPlatformError(thrown);
}

function notFound(request: FastifyRequest): PlatformError {
  return new PlatformError({
    code: 'FILE_NOT_FOUND',
    status: 404,
    message: `The file ${withoutQuery(request.url)} does not exist.`,
    fix: 'Check the address. For the frontend of an application, upgrade or deploy it again.',
  });
}
