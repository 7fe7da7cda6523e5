import type { Readable } from 'node:stream';
import type { Duration } from './duration.ts';

/** What a call sends, and how long it may take. */
export interface HttpClientOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  /** Added to the address; `undefined` is left out, a list gives the name several times. */
  readonly query?: Readonly<Record<string, HttpQueryValue | readonly HttpQueryValue[]>>;
  /** Text and bytes go as they are, `URLSearchParams` and `FormData` as forms, everything else as JSON. */
  readonly body?: unknown;
  /** From the call to the last byte of the answer; default `10s`. */
  readonly timeout?: Duration;
  /** `follow`, the default, goes along at most twenty redirects. */
  readonly redirect?: 'follow' | 'manual';
  /** Largest answer in bytes that is read into memory; default 10 MB. */
  readonly maxBytes?: number;
  /** Ends the call early; pass `ctx.signal`, so that nobody waits for what nobody wants. */
  readonly signal?: AbortSignal;
}

export type HttpQueryValue = string | number | boolean | undefined;

/** An answer that has been read; any status is one, also 404 and 500. */
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

/** An answer whose body is read as it comes. */
export interface HttpStream extends Pick<HttpAnswer, 'status' | 'ok' | 'headers'> {
  readonly body: Readable;
}

/**
 * Calls to other systems, with time limits. The application needs the permission `network` in `app.json`; where that names
 * hosts, only these can be reached, also by redirects. Calls that are under way when the application unloads are ended.
 * (design 3.5, 9.4-19, 9.7-41)
 */
export abstract class HttpClient {
  /**
   * @throws PLUGIN_PERMISSION_MISSING (500) without the permission, or for a host that it does not name
   * @throws HTTP_TIMEOUT (504), HTTP_UNREACHABLE (502), HTTP_ANSWER_TOO_LARGE (502)
   */
  abstract request(url: string | URL, options?: HttpClientOptions): Promise<HttpAnswer>;

  /**
   * For answers that are too large for memory. `timeout` covers the time to the answer's head and between two pieces of it;
   * the body fails with HTTP_TIMEOUT.
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
