import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly boolValue?: boolean };
}

/** A span as OTLP has it in JSON. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
}

interface Export {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: ReadonlyArray<{
      readonly spans: ReadonlyArray<Omit<ReceivedSpan, 'attributes'> & { attributes: readonly Attribute[] }>;
    }>;
  }>;
}

/** Receives traces as an OpenTelemetry collector does, over HTTP in JSON. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  readonly services = new Set<unknown>();
  /** Answers with a failure instead. */
  away = false;
  #server: Server | undefined;

  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        if (this.away || request.url !== '/v1/traces') return response.writeHead(503).end();
        this.headers.push(request.headers);
        this.#take(body as Export);
        return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    this.#server = server;
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  named(name: string | RegExp): ReceivedSpan[] {
    return this.spans.filter((span) => (name instanceof RegExp ? name.test(span.name) : name === span.name));
  }

  #take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.services.add(valuesOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({ ...span, attributes: valuesOf(span.attributes) });
      }
    }
  }
}

const valuesOf = (attributes: readonly Attribute[]): ReceivedSpan['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  );
