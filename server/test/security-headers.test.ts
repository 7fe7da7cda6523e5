import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishPackage } from '@platform/cli';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controller, PackageWorkshop, publicKeys } from '../src/market/testing/test-packages.ts';
import { TestPlatform } from './support/platform.ts';

const MONITORING = 'granite-otter-42';
const folder = mkdtempSync(join(tmpdir(), 'headers-'));
let platform: TestPlatform;
let workshop: PackageWorkshop;
let storage: Server;
/** Address of a private picture's link, without its origin. */
let link: string;
let privateId: number;

const application = {
  'controller/answers.controller.ts': `
    import { Controller, Get } from '@platform/plugin-sdk/web';
    import { Readable } from 'node:stream';
    @Controller('/demo')
    export class AnswersController {
      @Get('/fail') fail() { throw new Error('broken'); }
      @Get('/text', { summary: 'x' }) text(ctx) { ctx.reply.header('content-type', 'text/html'); return '<b>x</b>'; }
      @Get('/stream') stream(ctx) { ctx.reply.header('content-type', 'text/html'); return Readable.from(['<b>x</b>']); }
    }`,
};

beforeAll(async () => {
  storage = createServer((message, response) => {
    const type = message.url?.endsWith('.png') ? 'image/png' : 'text/html';
    response.writeHead(200, { 'content-type': type, server: 'MinIO', 'x-powered-by': 'x' });
    response.end('<script>alert(1)</script>');
  });
  await new Promise<void>((listening) => storage.listen(0, '127.0.0.1', listening));
  mkdirSync(join(folder, 'shell/_shell'), { recursive: true });
  writeFileSync(join(folder, 'shell/index.html'), '<title>shell</title>');
  writeFileSync(join(folder, 'shell/_shell/main-Ab3dE6gH.js'), 'main()');
  writeFileSync(join(folder, 'public.pem'), publicKeys[0] ?? '');
  workshop = await PackageWorkshop.open();
  platform = await TestPlatform.start(
    [
      `--management.password=${MONITORING}`,
      '--server.trust-proxy=true',
      `--frontend.dir=${join(folder, 'shell')}`,
      `--frontend.minio-url=http://127.0.0.1:${(storage.address() as AddressInfo).port}`,
    ],
    join(folder, 'data'),
    join(folder, 'public.pem'),
  );
  await publishPackage(
    platform.api,
    await workshop.build({ backend: { ...controller('demo', 'hi'), ...application } }),
  );
  await platform.api.post('/app/install', { appCode: 'demo' });
  const put = (path: string): void => {
    mkdirSync(join(platform.data, path, '..'), { recursive: true });
    writeFileSync(join(platform.data, path), '<script>alert(1)</script>');
  };
  for (const name of ['a.png', 'a.svg', 'a.html']) put(`upload/${name}`);
  const form = new FormData();
  form.append('file', new Blob(['<svg/>'], { type: 'image/svg+xml' }), 'drawing.svg');
  const uploaded = await fetch(`${platform.apiUrl}/resource/oss/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.token}` },
    body: form,
  });
  const { data } = (await uploaded.json()) as { data: { ossId: number } };
  privateId = data.ossId;
  const made = await platform.api.post<{ url: string }>(`/resource/oss/${privateId}/link`, { expiresIn: 60 });
  link = new URL(made.url, platform.apiUrl).pathname + new URL(made.url, platform.apiUrl).search;
});
afterAll(async () => {
  await platform?.remove();
  await workshop?.close();
  storage?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Reads the head only: an event stream has no end. */
function ask(port: 'api' | 'frontend', path: string, { method, headers, body }: Asked = {}): Promise<Answer> {
  const { hostname, port: number } = new URL(port === 'api' ? platform.apiUrl : platform.frontendUrl);
  return new Promise((resolve, reject) => {
    request({ hostname, port: number, path, method, headers, agent: false }, (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
      response.destroy();
    })
      .on('error', reject)
      .end(body);
  });
}

const admin = (): Asked => ({ headers: { authorization: `Bearer ${platform.token}` } });
const monitor = (): Asked => ({
  headers: { authorization: `Basic ${Buffer.from(`monitor:${MONITORING}`).toString('base64')}` },
});
const large = (): Asked => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'content-length': '99999999' },
  body: '{',
});

const NOTHING_RUNS = /^default-src 'none'.*frame-ancestors 'self'/;
const SANDBOX = /^default-src 'none'.*frame-ancestors 'self'.*sandbox/;
const SHELL =
  /^default-src 'self'; script-src 'self';.*frame-src 'self' blob:;.*frame-ancestors 'self'.*object-src 'none'/;

interface Kind {
  readonly port: 'api' | 'frontend';
  readonly path: string | (() => string);
  readonly status: number;
  readonly asked?: () => Asked;
  readonly policy?: RegExp;
  readonly cache?: RegExp;
  readonly crossOrigin?: boolean;
  readonly attachment?: boolean;
}

const api = { port: 'api', policy: NOTHING_RUNS, cache: /no-store$/ } as const;
const files = { port: 'frontend', policy: SHELL, cache: /^no-cache$/ } as const;
const upload = { port: 'frontend', policy: SANDBOX, crossOrigin: true } as const;

const kinds: Record<string, Kind> = {
  page: { ...files, path: '/', status: 200 },
  'page of an address that nobody has': { ...files, path: '/market', status: 200 },
  'page at /actuator': { ...files, path: '/actuator/health', status: 200 },
  asset: { ...files, path: '/_shell/main-Ab3dE6gH.js', status: 200, cache: /immutable/ },
  'remote entry': { ...files, path: '/remote-apps/demo/index.js', status: 200 },
  'missing remote entry': { ...files, path: '/remote-apps/none/index.js', status: 404, cache: /^no-store$/ },
  'malformed address of a file': { ...files, path: '/_shell/%zz', status: 400, cache: /^no-store$/ },
  'public picture': { ...upload, path: '/upload/a.png', status: 200 },
  'public SVG': { ...upload, path: '/upload/a.svg', status: 200, attachment: true },
  'public HTML': { ...upload, path: '/upload/a.html', status: 200, attachment: true },
  'picture of the object storage': { ...upload, path: '/minio/b/a.png', status: 200 },
  'HTML of the object storage': { ...upload, path: '/minio/b/a.html', status: 200, attachment: true },
  'API through the frontend port': {
    ...api,
    port: 'frontend',
    path: '/prod-api/system/user/list',
    status: 401,
  },
  'API JSON': { ...api, path: '/system/user/list', status: 200, asked: admin },
  'API JSON, small': { ...api, path: '/auth/sessions', status: 401 },
  'API error': { ...api, path: '/system/user/list?pageNum=x', status: 400, asked: admin },
  'API 404': { ...api, path: '/nowhere', status: 404 },
  'API malformed address': { ...api, path: '/%zz', status: 400 },
  'API unknown method': {
    ...api,
    path: '/system/user/list',
    status: 501,
    asked: () => ({ method: 'PROPFIND' }),
  },
  'API 413': { ...api, path: '/auth/login', status: 413, asked: large },
  'CSV download': { ...api, path: '/system/user/export', status: 200, asked: admin, attachment: true },
  'private object': {
    ...api,
    path: () => `/resource/oss/${privateId}/content`,
    status: 200,
    asked: admin,
    policy: SANDBOX,
    attachment: true,
  },
  'private link': {
    ...api,
    port: 'frontend',
    path: () => link,
    status: 200,
    policy: SANDBOX,
    attachment: true,
  },
  'private link, changed': {
    ...api,
    port: 'frontend',
    path: () => link.replace(/signature=./, 'signature=!'),
    status: 403,
  },
  'event stream': {
    ...api,
    path: '/app/runtime/events',
    status: 200,
    asked: admin,
    cache: /no-(?:store|cache)/,
  },
  actuator: { ...api, path: '/actuator/health', status: 200, asked: monitor },
  'actuator, metrics': { ...api, path: '/actuator/prometheus', status: 200, asked: monitor },
  'actuator, log file': { ...api, path: '/actuator/logfile', status: 404, asked: monitor },
  'actuator without login': { ...api, path: '/actuator/env', status: 401 },
  application: { ...api, path: '/demo/greet', status: 200, asked: admin },
  "application's 500": { ...api, path: '/demo/fail', status: 500, asked: admin },
  "application's HTML": { ...api, path: '/demo/text', status: 200, asked: admin },
  "application's stream": { ...api, path: '/demo/stream', status: 200, asked: admin },
  'API document': { ...api, path: '/v3/api-docs', status: 200, asked: admin },
};

describe('design 11.7: the headers of every kind of answer', () => {
  it.each(Object.entries(kinds))('%s', async (_name, kind) => {
    const path = typeof kind.path === 'string' ? kind.path : kind.path();
    const asked = kind.asked?.() ?? {};
    const { status, headers } = await ask(kind.port, path, asked);
    expect([path, status]).toEqual([path, kind.status]);
    expect(headers['content-security-policy']).toMatch(kind.policy ?? /./);
    expect(headers['cache-control']).toMatch(kind.cache ?? /./);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toMatch(/^(?:no-referrer|same-origin)$/);
    expect(headers['cross-origin-resource-policy']).toBe(kind.crossOrigin ? 'cross-origin' : 'same-origin');
    expect(headers['x-request-id']).toMatch(/^[\w.-]+$/);
    expect([headers.server, headers['x-powered-by'], headers['strict-transport-security']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(String(headers['content-disposition'] ?? '').startsWith('attachment')).toBe(
      kind.attachment === true,
    );
    if (kind.policy === SHELL) {
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    }
    const secure = await ask(kind.port, path, {
      ...asked,
      headers: { ...asked.headers, 'x-forwarded-proto': 'https' },
    });
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000');
  });
});
