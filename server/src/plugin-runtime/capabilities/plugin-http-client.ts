import { Readable } from 'node:stream';
import {
  HttpClient,
  type HttpAnswer,
  type HttpClientOptions,
  type HttpStream,
} from '@platform/plugin-sdk/core';
import { millisecondsOf } from '../../infra/index.ts';
import { CallLimits } from './call-limits.ts';
import { BufferedAnswer, readBody } from './http-response.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/** {@link HttpClient} over the application's own `fetch`, which enforces its permissions. */
export class PluginHttpClient extends HttpClient {
  readonly #fetch: typeof fetch;

  constructor(ownFetch: typeof fetch) {
    super();
    this.#fetch = ownFetch;
  }

  override async request(url: string | URL, options: HttpClientOptions = {}): Promise<HttpAnswer> {
    const { response, limits } = await this.#begin(url, options);
    try {
      return new BufferedAnswer(response, await readBody(response, options.maxBytes ?? MAX_BYTES));
    } catch (error) {
      throw limits.failure(error);
    } finally {
      limits.end();
    }
  }

  override async stream(url: string | URL, options: HttpClientOptions = {}): Promise<HttpStream> {
    const { response, limits } = await this.#begin(url, options);
    const { status, ok, headers } = new BufferedAnswer(response, new Uint8Array());
    return { status, ok, headers, body: Readable.from(pieces(response, limits), { objectMode: false }) };
  }

  async #begin(url: string | URL, options: HttpClientOptions) {
    const address = withQuery(url, options.query);
    const limits = new CallLimits(address.host, millisecondsOf(options.timeout ?? '10s'), options.signal);
    try {
      const { body, headers } = encoded(options);
      const response = await this.#fetch(address, {
        method: options.method ?? 'GET',
        redirect: options.redirect ?? 'follow',
        headers,
        signal: limits.signal,
        ...(body === undefined ? {} : { body }),
      });
      return { response, limits };
    } catch (error) {
      limits.end();
      throw limits.failure(error);
    }
  }
}

async function* pieces(response: Response, limits: CallLimits): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of response.body ?? []) {
      yield piece;
      limits.restart();
    }
  } catch (error) {
    throw limits.failure(error);
  } finally {
    limits.end();
  }
}

function withQuery(url: string | URL, query: HttpClientOptions['query'] = {}): URL {
  const address = new URL(url);
  for (const [name, given] of Object.entries(query)) {
    for (const value of Array.isArray(given) ? given : [given]) {
      if (value !== undefined) address.searchParams.append(name, String(value));
    }
  }
  return address;
}

function encoded({ body, headers = {} }: HttpClientOptions): { body: RequestInit['body']; headers: Headers } {
  const sent = new Headers(headers);
  if (body === undefined || isPlain(body)) return { body: body as RequestInit['body'], headers: sent };
  if (!sent.has('content-type')) sent.set('content-type', 'application/json');
  return { body: JSON.stringify(body), headers: sent };
}

/** Bodies that `fetch` sends unchanged. */
const isPlain = (body: unknown): boolean =>
  typeof body === 'string' ||
  body instanceof Uint8Array ||
  body instanceof URLSearchParams ||
  body instanceof FormData;
