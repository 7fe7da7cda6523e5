import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger, Tracer } from '../../kernel/index.ts';
import { OtelTracer } from './otel-tracer.ts';
import { ReportingExporter } from './reporting-exporter.ts';

/** Interval between two exports, and time limit of one, in milliseconds. */
const INTERVAL_MS = 2_000;
const LIMIT_MS = 3_000;

interface TelemetryOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Share of the traces that begin here; others follow their parent. */
  readonly sampleShare: number;
  readonly resource: Readonly<Record<string, string>>;
  readonly logger: Logger;
}

interface Telemetry {
  readonly tracer: Tracer;
  /** Sends what is left, for some seconds at most. */
  close(): Promise<void>;
}

/** Starts OpenTelemetry in this process; spans wait in a bounded queue and are sent by batches. */
export function openTelemetry({ url, headers, sampleShare, resource, logger }: TelemetryOptions): Telemetry {
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: LIMIT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleShare) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new ReportingExporter(exporter, logger),
        scheduledDelayMillis: INTERVAL_MS,
        exportTimeoutMillis: LIMIT_MS,
      }),
    ],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const propagator = new W3CTraceContextPropagator();
  propagation.setGlobalPropagator(propagator);
  // Follows `fetch` and every call of undici, and adds the header `traceparent` to them.
  const outgoing = new UndiciInstrumentation({ requireParentforSpans: true });
  outgoing.setTracerProvider(provider);
  outgoing.enable();
  return {
    tracer: new OtelTracer(provider.getTracer('platform'), propagator),
    close: async () => {
      outgoing.disable();
      const limit = new Promise((resolve) => setTimeout(resolve, LIMIT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), limit]);
      context.disable();
      propagation.disable();
    },
  };
}
