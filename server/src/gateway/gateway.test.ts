import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  defineRoute,
  HTTP,
  httpModule,
  silentLogger,
  startModules,
  type ModuleHost,
  defineModule,
} from '../kernel/index.ts';
import { testConfig } from '../kernel/testing/config.ts';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.ts';
import { GATEWAY, gatewayModule } from './index.ts';

let dir: string;
let host: ModuleHost | undefined;
const others: Server[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'gateway-'));
  const put = (path: string, content: string | Buffer): void => {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), content);
  };
  put('shell/index.html', '<title>shell</title>');
  put('shell/index.html.br', brotliCompressSync('<title>shell</title>'));
  put('shell/favicon.svg', '<svg/>');
  put('shell/.env', 'PASSWORD=1');
  put('shell/_shell/main-Ab3dE6gH.js', 'main()');
  put('shell/_shell/main-Ab3dE6gH.js.br', brotliCompressSync('main()'));
  put('data/remote-apps/hello/index.js', 'export {}');
  put('data/remote-apps/hello/list-x9Yz12Qw.js', 'list()');
  put('data/remote-apps/~development/hello/index.js', 'developed()');
  put('data/upload/a/picture.svg', '<svg onload="alert(1)"/>');
  put('data/secret.txt', 'secret');
});
afterEach(async () => {
  await host?.dispose();
  others.splice(0).forEach((server) => server.close());
  rmSync(dir, { recursive: true });
});

const ping = defineModule({
  name: 'ping',
  depends: ['http'],
  setup: (ctx) =>
    ctx
      .use(HTTP)
      .routes([
        defineRoute({ method: 'GET', url: '/ping', auth: 'public', summary: 'x', handler: () => 'pong' }),
      ]),
});

async function start(values: Record<string, string | number> = {}): Promise<string> {
  const config = testConfig({
    'server.port': 0,
    'frontend.port': 0,
    'frontend.dir': join(dir, 'shell'),
    'platform.data-dir': join(dir, 'data'),
    ...values,
  });
  host = await startModules([httpModule, ping, gatewayModule], config, silentLogger);
  return host.services.use(GATEWAY).frontend!.url;
}

/** Without the URL normalisation and the cache rules of fetch. */
const raw = (
  base: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const request = httpRequest({ hostname, port, path, headers }, (response) => {
      let body = '';
      response.on('data', (part: Buffer) => (body += part.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('error', reject).end();
  });

it('design 11.8-3: answers on the API port only where a web server serves the frontend', async () => {
  const config = testConfig({
    'server.port': 0,
    'frontend.port': 1,
    'frontend.enabled': false,
    'platform.data-dir': join(dir, 'data'),
    'server.trust-proxy': true,
  });
  host = await startModules([httpModule, ping, gatewayModule], config, silentLogger);
  const { api, frontend } = host.services.use(GATEWAY);
  expect(frontend).toBeUndefined();
  expect((await fetch(`${api.url}/ping`)).status).toBe(200);
  const entry = await fetch(`${api.url}/remote-apps/hello/index.js`);
  expect(await entry.text()).toBe('export {}');
  expect(entry.headers.has('strict-transport-security')).toBe(false);
  const headers = { 'x-forwarded-proto': 'https' };
  const missing = await fetch(`${api.url}/remote-apps/hello/none.js`, { headers });
  expect(await missing.json()).toMatchObject({ error: 'FILE_NOT_FOUND' });
  expect(missing.headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(await (await fetch(`${api.url}/remote-apps/`)).json()).toMatchObject({ error: 'FILE_NOT_FOUND' });
  for (const path of ['/market', '/upload/a/picture.svg', '/x/remote-apps/'])
    expect((await fetch(api.url + path)).status, path).toBe(404);
});

describe('frontend port', () => {
  it('treats an absolute address like its path, for API and pages (RFC 9112, 3.2.2)', async () => {
    const base = await start();
    expect(await raw(base, 'http://elsewhere.example/prod-api/ping')).toMatchObject({
      status: 200,
      body: expect.stringContaining('pong') as string,
    });
    expect((await raw(base, 'http://elsewhere.example/prod-api/actuator/health')).body).not.toContain('UP');
    expect((await raw(base, 'http://elsewhere.example/market')).body).toContain('<title>shell</title>');
  });

  it('spec: Endpoints/actuator on the frontend port: any path except the four prefixes returns the single-page app with 200', async () => {
    const base = await start();
    for (const path of ['/', '/market', '/actuator/health', '/system/user/list', '/prod-apix']) {
      const response = await fetch(base + path);
      expect(response.status, path).toBe(200);
      expect(await response.text(), path).toContain('<title>shell</title>');
      expect(response.headers.get('cache-control'), path).toBe('no-cache');
    }
    expect((await fetch(`${base}/favicon.svg`)).headers.get('content-type')).toContain('image/svg+xml');
  });

  it('findings: applications 1: serves an application with the code assets', async () => {
    const base = await start();
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const path of [
      '/assets',
      '/assets/',
      '/assets/items?page=2',
      '/uploads/a.b',
      '/prod-apis/x',
      '/minio2',
    ]) {
      const response = await fetch(base + path, { headers: { accept } });
      expect(response.status, path).toBe(200);
      expect(await response.text(), path).toContain('<title>shell</title>');
    }
  });

  it('design 11.8-4: returns the page to clients that accept it, and for /actuator to all', async () => {
    const base = await start();
    const status = async (path: string, accept: string) =>
      (await fetch(base + path, { headers: { accept } })).status;
    for (const accept of ['application/json', 'image/*', 'text/html;q=0, a/b', 'text/html; q=0.000']) {
      expect(await status('/hello/items', accept), accept).toBe(404);
      expect(await status('/actuatorx', accept), accept).toBe(404);
      for (const path of ['/actuator', '/actuator/', '/actuator/health?x=1']) {
        const page = await fetch(base + path, { headers: { accept } });
        expect(page.status, accept).toBe(200);
        expect(page.headers.get('content-type'), accept).toContain('text/html');
        // A cache must not give the page to those who ask for something else.
        expect(page.headers.get('vary')?.split(/, */)).toContain('accept');
      }
    }
    for (const accept of ['', '*/*', 'TEXT/HTML', 'application/json, text/*;q=0.1', 'text/html;xq=0']) {
      expect(await status('/hello/items', accept), accept).toBe(200);
    }
    expect(await status('/favicon.svg', 'image/*')).toBe(200);
    for (const path of ['/hello/favicon.svg', '/favicon.svg.x'])
      expect(await (await fetch(base + path)).text(), path).toContain('<title>shell</title>');
  });

  it('design 11.8-4: keeps monitoring on the API port, in any spelling', async () => {
    const base = await start();
    const ways = [
      '/prod-api/actuator',
      '/prod-api/actuator/health',
      '/prod-api/Actuator/',
      '/prod-api//actuator/env',
      '/prod-api/./actuator',
      '/prod-api/x/../actuator/env',
      '/prod-api/%61ctuator/env',
      '/prod-api/%2561ctuator/env',
      '/prod-api/actuator;x=1/env',
      '/prod-api/actuator%3Fx',
      '/prod-api\\actuator',
      '/prod-api%2Factuator',
      '/x/../prod-api/actuator/env',
      '/PROD-API/actuator',
      `http://elsewhere/prod-api/actuator`,
    ];
    for (const path of ways) {
      const { status, body } = await raw(base, path, { accept: 'text/html' });
      expect(status, path).toBe(404);
      expect(JSON.parse(body), path).toMatchObject({ error: 'FILE_NOT_FOUND' });
    }
    expect(await (await fetch(`${base}/prod-api/ping?x=/actuator`)).json()).toMatchObject({ data: 'pong' });
  });

  it('closes with the host, and so does the API port', async () => {
    const base = await start();
    const { api } = host!.services.use(GATEWAY);
    // Streams end, so that nobody waits for the time limit.
    const endStreams = vi.spyOn(host!.services.use(HTTP), 'stop');
    await host!.dispose();
    expect(endStreams).toHaveBeenCalledOnce();
    for (const url of [base, api.url]) await expect(fetch(url)).rejects.toThrow();
  });

  it('asks clients to disconnect on both ports once it drains, and answers them', async () => {
    const base = await start();
    const gateway = host!.services.use(GATEWAY);
    const connections = () =>
      Promise.all(
        [`${gateway.api.url}/ping`, base].map(async (url) => {
          const { status, headers } = await fetch(url);
          return [status, headers.get('connection')];
        }),
      );
    expect(await connections()).toEqual(Array(2).fill([200, 'keep-alive']));
    gateway.drain();
    expect(await connections()).toEqual(Array(2).fill([200, 'close']));
  });

  it('demands HTTPS for ever only where the client uses it', async () => {
    const base = await start({ 'server.trust-proxy': 'true' });
    const demanded = async (scheme: string) => {
      const { headers } = await fetch(base, { headers: { 'x-forwarded-proto': scheme } });
      return headers.get('strict-transport-security');
    };
    expect([await demanded('http'), await demanded('https')]).toEqual([null, 'max-age=31536000']);
  });

  it('reaches the API under /prod-api/ without a second hop', async () => {
    const base = await start();
    expect(await (await fetch(`${base}/prod-api/ping`)).json()).toMatchObject({ code: 200, data: 'pong' });
    expect((await fetch(`${base}/prod-api/none`)).status).toBe(404);
  });

  it('serves compressed hashed files as immutable, entries without caching, and answers conditional requests', async () => {
    const base = await start();
    const main = await fetch(`${base}/_shell/main-Ab3dE6gH.js`, { headers: { 'accept-encoding': 'br' } });
    expect(main.headers.get('content-encoding')).toBe('br');
    expect(main.headers.get('cache-control')).toContain('immutable');
    expect(await main.text()).toBe('main()');
    const page = await fetch(`${base}/market`, { headers: { 'accept-encoding': 'br' } });
    expect(page.headers.get('content-encoding')).toBe('br');
    expect(await page.text()).toContain('<title>shell</title>');
    const entry = await fetch(`${base}/remote-apps/hello/index.js?v=1.0.0`);
    expect(entry.headers.get('cache-control')).toBe('no-cache');
    expect(entry.headers.get('content-type')).toContain('javascript');
    const etag = entry.headers.get('etag') ?? '';
    const again = await raw(base, '/remote-apps/hello/index.js', { 'if-none-match': etag });
    expect(again).toEqual({ status: 304, body: '' });
  });

  it('spec: Errors/remote view artifacts not at the web server directory, the entry returns 404', async () => {
    const base = await start();
    const response = await fetch(`${base}/remote-apps/absent/index.js`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'FILE_NOT_FOUND' });
    expect((await fetch(`${base}/_shell/none-12345678.js`)).status).toBe(404);
  });

  it('serves a remote under another base path for a reload after a failed chunk', async () => {
    const base = await start();
    expect(await (await fetch(`${base}/remote-apps/hello/~12/list-x9Yz12Qw.js`)).text()).toBe('list()');
    const developed = await fetch(`${base}/remote-apps/~development/hello/~3/index.js`);
    expect(await developed.text()).toBe('developed()');
  });

  it('design 5.4: allows applications from development servers with platform.development only', async () => {
    const policy = async (base: string) => (await fetch(base)).headers.get('content-security-policy') ?? '';
    const developing = await policy(await start({ 'platform.development': 'true' }));
    expect(developing).toMatch(/script-src 'self' http: https:;.*connect-src 'self' http: https: ws: wss:;/);
    await host?.dispose();
    expect(await policy(await start())).toMatch(/script-src 'self';.*connect-src 'self';/);
  });

  it('serves no file whose name begins with a dot', async () => {
    const response = await fetch(`${await start()}/.env`);
    expect(await response.text()).not.toContain('PASSWORD');
  });

  it('does not leave its folders, in any spelling of the path', async () => {
    const base = await start();
    const ways = [
      '/remote-apps/../secret.txt',
      '/remote-apps/%2e%2e/secret.txt',
      '/remote-apps/..%2fsecret.txt',
      '/upload/..%5c..%5csecret.txt',
      '/remote-apps/hello/../../secret.txt',
      '//secret.txt',
      '/upload/%2e%2e%2f%2e%2e%2fsecret.txt',
    ];
    for (const path of ways) expect((await raw(base, path)).body, path).not.toBe('secret');
  });

  it('design 5.2: allows the import map of its page, but no other inline script', async () => {
    const map = '{"imports":{"vue":"/_shell/shared/vue.js"}}';
    const page = `<script type="importmap">${map}</script><script>alert(1)</script>`;
    writeFileSync(join(dir, 'shell/index.html'), page);
    const policy = (await fetch(`${await start()}/`)).headers.get('content-security-policy');
    const hash = createHash('sha256').update(map).digest('base64');
    expect(/script-src ([^;]*)/.exec(policy ?? '')?.[1]).toBe(`'self' 'sha256-${hash}'`);
  });

  it('shows uploads without running them', async () => {
    const base = await start();
    const response = await fetch(`${base}/upload/a/picture.svg`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('content-disposition')).toBe('attachment');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    for (const [name, type] of [
      ['run.js', 'application/octet-stream'],
      ['page.html', 'application/octet-stream'],
      ['PAGE.XHTML', 'application/octet-stream'],
      ['none', 'application/octet-stream'],
      ['show.png', 'image/png'],
    ] as const) {
      writeFileSync(join(dir, 'data/upload', name), 'alert(1)');
      const { headers } = await fetch(`${base}/upload/${name}`);
      expect([name, headers.get('content-type')]).toEqual([name, type]);
      expect(headers.get('content-disposition'), name).toBe(type === 'image/png' ? null : 'attachment');
      expect(headers.get('cross-origin-resource-policy'), name).toBe('cross-origin');
    }
  });

  it('proxies /minio/ to the configured object storage, and returns 404 without one', async () => {
    const storage = createServer((request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `object ${request.url} ${request.headers.cookie ?? request.headers.authorization ?? 'for anybody'}`,
        ),
    ).listen(0, '127.0.0.1');
    others.push(storage);
    await new Promise((resolve) => storage.once('listening', resolve));
    const base = await start({
      'frontend.minio-url': `http://127.0.0.1:${(storage.address() as AddressInfo).port}`,
    });
    // The session is for the host alone.
    const session = { cookie: 'platform_session=1', authorization: 'Bearer 1' };
    const object = await fetch(`${base}/minio/bucket/a.png`, { headers: session });
    expect(await object.text()).toBe('object /bucket/a.png for anybody');
    expect(object.headers.get('content-disposition')).toBe('attachment');
    await host?.dispose();
    expect((await fetch(`${await start()}/minio/bucket/a.png`)).status).toBe(404);
  });

  it('names an occupied port and how to choose another', async () => {
    const base = await start();
    const { port } = new URL(base);
    const config = testConfig({
      'server.port': port,
      'platform.data-dir': join(dir, 'data'),
      'frontend.dir': join(dir, 'shell'),
    });
    await expect(startModules([httpModule, gatewayModule], config, silentLogger)).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      fix: expect.stringContaining('--server.port') as string,
    });
  });

  it('names an address that this machine does not have', async () => {
    const config = testConfig({
      // An address for documentation: no machine has it.
      'server.host': '192.0.2.1',
      'platform.data-dir': join(dir, 'data'),
      'frontend.dir': join(dir, 'shell'),
    });
    await expect(startModules([httpModule, gatewayModule], config, silentLogger)).rejects.toMatchObject({
      code: 'ADDRESS_UNAVAILABLE',
      message: 'This machine has no address 192.0.2.1 to listen on.',
      fix: expect.stringContaining('--server.host') as string,
    });
  });
});

it('warns where the folder of the shell has none, and names what to do', async () => {
  const log: LogLine[] = [];
  const config = testConfig({
    'server.port': 0,
    'frontend.port': 0,
    'frontend.dir': join(dir, 'not-built'),
    'platform.data-dir': join(dir, 'data'),
  });
  host = await startModules([httpModule, gatewayModule], config, collectingLogger(log));
  expect(log).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      fields: expect.objectContaining({
        missing: join(dir, 'not-built', 'index.html'),
        fix: 'Build it with npm run build, or correct frontend.dir.',
      }) as unknown,
    }),
  );
});

it('returns pages for GET and HEAD only', async () => {
  const base = await start();
  const page = { headers: { accept: 'text/html' } };
  expect((await fetch(`${base}/anywhere`, page)).status).toBe(200);
  expect((await fetch(`${base}/anywhere`, { ...page, method: 'HEAD' })).status).toBe(200);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const { status, headers } = await fetch(`${base}/anywhere`, { ...page, method });
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  }
});
