import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenSpan, Tracer } from '../tracing.ts';
import type { Exchange } from './exchange.ts';

interface Traced {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** Milliseconds since 1970, before the session was read. */
  readonly arrivedAt: number;
}

/**
 * Begins the spans of a request, and of the application that answers it; they end with the answer.
 *
 * @returns the span that what answers belongs to
 */
export function traceRequest(tracer: Tracer, entry: Traced, exchange: Exchange): OpenSpan {
  const { request, response, path, arrivedAt } = entry;
  const { method = 'GET', headers } = request;
  const { context, appCode } = exchange;
  const { requestId, tenantId } = context;
  const facts = {
    'platform.request': requestId,
    'platform.tenant': tenantId,
    'platform.application': appCode,
  };
  const whole = tracer.start({
    name: method,
    kind: 'server',
    parent: headers['traceparent'] as string | undefined,
    startedAt: arrivedAt,
    attributes: { 'http.request.method': method, 'url.path': path, ...facts },
  });
  const application =
    appCode === undefined
      ? undefined
      : whole.within(() => tracer.start({ name: `application ${appCode}`, attributes: facts }));
  exchange.context = { ...context, traceId: whole.traceId };
  response.once('close', () => {
    const { route, errorCode } = exchange;
    const { statusCode } = response;
    const failure = statusCode >= 500 ? `status ${statusCode}` : undefined;
    application?.end({ failure });
    whole.end({
      name: route === undefined ? method : `${method} ${route}`,
      attributes: {
        'http.route': route,
        'http.response.status_code': statusCode,
        'error.type': errorCode,
      },
      failure,
    });
  });
  return application ?? whole;
}
