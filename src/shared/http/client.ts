import type { AxiosAdapter, AxiosRequestConfig, AxiosResponse } from 'axios';
import axios from 'axios';
import { ApiError } from './api-error.ts';
import type { Page, PageQuery } from './envelope.ts';
import { checkEnvelope, unwrap } from './envelope.ts';
import type { EventStreamOptions } from './event-stream.ts';
import { toApiError } from './transport-error.ts';
import type { UploadProgress } from './upload-progress.ts';
import { toUploadProgress } from './upload-progress.ts';

/** The client's view of the session. */
export interface SessionPort {
  /** Tells sessions from each other; the session itself is a cookie, which the browser sends. */
  current(): unknown;
  /** Token of the readable cookie that mutating requests send back (design 9.8-59). */
  csrfToken(): string | undefined;
  /**
   * Tenant that the page looks into, `none` for the own, undefined before that is known. A change
   * is refused where another tab has gone elsewhere (design 12.1-4).
   */
  actingTenant?(): string | undefined;
  /**
   * Called when the server no longer accepts the session. Resolves to true once the person has
   * logged in again (the request is then repeated), to false when they gave up.
   */
  reauthenticate(): Promise<boolean>;
  /**
   * Called when an action needs the password again. Resolves as `reauthenticate` does. (design
   * 11.8-15)
   */
  prove(): Promise<boolean>;
  /** Aborted when the user logs out: what still reads for the page would be refused. */
  readonly ended?: AbortSignal;
}

export interface HttpClientOptions {
  session: SessionPort;
  locale(): string;
  /** Awaited before a refusal is handed on, such as for the words that say it. */
  refused?(): unknown;
  /** Default `/prod-api`. */
  baseUrl?: string;
  /** Milliseconds; default 30,000. Uploads have none. */
  timeout?: number;
  adapter?: AxiosAdapter;
  fetch?: typeof fetch;
}

export interface RequestOptions {
  params?: object;
  signal?: AbortSignal;
  /** Milliseconds. */
  timeout?: number;
  headers?: Record<string, string>;
  /** A 401 is an answer like any other, for example to a login. */
  anonymous?: boolean;
}

export interface UploadOptions extends RequestOptions {
  onProgress?: (progress: UploadProgress) => void;
}

/**
 * The host's HTTP interface (design 2.2). Paths are relative to `/prod-api`; results are unwrapped;
 * failures are {@link ApiError}.
 */
export interface HttpClient {
  get<T>(path: string, options?: RequestOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  put<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  delete<T>(path: string, options?: RequestOptions): Promise<T>;
  /** A list endpoint; `query` may hold filters beside the page. */
  list<Row>(path: string, query?: Partial<PageQuery> & object, options?: RequestOptions): Promise<Page<Row>>;
  upload<T>(path: string, form: FormData, options?: UploadOptions): Promise<T>;
  /** Follows server-sent events until the signal aborts or the server ends the stream. */
  stream(path: string, options: EventStreamOptions): Promise<void>;
  /** The response as it came, with its status checked. */
  raw(config: AxiosRequestConfig): Promise<AxiosResponse<unknown>>;
}

/** Creates the client. Nothing is shared between two clients. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const baseURL = options.baseUrl ?? '/prod-api';
  const instance = axios.create({
    baseURL,
    timeout: options.timeout ?? 30_000,
    validateStatus: () => true,
    ...(options.adapter ? { adapter: options.adapter } : {}),
  });
  const whileLoggedIn = (signal?: AbortSignal): AbortSignal =>
    AbortSignal.any([signal, options.session.ended].filter((one) => one !== undefined));
  /** Changes in flight continue, and so does a read with a signal of its own, which is kept. */
  const whileWanted = (config: AxiosRequestConfig): AxiosRequestConfig => {
    const { method, signal } = config;
    if (isChange(method) || (signal !== undefined && !(signal instanceof AbortSignal))) return config;
    return { ...config, signal: whileLoggedIn(signal) };
  };
  const headers = (method?: string): Record<string, string> => {
    const changes = isChange(method);
    const csrfToken = changes ? options.session.csrfToken() : undefined;
    const actingTenant = changes ? options.session.actingTenant?.() : undefined;
    return {
      'Accept-Language': options.locale(),
      ...(actingTenant ? { 'X-Acting-Tenant': actingTenant } : {}),
      ...(csrfToken ? { 'X-CSRF-Token': csrfToken } : {}),
    };
  };

  async function attempt(config: AxiosRequestConfig): Promise<AxiosResponse<unknown>> {
    try {
      const response = await instance.request<unknown>({
        ...config,
        headers: { ...(config.headers as Record<string, string> | undefined), ...headers(config.method) },
      });
      if (response.status >= 400) await options.refused?.();
      return response;
    } catch (error) {
      throw toApiError(error);
    }
  }

  /** The answer of a request that was in flight during the login must not ask for another one. */
  const renewed = async (before: unknown): Promise<boolean> =>
    options.session.current() !== before || (await options.session.reauthenticate());

  async function send(wanted: AxiosRequestConfig, anonymous = false): Promise<AxiosResponse<unknown>> {
    if (anonymous) return attempt(wanted);
    const config = whileWanted(wanted);
    const { session } = options;
    const before = session.current();
    const response = await attempt(config);
    if (codeOf(response) === 'PROOF_NEEDED') return (await session.prove()) ? attempt(config) : response;
    // Without its readable cookie a session is unusable.
    if (response.status !== 401 && codeOf(response) !== 'CSRF_TOKEN_INVALID') return response;
    return (await renewed(before)) ? attempt(config) : response;
  }

  async function call<T>(config: AxiosRequestConfig, request: RequestOptions = {}): Promise<T> {
    const { anonymous, ...rest } = request;
    const response = await send({ ...config, ...rest }, anonymous);
    return unwrap(checkEnvelope(toAnswer(response))) as T;
  }

  return {
    get: (path, request) => call({ method: 'get', url: path }, request),
    post: (path, body, request) => call({ method: 'post', url: path, data: body }, request),
    put: (path, body, request) => call({ method: 'put', url: path, data: body }, request),
    delete: (path, request) => call({ method: 'delete', url: path }, request),
    list: (path, query, request) => call({ method: 'get', url: path, params: query }, request),
    upload(path, form, { onProgress, ...request } = {}) {
      const config: AxiosRequestConfig = { method: 'post', url: path, data: form, timeout: 0 };
      if (onProgress) config.onUploadProgress = (event) => onProgress(toUploadProgress(event));
      return call(config, request);
    },
    async stream(path, stream) {
      // The login page has no live connection.
      const { followEventStream } = await import('./event-stream.ts');
      return followEventStream({
        ...stream,
        signal: whileLoggedIn(stream.signal),
        url: `${baseURL}${path}`,
        headers: () => headers(),
        session: () => options.session.current(),
        renewed,
        fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      });
    },
    async raw(config) {
      const response = await send(config);
      if (response.status >= 400 || isRefusal(response.data)) checkEnvelope(toAnswer(response));
      return response;
    },
  };
}

const isChange = (method = 'get'): boolean => !/^(get|head)$/i.test(method);

function isRefusal(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && 'msg' in body && body.code !== 200;
}

/** The server's code of a refusal. */
function codeOf({ status, data }: AxiosResponse<unknown>): unknown {
  return status >= 400 && typeof data === 'object' && data !== null && 'error' in data
    ? data.error
    : undefined;
}

function toAnswer(response: AxiosResponse<unknown>) {
  const id: unknown = response.headers['x-request-id'];
  return { status: response.status, body: response.data, requestId: typeof id === 'string' ? id : undefined };
}

/** True for an {@link ApiError} with this status or code. */
export function isApiError(error: unknown, statusOrCode: number | string): error is ApiError {
  return error instanceof ApiError && (error.status === statusOrCode || error.code === statusOrCode);
}
