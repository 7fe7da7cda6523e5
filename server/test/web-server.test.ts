import { randomBytes } from 'node:crypto';
import { mkdirSync, openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '@platform/package-format/testing';
import { Http2Client, type Http2Answer } from '../../deploy/check/http2-client.ts';
import { hasMimeTypes, WebServer } from '../../deploy/check/web-server.ts';
import { buildPackage, buildShell, makeSigningKey, packageOf } from '../../scripts/lib/build.ts';
import { findProgram } from '../../scripts/lib/find-program.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { TestPlatform } from './support/platform.ts';
import { repack } from './support/repack.ts';

const nginx = hasMimeTypes() ? findProgram('nginx') : undefined;
const MEGABYTE = 1_048_576;

/** Headers in which the web server has to agree with the host's own frontend port. */
const COMPARED = [
  ...['cache-control', 'content-security-policy', 'content-disposition', 'x-content-type-options'],
  ...['x-frame-options', 'referrer-policy', 'cross-origin-resource-policy', 'cross-origin-opener-policy'],
];

describe.skipIf(!nginx)(`the web server of the container route${nginx ? '' : ': nginx is missing'}`, () => {
  let platform: TestPlatform;
  let storage: Server;
  let web: WebServer;
  let client: Http2Client;

  beforeAll(async () => {
    await makeSigningKey();
    await buildShell();
    storage = createServer((request, response) => {
      const [, end = ''] = /\.(\w+)$/.exec(request.url ?? '') ?? [];
      const type = { png: 'image/png', html: 'text/html', txt: 'text/plain' }[end];
      response.writeHead(200, {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(end === 'txt' ? { 'content-disposition': 'attachment; filename="n.txt"' } : {}),
        ...{ server: 'MinIO', 'x-powered-by': 'x', 'content-security-policy': "default-src 'self'" },
      });
      const session = request.headers.cookie ?? request.headers.authorization ?? 'for anybody';
      response.end(`object ${request.url} ${session}`);
    });
    await new Promise<void>((listening) => storage.listen(0, '127.0.0.1', listening));
    const minio = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
    platform = await TestPlatform.start([
      '--server.trust-proxy=true',
      `--frontend.dir=${inRoot('dist/shell')}`,
      `--frontend.minio-url=${minio}`,
    ]);
    const put = (path: string, content: string): void => {
      mkdirSync(join(platform.data, path, '..'), { recursive: true });
      writeFileSync(join(platform.data, path), content);
    };
    put('remote-apps/hello/index.js', 'export {}');
    put('remote-apps/hello/list-x9Yz12Qw.js', 'list()');
    put('remote-apps/hello/.secret', 'secret');
    put('upload/a/picture.png', 'png');
    put('upload/a/drawing.svg', '<svg onload="alert(1)"/>');
    put('upload/a/page.html', '<script>alert(1)</script>');
    put('upload/.secret', 'secret');
    web = await WebServer.start({
      nginx: nginx ?? '',
      shell: inRoot('dist/shell'),
      files: platform.data,
      backend: new URL(platform.apiUrl).host,
      minio,
    });
    client = new Http2Client(web.url, web.certificate);
  });
  afterAll(async () => {
    client?.close();
    await web?.stop();
    storage?.close();
    await platform?.remove();
  });

  const authorized = (): Record<string, string> => ({ authorization: `Bearer ${platform.token}` });

  it('speaks HTTP/2 over TLS, and leads from the plain port there', async () => {
    expect((await client.request('/')).status).toBe(200);
    expect(client.protocol).toBe('h2');
    const plain = await fetch(`${web.plainUrl}/market?a=1`, { redirect: 'manual' });
    expect(plain.status).toBe(308);
    expect(plain.headers.get('location')).toBe(`${web.url}/market?a=1`);
  });

  it('audit: answers the health check of the image on the plain port, whatever the certificate', async () => {
    const image = readFileSync(inRoot('deploy/frontend.Containerfile'), 'utf8');
    const [, path = ''] = /HEALTHCHECK[^]*?http:\/\/127\.0\.0\.1:80(\S+)/.exec(image) ?? [];
    const { status } = await fetch(`${web.plainUrl}${path}`, { redirect: 'manual' });
    expect(status).toBe(200);
  });

  describe('agrees with the frontend port of the host', () => {
    const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const json = { accept: 'application/json' };

    it.each<readonly [string, Record<string, string>]>([
      ['/', html],
      ['/market', html],
      ['/market', {}],
      ['/market', json],
      ['/market', { accept: 'text/html;q=0, application/json' }],
      ['/system/user/list', html],
      ['/prod-apix', html],
      ['/prod-api', html],
      ['/actuator', json],
      ['/actuator/health', json],
      ['/actuatorx', json],
      ['/favicon.svg', {}],
      ['/missing.png', {}],
      ['/_shell/missing.js', {}],
      ['/prod-api/auth/me', {}],
      ['/prod-api/never/made', {}],
      ['/remote-apps/hello/index.js', {}],
      ['/remote-apps/hello/index.js?v=1.0.0', {}],
      ['/remote-apps/hello/~3/index.js', {}],
      ['/remote-apps/hello/list-x9Yz12Qw.js', {}],
      ['/remote-apps/hello/missing.js', html],
      ['/remote-apps/hello/', html],
      ['/remote-apps/hello/.secret', {}],
      ['/upload/a/picture.png', {}],
      ['/upload/a/drawing.svg', {}],
      ['/upload/a/page.html', {}],
      ['/upload/a/missing.png', html],
      ['/upload/.secret', {}],
      ['/minio/bucket/key%20with%2Fslash?x=1', {}],
      ['/minio/bucket/a.png', { cookie: 'platform_session=1', authorization: 'Bearer 1' }],
      ['/minio/bucket/a.html', {}],
      ['/minio/bucket/a.txt', {}],
    ])('%s %j', async (path, headers) => {
      const own = await fetch(platform.frontendUrl + path, { headers: { accept: '', ...headers } });
      const theirs = await client.request(path, { headers });
      const body = await own.text();
      expect(theirs.status).toBe(own.status);
      if (own.ok) {
        expect(theirs.text).toBe(body);
        expect(mediaType(theirs)).toBe(mediaType(own));
        expect(pick(theirs)).toEqual(pick(own));
      } else expect(theirs.text).not.toContain('<title>Application');
    });

    it('for every file of the shell, compressed as the build wrote it', async () => {
      const page = await client.request('/', { headers: html });
      const file = /src="(\/_shell\/index-[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
      const answer = await client.request(file, { headers: { 'accept-encoding': 'gzip' } });
      expect(answer.headers).toMatchObject({
        ':status': 200,
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    });

    it('and changes nothing but for GET and HEAD', async () => {
      expect((await client.request('/market', { method: 'POST', headers: html, body: 'x' })).status).toBe(
        404,
      );
      expect((await client.request('/market', { method: 'HEAD', headers: html })).status).toBe(200);
    });
  });

  it('design 11.8-4: monitoring endpoints are closed, however their path is written', async () => {
    for (const path of [
      '/prod-api/actuator',
      '/prod-api/actuator/health',
      '/prod-api/actuator/health?x=1',
      '/prod-api/Actuator/health',
      '/prod-api//actuator/health',
      '/prod-api/./actuator/health',
      '/prod-api/x/../actuator/health',
      '/prod-api/%61ctuator/health',
      '/prod-api/%2factuator/health',
      '/prod-api/actuator%2fhealth',
      '/prod-api/x%2f..%2factuator/health',
      '/prod-api/%2e/actuator/health',
      '/prod-api/actuator;x/health',
      '/prod-api/%5cactuator/health',
    ]) {
      const answer = await client.request(path, { headers: authorized() });
      expect(answer.status, path).toBe(404);
      expect(answer.text, path).not.toContain('"status"');
    }
  });

  it('passes the path of a request as it is written', async () => {
    const path = '/prod-api/never/a%2Fb%20c';
    const { text } = await client.request(path, { headers: authorized() });
    expect(JSON.parse(text)).toMatchObject({ code: 404, error: 'NOT_FOUND' });
    expect(text).toContain('/never/a%2Fb%20c');
    for (const other of ['/x/../prod-api/auth/me', '/%70rod-api/auth/me', '//prod-api/auth/me']) {
      expect((await client.request(other, { headers: authorized() })).text, other).not.toContain(
        '"userName"',
      );
    }
  });

  it('logs in over HTTPS: the cookie is secure, and addresses are those of the client', async () => {
    const { status, headers } = await client.request('/prod-api/auth/login', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-session': 'cookie',
        // Nobody trusts what a client says of itself.
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'elsewhere.example',
      },
      body: JSON.stringify({ username: 'admin', password: TestPlatform.password }),
    });
    expect(status).toBe(200);
    const cookies = [headers['set-cookie'] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toContain('Secure');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    const logins = await platform.api.get<Array<{ ip: string }>>('/system/loginLog/list');
    expect(logins.map(({ ip }) => ip)).toContain('127.0.0.1');
    expect(logins.map(({ ip }) => ip)).not.toContain('203.0.113.9');
  });

  it.each<readonly [string, number, Record<string, string>]>([
    ['/', 200, {}],
    ['/market', 404, { accept: 'application/json' }],
    ['/_shell/missing.js', 404, {}],
    ['/remote-apps/hello/missing.js', 404, {}],
    ['/remote-apps/hello/.secret', 404, {}],
    ['/upload/a/page.html', 200, {}],
    ['/upload/a/missing.png', 404, {}],
    ['/minio/bucket/a.html', 200, {}],
    ['/prod-api/never/made', 404, {}],
    ['/prod-api/system/user/list', 401, {}],
    ['/prod-api/actuator/health', 404, {}],
    ['/prod-api/app/package/parse', 413, { 'content-length': String(211 * MEGABYTE) }],
  ])('design 11.7: the headers of %s (%i)', async (path, status, more) => {
    const method = status === 413 ? 'POST' : 'GET';
    const body = status === 413 ? { body: 'x' } : {};
    const { headers, ...answer } = await client.request(path, { method, headers: more, ...body });
    expect(answer.status).toBe(status);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'self'") as string,
      'cache-control': expect.any(String) as string,
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/^(?:no-referrer|same-origin)$/) as string,
      'cross-origin-resource-policy': expect.stringMatching(/^(?:same|cross)-origin$/) as string,
      'strict-transport-security': 'max-age=31536000',
    });
    // Without its version: nginx cannot leave its name out.
    expect(headers['server']).toBe('nginx');
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('server-sent events arrive at once', async () => {
    const stream = client.open('/prod-api/app/runtime/events', 'GET', authorized());
    let text = '';
    stream.on('data', (part: Buffer) => (text += part.toString()));
    await expect.poll(() => text).toContain(': open');
    await platform.api.post('/system/message', { to: 'tenant', title: 'Now' });
    await expect.poll(() => text).toContain('event: notice');
    stream.close();
  });

  it('answers 503 as JSON while the host is away', async () => {
    const away = await WebServer.start({
      nginx: nginx ?? '',
      shell: inRoot('dist/shell'),
      files: platform.data,
      backend: '127.0.0.1:1',
    });
    const other = new Http2Client(away.url, away.certificate);
    try {
      const answer = await other.request('/prod-api/auth/me');
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.text)).toMatchObject({ code: 503, error: 'PLATFORM_AWAY' });
      expect((await other.request('/minio/bucket/key')).status).toBe(404);
    } finally {
      other.close();
      await away.stop();
    }
  });

  it.runIf(isLongRun)('spec: Limits/package size: takes an upload of 200 MB', async () => {
    await buildPackage('hello');
    const file = await repack(packageOf('hello'), platform.data, 'large-1.0.0.zip', {
      before: (files) => void files.set('frontend/film.png', randomBytes(198 * MEGABYTE)),
    });
    const answer = await upload(file);
    expect(answer.text).toContain('"code":200');
    expect(answer.status).toBe(200);
    const tooLarge = await client.request('/prod-api/app/package/parse', {
      method: 'POST',
      headers: { ...authorized(), 'content-length': String(211 * MEGABYTE) },
      body: '',
    });
    expect(tooLarge.status).toBe(413);
  });

  async function upload(file: string): Promise<Http2Answer> {
    const form = new FormData();
    form.append('file', await openAsBlob(file), basename(file));
    const request = new Request('http://form.example', { method: 'POST', body: form });
    return client.request('/prod-api/app/package/parse', {
      method: 'POST',
      headers: { ...authorized(), 'content-type': request.headers.get('content-type') ?? '' },
      body: Readable.fromWeb(request.body as never),
    });
  }
});

const headerOf = ({ headers }: Http2Answer | Response, name: string): string | undefined => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return value?.toString() || undefined;
};
const pick = (answer: Http2Answer | Response) =>
  Object.fromEntries(COMPARED.map((name) => [name, headerOf(answer, name)]));
const mediaType = (answer: Http2Answer | Response): string | undefined =>
  headerOf(answer, 'content-type')?.split(';')[0]?.replace('application/javascript', 'text/javascript');
