import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  defineModule,
  defineRoute,
  HTTP,
  httpModule,
  startModules,
  Type,
  type ModuleHost,
} from '../kernel/index.ts';
import { testConfig } from '../kernel/testing/config.ts';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.ts';
import { answerFailures } from './failures.ts';
import { GATEWAY, gatewayModule } from './index.ts';

const routes = defineModule({
  name: 'routes',
  depends: ['http'],
  setup: (ctx) =>
    ctx.use(HTTP).routes([
      defineRoute({ method: 'GET', url: '/ping', auth: 'public', summary: 'x', handler: () => 'pong' }),
      defineRoute({
        method: 'GET',
        url: '/kept',
        auth: 'public',
        summary: 'x',
        handler: (call) => {
          call.reply
            .header('cache-control', 'max-age=60')
            .header('content-security-policy', "default-src 'self'");
          return 1;
        },
      }),
      defineRoute({
        method: 'POST',
        url: '/echo',
        auth: 'public',
        summary: 'x',
        audit: 'Echo',
        schema: { body: Type.Object({ value: Type.Unknown() }) },
        handler: ({ body }) => body,
      }),
    ]),
});

let dir: string;
let host: ModuleHost;
const log: LogLine[] = [];
const start = (values: Record<string, string> = {}): Promise<ModuleHost> =>
  startModules(
    [httpModule, routes, gatewayModule],
    testConfig({
      'server.port': 0,
      'frontend.port': 0,
      'frontend.dir': join(dir, 'shell'),
      'platform.data-dir': join(dir, 'data'),
      'frontend.minio-url': 'http://127.0.0.1:9',
      ...values,
    }),
    collectingLogger(log),
  );
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'gateway-'));
  for (const folder of ['shell', 'data/remote-apps/hello', 'data/upload']) {
    mkdirSync(join(dir, folder), { recursive: true });
  }
  writeFileSync(join(dir, 'shell/index.html'), '<title>shell</title>');
  writeFileSync(join(dir, 'data/remote-apps/hello/index.js'), 'export {}');
  host = await start();
});
afterAll(async () => {
  await host.dispose();
  rmSync(dir, { recursive: true });
});
beforeEach(() => void log.splice(0));

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}
function ask(
  port: 'api' | 'frontend',
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  on = host,
): Promise<Answer> {
  const { hostname, port: number } = new URL(on.services.use(GATEWAY)[port]!.url);
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port: number, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    request.on('error', reject).end(body);
  });
}
const envelope = expect.objectContaining({
  code: expect.any(Number) as number,
  msg: expect.any(String) as string,
  error: expect.any(String) as string,
  requestId: expect.any(String) as string,
}) as unknown;

describe('findings: security 18: every failed response has the envelope', () => {
  it.each([
    ['frontend', '/remote-apps/hello/none.js', 'GET', 404],
    ['frontend', '/remote-apps/%2e%2e/secret', 'GET', 404],
    ['frontend', '/upload/..%2f..%2fsecret', 'GET', 404],
    ['frontend', '/upload/.hidden', 'GET', 404],
    ['frontend', '/_shell/%00', 'GET', 404],
    ['frontend', '/remote-apps/%zz', 'GET', 400],
    ['frontend', '/remote-apps/hello/index.js', 'POST', 404],
    ['frontend', '/remote-apps/hello/index.js', 'PROPFIND', 404],
    ['frontend', '/minio/bucket/a.png', 'GET', 503],
    ['frontend', '/prod-api/none', 'GET', 404],
    ['frontend', '/prod-api/ping', 'QUERY', 501],
    ['api', '/ping', 'QUERY', 501],
    ['api', '/ping', 'TRACE', 501],
    ['api', '/ping', 'PROPFIND', 501],
    ['api', '/ping', 'DELETE', 405],
    ['api', '/%zz', 'GET', 400],
  ] as const)('%s %s %s', async (port, path, method, status) => {
    const answer = await ask(port, path, { method });
    expect(answer).toMatchObject({ status });
    const body = JSON.parse(answer.text) as { requestId: string; code: number };
    expect(body).toEqual(envelope);
    expect(body.code).toBe(status);
    expect(answer.headers).toMatchObject({ 'x-request-id': body.requestId, 'cache-control': 'no-store' });
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toContain('default-src');
  });
});

it('issue 19: a large body that nobody takes ends its connection with the answer', async () => {
  const { port } = host.services.use(GATEWAY).frontend!;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (text) => (answer += String(text)));
  const head = ['POST /remote-apps/hello/index.js HTTP/1.1', 'host: x', `content-length: ${2 ** 30}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await expect.poll(() => answer).toMatch(/^HTTP\/1.1 4\d\d /);
  expect(answer).toMatch(/^connection: close\r$/im);
  socket.destroy();
});

describe('findings: remotes 7: responses with files', () => {
  it('have a request id, and failed ones are logged with it', async () => {
    const found = await ask('frontend', '/remote-apps/hello/index.js');
    expect(found.headers['x-request-id']).toMatch(/^[\w.-]{8,64}$/);
    const given = { headers: { 'x-request-id': 'chunk-that-failed' } };
    const failed = await ask('frontend', '/remote-apps/hello/view-12345678.js?v=1', given);
    expect(failed.headers['x-request-id']).toBe('chunk-that-failed');
    await expect
      .poll(() => log.map(({ fields }) => fields))
      .toContainEqual(
        expect.objectContaining({
          requestId: 'chunk-that-failed',
          path: '/remote-apps/hello/view-12345678.js',
          status: 404,
        }) as unknown,
      );
    expect(log).toHaveLength(1);
  });

  it('are logged with the status 499 where the client has left before', async () => {
    const app = Fastify();
    answerFailures(app, collectingLogger(log));
    const begun = Promise.withResolvers<void>();
    app.get('/file', () => {
      begun.resolve();
      return new Promise(() => undefined);
    });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const left = expect(fetch(`${url}/file`, { signal: leaving.signal })).rejects.toThrow();
    await begun.promise;
    leaving.abort();
    await left;
    await expect.poll(() => log).toMatchObject([{ level: 'info', fields: { status: 499, path: '/file' } }]);
    await app.close();
  });
});

describe('what a library for files throws', () => {
  const answerTo = async (thrown: object) => {
    const app = Fastify();
    answerFailures(app, collectingLogger(log));
    app.get('/file', () => Promise.reject(thrown as Error));
    const { statusCode, body } = await app.inject('/file?token=secret');
    return [statusCode, (JSON.parse(body) as { error: string }).error];
  };
  const failedWith = (statusCode: number, code?: string): Error =>
    Object.assign(new Error('thrown'), { statusCode, code });

  it.each([
    [403, 404, 'FILE_NOT_FOUND'],
    [404, 404, 'FILE_NOT_FOUND'],
    [400, 404, 'FILE_NOT_FOUND'],
    [502, 503, 'STORAGE_UNAVAILABLE'],
    [503, 503, 'STORAGE_UNAVAILABLE'],
    [504, 503, 'STORAGE_UNAVAILABLE'],
  ])('with status %d is answered with %d %s', async (thrown, status, code) => {
    expect(await answerTo(failedWith(thrown))).toEqual([status, code]);
  });

  it('by a wrong request or a lost object storage keeps its meaning', async () => {
    expect((await answerTo(failedWith(400, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')))[0]).toBe(400);
    expect(log).toMatchObject([{ level: 'info', fields: { status: 400, path: '/file' } }]);
    expect(await answerTo(failedWith(500, 'FST_REPLY_FROM_INTERNAL_SERVER_ERROR'))).toEqual([
      503,
      'STORAGE_UNAVAILABLE',
    ]);
  });

  it('is logged where it is a mistake of the host, without the query', async () => {
    const thrown = new Error('thrown');
    expect((await answerTo(thrown))[0]).toBe(500);
    const [failure] = log;
    expect(failure).toMatchObject({
      level: 'error',
      fields: { path: '/file', requestId: expect.any(String) as string, error: thrown },
    });
    log.splice(0);
    await answerTo(failedWith(404));
    expect(log.map(({ level }) => level)).toEqual(['info']);
  });
});

describe('findings: security 15, 18: responses of the API', () => {
  it('cannot run as a page, and are not cached', async () => {
    for (const [path, status] of [
      ['/ping', 200],
      ['/none', 404],
      ['/%zz', 400],
    ] as const) {
      const answer = await ask('api', path);
      expect(answer.status).toBe(status);
      expect(answer.headers['content-security-policy'], path).toContain("default-src 'none'");
      expect(answer.headers['cache-control'], path).toBe('no-store');
    }
  });

  it('keep the headers of a handler', async () => {
    const { headers } = await ask('api', '/kept');
    expect(headers).toMatchObject({
      'cache-control': 'max-age=60',
      'content-security-policy': "default-src 'self'",
    });
  });

  it.each(['[', '{"value":'])('refuse bodies of %s with endless nesting', async (opening) => {
    for (const depth of [300, 20_000, 100_000]) {
      const closing = opening === '[' ? ']' : '}';
      const body = `{"value":${opening.repeat(depth)}1${closing.repeat(depth)}}`;
      const answer = await ask('api', '/echo', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: body.slice(0, 1_000_000),
      });
      expect(answer, `${depth}`).toMatchObject({ status: 400 });
      expect(JSON.parse(answer.text)).toMatchObject({ error: 'BODY_TOO_DEEP' });
    }
  });

  it('accept brackets within texts, and long lists', async () => {
    const value = ['[{"'.repeat(2000), '\\"[['.repeat(500), ...Array.from({ length: 500 }, () => [{}])];
    const answer = await ask('api', '/echo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ value }),
    });
    expect(JSON.parse(answer.text)).toMatchObject({ data: { value } });
  });
});

describe('findings: remotes 2: pictures', () => {
  let other: ModuleHost | undefined;
  afterEach(() => other?.dispose());
  const policyOf = async (on: ModuleHost): Promise<string> =>
    String((await ask('frontend', '/', {}, on)).headers['content-security-policy']);

  it('may come from this origin and from configured ones', async () => {
    expect(await policyOf(host)).toContain("img-src 'self' data: blob:;");
    other = await start({ 'frontend.image-origins': 'https://cdn.example.com,https://*.example.org:8443' });
    expect(await policyOf(other)).toContain(
      "img-src 'self' data: blob: https://cdn.example.com https://*.example.org:8443;",
    );
  });

  it.each(["https://a; script-src 'unsafe-inline'", 'https:', '*', 'https://a/path'])(
    'may not come from %s',
    async (origin) => {
      await expect(start({ 'frontend.image-origins': origin })).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
      });
    },
  );
});
