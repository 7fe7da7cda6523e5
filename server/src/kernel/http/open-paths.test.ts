import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlatformError } from '@platform/plugin-sdk/core';
import { requestContext, type SessionUser } from '../context.ts';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { defineRoute, HttpService, type RequestTarget } from './index.ts';

const clerk: SessionUser = {
  userId: 2,
  userName: 'clerk',
  tenantId: 'acme',
  roles: [],
  permissions: ['shop:item:list'],
  sessionId: 2,
};
const LIMIT = 100;

let http: HttpService;
let server: Server;
/** Tenants that have the application `shop`. */
let installed: readonly string[];

const tenantOf = (): unknown => requestContext.current()?.tenantId;
const routes = (prefix: string) => [
  defineRoute({
    method: 'GET',
    url: `${prefix}/public`,
    auth: 'public',
    summary: 'x',
    handler: (ctx) => [ctx.tenantId, tenantOf()],
  }),
  defineRoute({
    method: 'GET',
    url: `${prefix}/mine`,
    auth: 'shop:item:list',
    summary: 'x',
    handler: async (ctx) => Promise.resolve().then(() => [ctx.tenantId, tenantOf()]),
  }),
  defineRoute({
    method: 'POST',
    url: `${prefix}/mine`,
    auth: 'login',
    summary: 'x',
    handler: (ctx) => [ctx.tenantId, tenantOf()],
  }),
  defineRoute({
    method: 'GET',
    url: `${prefix}/by/:name`,
    auth: 'public',
    summary: 'x',
    handler: () => 'ok',
  }),
];

beforeAll(async () => {
  http = new HttpService(testConfig({ 'open-api.rate-limit.max': LIMIT }), silentLogger);
  http.useAuthenticator({ authenticate: (token) => (token === 'clerk' ? clerk : undefined) });
  http.useTenants({ exists: async (id) => ['acme', 'rival'].includes(id) });
  http.routes(routes('/open/host'));
  const application = await http.createInstance({
    title: 'shop',
    version: '1',
    routes: routes('/open/shop'),
    logger: silentLogger,
  });
  await application.ready();
  const target: RequestTarget = {
    appCode: 'shop',
    dispatch: (request, response) => application.routing(request, response),
  };
  http.useApplications({
    route: (appCode, _open, tenantId) => {
      if (appCode !== 'shop') return undefined;
      if (installed.includes(tenantId ?? '')) return target;
      const code = tenantId === 'acme' ? 'APP_DISABLED' : 'APP_NOT_FOUND';
      return new PlatformError({ code, status: 404, message: 'No such application.' });
    },
  });
  await http.ready();
  server = createServer(http.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(async () => {
  server.close();
  await http.close();
});
beforeEach(() => (installed = ['000000', 'acme', 'rival']));

interface Answer {
  readonly status: number;
  readonly body: { readonly data?: unknown; readonly error?: string };
}

/** Sends the address as it is written. */
function ask(path: string, headers: Record<string, string | string[]> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: (text.startsWith('{') ? JSON.parse(text) : {}) as Answer['body'],
        }),
      );
    });
    request.on('error', reject).end();
  });
}
const login = { authorization: 'Bearer clerk' };

describe.each(['/open/host', '/open/shop'])('findings: security 3: the tenant of %s', (prefix) => {
  it("is the caller's when the route needs a login", async () => {
    expect((await ask(`${prefix}/mine`, login)).body.data).toEqual(['acme', 'acme']);
    expect((await ask(`${prefix}/mine`, { ...login, 'x-tenant-id': 'acme' })).body.data).toEqual([
      'acme',
      'acme',
    ]);
    expect((await ask(`${prefix}/mine`, login, 'POST')).body.data).toEqual(['acme', 'acme']);
  });

  it('is refused when the header names another', async () => {
    const mismatch = { status: 403, body: { error: 'TENANT_MISMATCH' } };
    expect(await ask(`${prefix}/mine`, { ...login, 'x-tenant-id': 'rival' })).toMatchObject(mismatch);
    expect(await ask(`${prefix}/mine`, { ...login, 'X-TENANT-ID': '000000' })).toMatchObject(mismatch);
    expect(await ask(`${prefix}/mine`, { ...login, 'x-tenant-id': 'rival' }, 'POST')).toMatchObject(mismatch);
    expect((await ask(`${prefix}/mine`, { ...login, 'x-tenant-id': 'rival' }, 'HEAD')).status).toBe(403);
    const twice = await ask(`${prefix}/mine`, { ...login, 'x-tenant-id': ['acme', 'rival'] });
    expect(twice).toMatchObject({ status: 404, body: { error: 'TENANT_UNKNOWN' } });
  });

  it("is the header's on a public route, even with a login", async () => {
    expect((await ask(`${prefix}/public`, login)).body.data).toEqual(['000000', '000000']);
    const rival = { 'x-tenant-id': 'rival' };
    expect((await ask(`${prefix}/public`, { ...login, ...rival })).body.data).toEqual(['rival', 'rival']);
    expect((await ask(`${prefix}/public`, rival)).body.data).toEqual(['rival', 'rival']);
    expect(await ask(`${prefix}/mine`, rival)).toMatchObject({ status: 401 });
  });
});

it('ignores an empty tenant header', async () => {
  expect((await ask('/open/host/public', { 'x-tenant-id': '' })).body.data).toEqual(['000000', '000000']);
});

it('findings: security 3: is the one for which the application must be installed', async () => {
  installed = ['acme'];
  expect((await ask('/open/shop/mine', login)).body.data).toEqual(['acme', 'acme']);
  expect((await ask('/open/shop/public', login)).status).toBe(404);
  expect((await ask('/open/shop/public', { ...login, 'x-tenant-id': 'acme' })).status).toBe(200);
  installed = ['000000'];
  expect((await ask('/open/shop/mine', login)).status).toBe(404);
  expect((await ask('/open/shop/public', login)).status).toBe(200);
  installed = [];
  // Where both refuse, it is the tenant that the request names.
  expect((await ask('/open/shop/mine', login)).body.error).toBe('APP_NOT_FOUND');
  expect((await ask('/open/shop/mine', { ...login, 'x-tenant-id': 'acme' })).body.error).toBe('APP_DISABLED');
});

describe('findings: security 11: an open path', () => {
  const spellings = [
    '/open/host/by/a%0Ab',
    '/open/host/by/a%0D%0A',
    '/open/host/by/%E2%80%A8',
    'http://elsewhere/open/host/by/a',
    'HTTPS://elsewhere:8080/open/host/by/a?x=1',
    'http://open/open/host/by/a',
    '/%6Fpen/host/by/a',
    '/open/host/by/a/',
  ];

  it.each(spellings)('%s keeps its tenant check', async (path) => {
    expect((await ask(path, { 'x-tenant-id': 'nobody' })).body).toMatchObject({ error: 'TENANT_UNKNOWN' });
    expect((await ask(path)).body.data).toBe('ok');
  });

  it.each([
    '//open/host/by/a',
    '/open/../open/host/by/a',
    '/x/../open/host/by/a',
    '/open%2Fhost/by/a',
    '/open/host%2Fby%2Fa',
    '/OPEN/host/by/a',
    '/open/host/by/%zz',
    'open/host/by/a',
    '*',
  ])('%s does not reach another route', async (path) => {
    const answer = await ask(path);
    expect([400, 404]).toContain(answer.status);
  });

  it('keeps its rate limit, for HEAD and every spelling', async () => {
    let last: Answer | undefined;
    for (let count = 0; count <= LIMIT; count += 1) {
      last = await ask(spellings[count % spellings.length] ?? '', {}, count % 2 ? 'HEAD' : 'GET');
    }
    expect(last?.status).toBe(429);
  });
});
