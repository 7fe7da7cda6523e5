import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlatformError } from '@platform/plugin-sdk/core';
import { Type } from '@platform/plugin-sdk/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '../context.ts';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { defineRoute, HttpService, type Route } from './index.ts';

const user = (tenantId: string): SessionUser => ({
  userId: 1,
  userName: 'a',
  tenantId,
  roles: [],
  permissions: [],
  sessionId: 1,
});
const route = (url: string, more: Partial<Route> = {}): Route =>
  defineRoute({ method: 'POST', url, auth: 'shop:item:add', summary: 'x', handler: () => 1, ...more });

let http: HttpService;
let server: Server;
beforeAll(async () => {
  http = new HttpService(testConfig(), silentLogger);
  http.useCookies({
    names: { session: 'platform_session_x', csrf: 'platform_csrf_x' },
    tokenOf: () => undefined,
    refusal: () => undefined,
  });
  http.useAuthenticator({ authenticate: (token) => user(token) });
  http.routes([
    route('/host/item', { schema: { body: Type.Object({ name: Type.String() }) } }),
    route('/host/file', { consumes: 'multipart/form-data', auth: 'login' }),
    route('/open/host/x', { auth: 'public' }),
    route('/host/watched', { auth: 'monitoring' }),
    route('/actuator/health', { auth: 'monitoring' }),
    route('/actuators', {}),
  ]);
  const shop = await http.createInstance({
    title: 'Shop',
    version: '2.0.0',
    routes: [route('/shop/item')],
    logger: silentLogger,
  });
  await shop.ready();
  http.apiDocs.add('shop', shop);
  http.useApplications({
    route: (appCode, _open, tenantId) => {
      if (appCode !== 'shop') return undefined;
      if (tenantId === 'buyer') return { appCode, dispatch: () => undefined };
      if (tenantId === 'paused')
        return new PlatformError({ code: 'APP_DISABLED', message: 'x', status: 403 });
      return undefined;
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

async function get(path: string, token?: string) {
  const { port } = server.address() as AddressInfo;
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(`http://127.0.0.1:${port}/v3/api-docs${path}`, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const pathsOf = async (path: string, token: string): Promise<string[]> =>
  Object.keys((await get(path, token)).body['paths'] as object);

it('names the endpoints of operators to the platform’s tenant alone', async () => {
  for (const path of ['', '/platform']) {
    expect(await pathsOf(path, '000000')).toEqual(expect.arrayContaining(['/actuator/health', '/actuators']));
    const seen = await pathsOf(path, 'buyer');
    expect(seen).toContain('/actuators');
    expect(seen).not.toContain('/actuator/health');
  }
});

it('findings: runtime 9: /v3/api-docs is the whole document, and lists its groups', async () => {
  expect((await get('', 'buyer')).body).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  expect(await pathsOf('', 'buyer')).toEqual(expect.arrayContaining(['/host/item', '/shop/item']));
  expect((await get('/groups', 'buyer')).body['data']).toEqual([
    { name: 'platform', url: '/v3/api-docs/platform' },
    { name: 'shop', url: '/v3/api-docs/shop' },
  ]);
  expect((await get('/shop', 'buyer')).body).toMatchObject({ info: { title: 'Shop', version: '2.0.0' } });
  expect(await pathsOf('/shop', 'buyer')).toEqual(['/shop/item']);
});

it.each(['other', 'paused'])(
  'findings: security 18: hides unusable applications from the tenant %s',
  async (tenant) => {
    expect(await get('/shop', tenant)).toMatchObject({ status: 404, body: { error: 'API_GROUP_UNKNOWN' } });
    expect(JSON.stringify((await get('/shop', tenant)).body)).not.toContain('Shop');
    expect((await get('/groups', tenant)).body['data']).toHaveLength(1);
    expect(await pathsOf('', tenant)).not.toContain('/shop/item');
  },
);

it('requires a login', async () => {
  for (const path of ['', '/groups', '/platform']) expect((await get(path)).status).toBe(401);
});

it('design 9.8-65: documents permissions, failures and file uploads', async () => {
  const { body } = await get('/platform', 'buyer');
  expect(body['components']).toMatchObject({
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  });
  const paths = body['paths'] as Record<string, Record<'post', Record<string, unknown>>>;
  expect(paths['/host/item']?.post).toMatchObject({
    security: [{ bearer: [] }, { cookie: [], csrf: [] }],
    description: 'Needs the permission shop:item:add.',
    requestBody: { content: { 'application/json': {} } },
    responses: {
      default: { content: { 'application/json': { schema: { properties: { error: { type: 'string' } } } } } },
    },
  });
  expect(paths['/open/host/x']?.post['security']).toEqual([]);
  expect(paths['/host/watched']?.post['security']).toEqual([{ monitoring: [] }]);
  expect(paths['/host/watched']?.post).not.toHaveProperty('description');
  expect(paths['/host/file']?.post['requestBody']).toMatchObject({
    content: { 'multipart/form-data': { schema: { properties: { file: { format: 'binary' } } } } },
  });
});

it.each(['', '/platform', '/shop'])(
  'design 9.8-59: documents the session cookie of browsers: %s',
  async (path) => {
    const { body } = await get(path, 'buyer');
    expect(body['components']).toMatchObject({
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'platform_session_x' },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-Token',
          description: expect.stringContaining('platform_csrf_x') as string,
        },
      },
    });
    const paths = body['paths'] as Record<string, Record<string, { security: object[] }>>;
    const operations = Object.values(paths).flatMap((methods) => Object.entries(methods));
    expect(operations.length).toBeGreaterThan(0);
    const secured = operations.filter(
      ([
        ,
        {
          security: [first],
        },
      ]) => first && !('monitoring' in first),
    );
    for (const [method, { security }] of secured) {
      expect(security).toEqual([
        { bearer: [] },
        method === 'get' ? { cookie: [] } : { cookie: [], csrf: [] },
      ]);
    }
  },
);
