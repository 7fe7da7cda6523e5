// @vitest-environment node
import type { AxiosAdapter, AxiosProgressEvent, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { AxiosError, AxiosHeaders } from 'axios';
import { describe, expect, it, vi } from 'vitest';
import { createApp } from 'vue';
import { ApiError } from './api-error.ts';
import { createHttpClient, type HttpClient } from './client.ts';
import { httpKey, useHttp } from './use-http.ts';

type Reply = { status?: number; data: unknown; headers?: Record<string, string> };

function clientWith(
  answer: (config: InternalAxiosRequestConfig) => Reply,
  reauthenticate = async () => false,
  prove = async () => false,
  ended = new AbortController().signal,
  fetch?: typeof globalThis.fetch,
  refused = async () => {},
) {
  let token: string | undefined = 'first';
  let actingTenant: string | undefined;
  const requests: InternalAxiosRequestConfig[] = [];
  const adapter: AxiosAdapter = async (config): Promise<AxiosResponse> => {
    requests.push(config);
    const { status = 200, data, headers = {} } = answer(config);
    if (!config.validateStatus?.(status)) throw new AxiosError('refused');
    return { status, statusText: '', data, headers: AxiosHeaders.from(headers), config };
  };
  const http = createHttpClient({
    session: {
      current: () => token,
      csrfToken: () => token,
      actingTenant: () => actingTenant,
      reauthenticate,
      prove,
      ended,
    },
    locale: () => 'zh-CN',
    adapter,
    refused,
    ...(fetch ? { fetch } : {}),
  });
  return {
    http,
    requests,
    setToken: (value: string | undefined) => (token = value),
    lookInto: (tenant: string) => (actingTenant = tenant),
  };
}

const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('http client', () => {
  it('hands a refusal on once its words are there, which no other answer waits for', async () => {
    const words = Promise.withResolvers<void>();
    const refused = vi.fn(() => words.promise);
    const status = (code: number) =>
      clientWith(
        () => ({ status: code, data: { code, msg: 'x', data: null } }),
        undefined,
        undefined,
        undefined,
        undefined,
        refused,
      );
    await status(200).http.get('/x');
    expect(refused).not.toHaveBeenCalled();
    let known = false;
    const failed = failure(status(409).http.get('/x')).then(() => (known = true));
    await new Promise((later) => setTimeout(later));
    expect([refused.mock.calls.length, known]).toEqual([1, false]);
    words.resolve();
    expect(await failed).toBe(true);
  });

  it("findings: security 15: sends no token, and repeats the session's code in requests that change data", async () => {
    const { http, requests } = clientWith(() => ({ data: { code: 200, data: null } }));
    await http.get('/x');
    await http.raw({ url: '/x' });
    await http.raw({ url: '/x', method: 'HEAD' });
    for (const { headers } of requests) expect(headers.has('X-CSRF-Token')).toBe(false);
    await http.post('/x');
    await http.put('/x');
    await http.delete('/x');
    await http.upload('/x', new FormData());
    await http.raw({ url: '/x', method: 'PATCH' });
    for (const { headers } of requests.slice(3)) expect(headers.get('X-CSRF-Token')).toBe('first');
    for (const { headers } of requests) expect(headers.has('Authorization')).toBe(false);
  });

  it('asks for a proof when required and repeats the request, or passes the refusal on', async () => {
    let proved = false;
    const refusal = { status: 403, data: { code: 403, msg: 'no', error: 'PROOF_NEEDED' } };
    const prove = vi.fn(async () => (proved = !proved));
    const answer = () => (proved ? { data: { code: 200, data: 'done' } } : refusal);
    const { http } = clientWith(answer, undefined, prove);
    expect(await http.delete('/x')).toBe('done');
    expect(prove).toHaveBeenCalledOnce();
    const declined = clientWith(() => refusal).http;
    expect(await failure(declined.delete('/x'))).toMatchObject({ code: 'PROOF_NEEDED' });
    const log = clientWith(() => ({ data: { error: 'PROOF_NEEDED' } }), undefined, prove).http;
    await log.raw({ url: '/log.json' });
    expect(prove).toHaveBeenCalledOnce();
  });

  it('design 12.1-4: names the tenant that the page looks into in requests that change data', async () => {
    const { http, requests, lookInto } = clientWith(() => ({ data: { code: 200, data: null } }));
    await http.post('/x');
    lookInto('42');
    await http.get('/x');
    await http.post('/x');
    expect(requests.map(({ headers }) => headers.get('X-Acting-Tenant'))).toEqual([
      undefined,
      undefined,
      '42',
    ]);
  });

  it('asks for a login when the readable cookie is missing', async () => {
    const reauthenticate = vi.fn(async () => true);
    let first = true;
    const { http } = clientWith(() => {
      const forged = first;
      first = false;
      return forged
        ? { status: 403, data: { code: 403, msg: 'no', error: 'CSRF_TOKEN_INVALID' } }
        : { data: { code: 200, data: 'done' } };
    }, reauthenticate);
    expect(await http.put('/x')).toBe('done');
    expect(reauthenticate).toHaveBeenCalledOnce();
  });

  it('unwraps data, and sends the language in a header', async () => {
    const { http, requests } = clientWith(() => ({ data: { code: 200, msg: 'ok', data: { a: 1 } } }));
    expect(await http.get('/x')).toEqual({ a: 1 });
    expect(requests[0]?.headers.get('Accept-Language')).toBe('zh-CN');
    expect(requests[0]?.baseURL).toBe('/prod-api');
  });

  it('returns a list as total and rows', async () => {
    const { http, requests } = clientWith(() => ({ data: { code: 200, msg: 'ok', total: 3, rows: [1, 2] } }));
    expect(await http.list('/x', { pageNum: 2, pageSize: 2 })).toEqual({ total: 3, rows: [1, 2] });
    expect(requests[0]?.params).toEqual({ pageNum: 2, pageSize: 2 });
  });

  it('throws the code, request id, fix and findings of an error envelope', async () => {
    const details = [{ code: 'JAR_COUNT', message: 'two jars', fix: 'leave one' }];
    const { http } = clientWith(() => ({
      status: 422,
      data: { code: 422, msg: 'refused', error: 'PACKAGE_REFUSED', requestId: 'r-1', fix: 'repack', details },
    }));
    const error = await failure(http.post('/x', {}));
    expect(error).toMatchObject({
      code: 'PACKAGE_REFUSED',
      status: 422,
      message: 'refused',
      requestId: 'r-1',
      fix: 'repack',
    });
    expect(error.findings).toEqual(details);
  });

  it('treats an error envelope with HTTP 200 as a failure', async () => {
    const { http } = clientWith(() => ({ data: { code: 500, msg: 'no', error: 'BROKEN' } }));
    expect(await failure(http.get('/x'))).toMatchObject({ code: 'BROKEN', status: 500 });
    expect(await failure(http.raw({ url: '/x' }))).toMatchObject({ code: 'BROKEN' });
  });

  it('is a failure too where the response is wanted as it came', async () => {
    const { http } = clientWith(({ url }) => ({ status: url === '/file' ? 200 : 404, data: 'a,b' }));
    expect((await http.raw({ url: '/file' })).data).toBe('a,b');
    expect(await failure(http.raw({ url: '/gone' }))).toMatchObject({ status: 404 });
  });

  it('gives each request 30 s, and an upload the time that it takes', async () => {
    const { http, requests } = clientWith(() => ({ data: { code: 200, data: null } }));
    await http.get('/x');
    await http.get('/x', { timeout: 5 });
    await http.upload('/x', new FormData());
    await http.upload('/x', new FormData(), { timeout: 9 });
    expect(requests.map(({ timeout }) => timeout)).toEqual([30_000, 5, 0, 9]);
  });

  it('tells how far an upload is, up to 100 percent', async () => {
    const { http, requests } = clientWith(() => ({ data: { code: 200, data: null } }));
    const onProgress = vi.fn();
    await http.upload('/x', new FormData(), { onProgress });
    await http.upload('/x', new FormData());
    const [watched, other] = requests.map(({ onUploadProgress }) => onUploadProgress);
    expect(other).toBeUndefined();
    const at = (loaded: number, total?: number): AxiosProgressEvent => ({
      loaded,
      total,
      bytes: 1,
      lengthComputable: true,
      rate: 7,
      estimated: 3,
    });
    for (const event of [at(1, 4), at(5, 4), at(5, 0), at(5)]) watched?.(event);
    expect(onProgress.mock.calls.map(([{ percent }]) => percent as number)).toEqual([25, 100, 0, 0]);
    expect(onProgress).toHaveBeenCalledWith({ loaded: 1, total: 4, percent: 25, rate: 7, remaining: 3 });
    expect(onProgress).toHaveBeenLastCalledWith(expect.objectContaining({ loaded: 5, total: 0 }));
  });

  it('reports a response without an envelope', async () => {
    const { http } = clientWith(() => ({ data: '<!doctype html>', headers: { 'x-request-id': 'r-2' } }));
    expect(await failure(http.get('/x'))).toMatchObject({ code: 'RESPONSE_INVALID', requestId: 'r-2' });
  });

  it('waits for the new login on 401 and repeats the request in the new session', async () => {
    const reauthenticate = vi.fn(async () => {
      setToken('second');
      return true;
    });
    const { http, requests, setToken } = clientWith(
      (config) =>
        config.headers.get('X-CSRF-Token') === 'second'
          ? { data: { code: 200, data: 'done' } }
          : { status: 401, data: { code: 401, msg: 'expired' } },
      reauthenticate,
    );
    expect(await http.put('/x', { kept: true })).toBe('done');
    expect(reauthenticate).toHaveBeenCalledOnce();
    expect(requests[1]?.data).toBe(requests[0]?.data);
  });

  it('repeats at once when another request has renewed the session', async () => {
    const reauthenticate = vi.fn(async () => false);
    const { http, setToken } = clientWith((config) => {
      if (config.headers.get('X-CSRF-Token') === 'second') return { data: { code: 200, data: 1 } };
      setToken('second');
      return { status: 401, data: { code: 401, msg: 'expired' } };
    }, reauthenticate);
    expect(await http.post('/x')).toBe(1);
    expect(reauthenticate).not.toHaveBeenCalled();
  });

  it('follows events at once again when the session was renewed while they were asked for', async () => {
    const reauthenticate = vi.fn(async () => false);
    const answers = [
      () => {
        setToken('second');
        return Response.json({ code: 401, msg: 'expired' }, { status: 401 });
      },
      () => new Response('data: there\n\n', { headers: { 'content-type': 'text/event-stream' } }),
    ];
    const { http, setToken } = clientWith(
      () => ({ data: undefined }),
      reauthenticate,
      undefined,
      undefined,
      async () => answers.shift()?.() ?? Response.error(),
    );
    const seen: string[] = [];
    const onEvent = ({ data }: { readonly data: string }) => (seen.push(data), 'end' as const);
    await http.stream('/events', { signal: new AbortController().signal, onEvent });
    expect(seen).toEqual(['there']);
    expect(reauthenticate).not.toHaveBeenCalled();
  });

  it('throws the 401 when the user gives up, and at once for anonymous requests', async () => {
    const reauthenticate = vi.fn(async () => false);
    const { http } = clientWith(
      () => ({ status: 401, data: { code: 401, msg: 'no', error: 'AUTH_REQUIRED' } }),
      reauthenticate,
    );
    expect(await failure(http.get('/x'))).toMatchObject({ status: 401, code: 'AUTH_REQUIRED' });
    expect(reauthenticate).toHaveBeenCalledOnce();
    await failure(http.post('/auth/login', {}, { anonymous: true }));
    expect(reauthenticate).toHaveBeenCalledOnce();
  });

  it('stops reading once the user logs out; changes and anonymous requests go on', async () => {
    const ended = new AbortController();
    const { http, requests } = clientWith(
      () => ({ data: { code: 200, data: 'done' } }),
      undefined,
      undefined,
      ended.signal,
    );
    const own = new AbortController();
    await http.get('/x', { signal: own.signal });
    await http.put('/x');
    ended.abort();
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true, undefined]);
    expect(own.signal.aborted).toBe(false);
    expect(await failure(http.get('/x'))).toMatchObject({ code: 'REQUEST_ABORTED' });
    expect(await http.put('/x')).toBe('done');
    expect(await http.post('/auth/logout', undefined, { anonymous: true })).toBe('done');
    const onReconnect = vi.fn();
    await http.stream('/events', { signal: own.signal, onEvent: () => undefined, onReconnect });
    expect(onReconnect).not.toHaveBeenCalled();
  });

  it('stops a repeated read too, and keeps a signal that an application made itself', async () => {
    const ended = new AbortController();
    const answer = ({ url }: InternalAxiosRequestConfig): Reply =>
      url === '/x' ? { status: 401, data: { code: 401, msg: 'no' } } : { data: { code: 200, data: 1 } };
    const loggedIn = async () => true;
    const { http, requests } = clientWith(answer, loggedIn, undefined, ended.signal);
    await failure(http.get('/x'));
    const signal = {
      aborted: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
    await http.raw({ url: '/y', signal });
    ended.abort();
    expect(requests.slice(0, 2).map((request) => request.signal?.aborted)).toEqual([true, true]);
    expect(requests[2]?.signal).toEqual(signal);
  });

  it.each([
    [new AxiosError('x', 'ECONNABORTED'), 'REQUEST_TIMEOUT'],
    [new AxiosError('x', 'ETIMEDOUT'), 'REQUEST_TIMEOUT'],
    [new AxiosError('x', 'ERR_NETWORK'), 'NETWORK_UNREACHABLE'],
    [Object.assign(new Error('x'), { code: 'ETIMEDOUT' }), 'NETWORK_UNREACHABLE'],
    [new DOMException('x', 'SyntaxError'), 'NETWORK_UNREACHABLE'],
    [new DOMException('x', 'AbortError'), 'REQUEST_ABORTED'],
  ])('names the cause of a missing response: %s', async (thrown, code) => {
    const { http } = clientWith(() => {
      throw thrown;
    });
    expect(await failure(http.get('/x'))).toMatchObject({ code, status: 0 });
  });
});

it('is the client of its application, and names the mistake where that has none', () => {
  const http = {} as HttpClient;
  expect(createApp({}).provide(httpKey, http).runWithContext(useHttp)).toBe(http);
  expect(() => createApp({}).runWithContext(useHttp)).toThrow('without httpKey');
});
