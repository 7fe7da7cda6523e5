import type { Undo } from './disposer.ts';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Description of some work in a span. */
export interface SpanFacts {
  readonly name: string;
  /** Default: `internal`. */
  readonly kind?: 'internal' | 'server' | 'producer' | 'consumer';
  readonly attributes?: Attributes;
  /** `traceparent` of the sender, where the work was begun elsewhere. */
  readonly parent?: string | undefined;
  /** Milliseconds since 1970; default: now. */
  readonly startedAt?: number;
}

/** How work has ended. */
interface SpanEnd {
  readonly name?: string;
  readonly attributes?: Attributes;
  /** Why it failed. */
  readonly failure?: string | undefined;
}

/** A span that its owner ends. */
export interface OpenSpan {
  readonly traceId: string;
  /** Runs work whose spans belong to this one. */
  within<T>(work: () => T): T;
  end(end?: SpanEnd): void;
}

/** Records spans. Present where `telemetry.otlp.endpoint` is set. (design 11.4) */
export interface Tracer {
  start(facts: SpanFacts): OpenSpan;
  /** Trace of the work in progress. */
  traceId(): string | undefined;
  /** The header that tells a receiver about the work in progress. */
  traceparent(): string | undefined;
}

let tracer: Tracer | undefined;

/** The tracer of this process, which most hosts do without. */
export const tracing = Object.freeze({
  current: (): Tracer | undefined => tracer,
  use: (used: Tracer): Undo => {
    tracer = used;
    return () => {
      if (tracer === used) tracer = undefined;
    };
  },
});

/**
 * Runs work as a span. Without a tracer it is a call, and `facts` is not read.
 *
 * @param failureOf why a result is a failure, for work that does not throw
 */
export function traced<T>(
  facts: () => SpanFacts,
  work: () => T,
  failureOf?: (result: Awaited<T>) => string | undefined,
): T {
  if (tracer === undefined) return work();
  const span = tracer.start(facts());
  const failed = (error: unknown): void =>
    span.end({ failure: error instanceof Error ? error.message : String(error) });
  let result: T;
  try {
    result = span.within(work);
  } catch (error) {
    failed(error);
    throw error;
  }
  const end = (value: Awaited<T>): void => span.end({ failure: failureOf?.(value) });
  if (result instanceof Promise) result.then(end, failed);
  else end(result as Awaited<T>);
  return result;
}
