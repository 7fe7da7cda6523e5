import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../../kernel/index.ts';

/** Says once that the collector is away and once that it is back; nothing else comes of it. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #logger: Logger;
  #lost: number | undefined;

  constructor(exporter: SpanExporter, logger: Logger) {
    this.#exporter = exporter;
    this.#logger = logger;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, ({ code, error }) => {
      if (code === ExportResultCode.SUCCESS) this.#sent();
      else this.#failed(spans.length, error?.message ?? 'unknown');
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }

  #sent(): void {
    if (this.#lost === undefined) return;
    this.#logger.info('Traces are sent again', { lostSpans: this.#lost });
    this.#lost = undefined;
  }

  #failed(spans: number, reason: string): void {
    if (this.#lost === undefined) {
      this.#logger.warn('Traces cannot be sent to the collector; the host continues without them', {
        reason,
      });
    }
    this.#lost = (this.#lost ?? 0) + spans;
  }
}
