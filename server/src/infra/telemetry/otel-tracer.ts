import {
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type TextMapPropagator,
  type Tracer as OtelApiTracer,
} from '@opentelemetry/api';
import type { OpenSpan, SpanFacts, Tracer } from '../../kernel/index.ts';

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** {@link Tracer} on OpenTelemetry. */
export class OtelTracer implements Tracer {
  readonly #tracer: OtelApiTracer;
  readonly #propagator: TextMapPropagator;

  constructor(tracer: OtelApiTracer, propagator: TextMapPropagator) {
    this.#tracer = tracer;
    this.#propagator = propagator;
  }

  start({ name, kind = 'internal', attributes = {}, parent, startedAt }: SpanFacts): OpenSpan {
    const from = this.#parentOf(parent, kind);
    const span = this.#tracer.startSpan(
      name,
      { kind: kinds[kind], attributes, ...(startedAt === undefined ? {} : { startTime: startedAt }) },
      from,
    );
    const within = trace.setSpan(from, span);
    return {
      traceId: span.spanContext().traceId,
      within: (work) => context.with(within, work),
      end: ({ name: last, attributes: more = {}, failure } = {}) => {
        if (last !== undefined) span.updateName(last);
        span.setAttributes(more);
        if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
        span.end();
      },
    };
  }

  traceId(): string | undefined {
    const spanContext = trace.getSpanContext(context.active());
    return spanContext && isSpanContextValid(spanContext) ? spanContext.traceId : undefined;
  }

  traceparent(): string | undefined {
    const headers: Record<string, string> = {};
    this.#propagator.inject(context.active(), headers, defaultTextMapSetter);
    return headers['traceparent'];
  }

  /** A request begins a trace of its own, or continues with that of its sender. */
  #parentOf(traceparent: string | undefined, kind: NonNullable<SpanFacts['kind']>): Context {
    const own = kind === 'server' || kind === 'consumer' ? ROOT_CONTEXT : context.active();
    if (traceparent === undefined) return own;
    return this.#propagator.extract(own, { traceparent }, defaultTextMapGetter);
  }
}
