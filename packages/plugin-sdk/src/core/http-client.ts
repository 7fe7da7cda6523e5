import type { Readable } from 'node:stream';
import type { Duration } from './duration.ts';

/** Options of a call. */
export interface HttpClientOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters. `undefined` is left out, a list repeats the name. */
  readonly query?: Readonly<Record<string, HttpQueryValue | readonly HttpQueryValue[]>>;
  /**
   * Text and bytes are sent unchanged, `URLSearchParams` and `FormData` as forms, anything else
   * as JSON.
   */
  readonly body?: unknown;
  /** From the call to the last byte of the answer; default `10s`. */
  readonly timeout?: Duration;
  /** `follow`, the default, goes along at most twenty redirects. */
  readonly redirect?: 'follow' | 'manual';
  /** Largest answer in bytes that is read into memory; default 10 MB. */
  readonly maxBytes?: number;
  /** Aborts the call. Pass `ctx.signal` to stop when the caller has gone. */
  readonly signal?: AbortSignal;
}

export type HttpQueryValue = string | number | boolean | undefined;

/** A response that was read completely, whatever its status. */
export interface HttpAnswer {
  readonly status: number;
  /** True for 200 to 299. */
  readonly ok: boolean;
  /** Names in lower case; a header sent several times is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  bytes(): Uint8Array;
  /** As UTF-8. */
  text(): string;
  /** @throws HTTP_ANSWER_INVALID (502) when it is not JSON */
  json<T = unknown>(): T;
}

/** A response whose body is read as a stream. */
export interface HttpStream extends Pick<HttpAnswer, 'status' | 'ok' | 'headers'> {
  readonly body: Readable;
}

/**
 * Calls other systems, with time limits.
 *
 * Needs the permission `network` in `app.json`. If the permission lists hosts, only these can be
 * reached, also by redirects. Unloading the application aborts running calls.
 *
 * @example
 * ```ts
 * const url = 'https://api.example.com/rates';
 * const answer = await this.http.request(url, { query: { base: 'EUR' } });
 * const rates = answer.json<Rates>();
 * ```
 */
export abstract class HttpClient {
  /**
   * @throws PLUGIN_PERMISSION_MISSING (500) without the permission, or for a host that it does
   * not name
   * @throws HTTP_TIMEOUT (504), HTTP_UNREACHABLE (502), HTTP_ANSWER_TOO_LARGE (502)
   */
  abstract request(url: string | URL, options?: HttpClientOptions): Promise<HttpAnswer>;

  /**
   * For answers that are too large for memory. `timeout` covers the time to the answer's head
   * and between two pieces of it; the body fails with HTTP_TIMEOUT.
   */
  abstract stream(url: string | URL, options?: Omit<HttpClientOptions, 'maxBytes'>): Promise<HttpStream>;

  get(url: string | URL, options?: Omit<HttpClientOptions, 'method' | 'body'>): Promise<HttpAnswer> {
    return this.request(url, options);
  }

  post(
    url: string | URL,
    body: unknown,
    options?: Omit<HttpClientOptions, 'method' | 'body'>,
  ): Promise<HttpAnswer> {
    return this.request(url, { ...options, method: 'POST', body });
  }
}
