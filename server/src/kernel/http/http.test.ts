import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlatformError } from '@platform/plugin-sdk/core';
import { pageOf, Type, type UploadedFile } from '@platform/plugin-sdk/web';
import { afterEach, describe, expect, it } from 'vitest';
import { requestContext, type SessionUser } from '../context.ts';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { defineRoute, HttpService, type Route } from './index.ts';

const users: Record<string, SessionUser> = {
  admin: {
    userId: 1,
    userName: 'admin',
    tenantId: '000000',
    roles: [],
    permissions: ['*:*:*'],
    sessionId: 1,
  },
  clerk: {
    userId: 2,
    userName: 'clerk',
    tenantId: '000001',
    roles: [],
    permissions: ['shop:item:list'],
    sessionId: 2,
  },
};
const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function serve(
  routes: Route[],
  values: Record<string, string | number> = {},
  prepare?: (http: HttpService) => void,
) {
  const http = new HttpService(testConfig(values), silentLogger);
  http.useAuthenticator({ authenticate: (token) => users[token] });
  http.useTenants({ exists: async (id) => id === '000001' });
  http.routes(routes);
  prepare?.(http);
  await http.ready();
  const server = createServer(http.handle).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (path: string, init: RequestInit & { token?: string } = {}) => {
    const headers = {
      ...(init.token ? { authorization: `Bearer ${init.token}` } : {}),
      ...(init.headers as object),
    };
    const response = await fetch(base + path, { ...init, headers });
    const text = await response.text();
    const body = (text.startsWith('{') ? JSON.parse(text) : text) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  };
}
const items = () =>
  defineRoute({
    method: 'GET',
    url: '/shop/item/list',
    auth: 'shop:item:list',
    summary: 'Items',
    schema: { response: pageOf(Type.Object({ title: Type.String() })) },
    handler: ({ page }) => ({ total: page.pageSize, rows: [{ title: 'Pen', secret: 'price' }] }),
  });

describe('http', () => {
  it('spec: Errors/plugin route without token; Authentication 1, and refuses a missing permission', async () => {
    const call = await serve([
      items(),
      defineRoute({
        method: 'DELETE',
        url: '/shop/item/:id',
        auth: 'shop:item:remove',
        summary: 'x',
        handler: () => null,
      }),
    ]);
    expect(await call('/shop/item/list')).toMatchObject({
      status: 401,
      body: { code: 401, error: 'UNAUTHENTICATED' },
    });
    expect(await call('/shop/item/list', { token: 'stolen' })).toMatchObject({
      status: 401,
      body: { error: 'SESSION_EXPIRED' },
    });
    expect((await call('/shop/item/list', { token: 'clerk' })).status).toBe(200);
    expect(await call('/shop/item/1', { method: 'DELETE', token: 'clerk' })).toMatchObject({
      status: 403,
      body: { error: 'FORBIDDEN' },
    });
    expect((await call('/shop/item/1', { method: 'DELETE', token: 'admin' })).status).toBe(200);
  });

  it('returns the envelope with data, list and request id, and only fields of the schema', async () => {
    const call = await serve([
      items(),
      defineRoute({ method: 'GET', url: '/nothing', auth: 'public', summary: 'x', handler: () => undefined }),
    ]);
    expect((await call('/shop/item/list?pageSize=7', { token: 'admin' })).body).toEqual({
      code: 200,
      msg: 'success',
      total: 7,
      rows: [{ title: 'Pen' }],
    });
    const nothing = await call('/nothing', { headers: { 'x-request-id': 'client-given-1' } });
    expect(nothing.body).toEqual({ code: 200, msg: 'success', data: null });
    expect(nothing.headers.get('x-request-id')).toBe('client-given-1');
  });

  it('validates requests: coerces queries, keeps bodies strict, drops unknown fields, names wrong ones', async () => {
    const schema = {
      query: Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 9 })) }),
      body: Type.Object({ title: Type.String({ minLength: 1 }), count: Type.Integer() }),
    };
    const call = await serve([
      defineRoute({
        method: 'POST',
        url: '/echo',
        auth: 'public',
        summary: 'x',
        schema,
        handler: ({ query, body }) => ({ ...query, ...body }),
      }),
    ]);
    const post = (path: string, body: unknown) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    expect((await post('/echo?limit=3', { title: 'a', count: 1, admin: true })).body['data']).toMatchObject({
      limit: 3,
      title: 'a',
      count: 1,
    });
    expect((await post('/echo', { title: 'a', count: 1, admin: true })).body['data']).not.toHaveProperty(
      'admin',
    );
    const refused = await post('/echo?limit=10', { title: '', count: '1' });
    expect(refused.status).toBe(400);
    expect(refused.body['error']).toBe('VALIDATION_FAILED');
    const wrongBody = await post('/echo', { title: '', count: '1' });
    expect(wrongBody.body['details']).toEqual([
      expect.objectContaining({ path: 'body/title' }),
      expect.objectContaining({ path: 'body/count' }),
    ]);
    const broken = await call('/echo', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(broken).toMatchObject({ status: 400, body: { error: 'BODY_NOT_JSON' } });
  });

  it('hides the text of unexpected errors and passes platform errors on', async () => {
    const call = await serve([
      defineRoute({
        method: 'GET',
        url: '/boom',
        auth: 'public',
        summary: 'x',
        handler: () => {
          throw new Error('password=1');
        },
      }),
      defineRoute({
        method: 'GET',
        url: '/stop',
        auth: 'public',
        summary: 'x',
        handler: async () => {
          throw new PlatformError({
            code: 'OUT_OF_STOCK',
            status: 409,
            message: 'None left.',
            fix: 'Order more.',
          });
        },
      }),
    ]);
    const boom = await call('/boom');
    expect(boom).toMatchObject({ status: 500, body: { error: 'INTERNAL_ERROR' } });
    expect(JSON.stringify(boom.body)).not.toContain('password');
    expect(boom.body['requestId']).toBe(boom.headers.get('x-request-id'));
    expect(await call('/stop')).toMatchObject({
      status: 409,
      body: { code: 409, error: 'OUT_OF_STOCK', fix: 'Order more.' },
    });
    expect(await call('/nowhere')).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } });
  });

  it('spec: Authentication 8; Open endpoints: the tenant of open paths comes from the header, else the default', async () => {
    const tenant = defineRoute({
      method: 'GET',
      url: '/open/shop/tenant',
      auth: 'public',
      summary: 'x',
      handler: () => requestContext.current()?.tenantId,
    });
    const call = await serve([tenant]);
    expect((await call('/open/shop/tenant')).body['data']).toBe('000000');
    expect((await call('/open/shop/tenant', { headers: { 'x-tenant-id': '000001' } })).body['data']).toBe(
      '000001',
    );
    expect(await call('/open/shop/tenant', { headers: { 'x-tenant-id': '9' } })).toMatchObject({
      status: 404,
      body: { error: 'TENANT_UNKNOWN' },
    });
  });

  it('limits open paths per address and returns the time to wait', async () => {
    const open = defineRoute({
      method: 'GET',
      url: '/open/shop/x',
      auth: 'public',
      summary: 'x',
      handler: () => 1,
    });
    const call = await serve([open], { 'open-api.rate-limit.max': 2 });
    await call('/open/shop/x');
    await call('/open/shop/x');
    const third = await call('/open/shop/x');
    expect(third).toMatchObject({ status: 429, body: { error: 'RATE_LIMITED' } });
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('refuses a route without an access declaration', async () => {
    const careless = { method: 'GET', url: '/x', summary: 'x', handler: () => 1 } as unknown as Route;
    await expect(serve([careless])).rejects.toMatchObject({ code: 'ROUTE_WITHOUT_AUTH' });
  });

  it("spec: Generic site-config endpoint, /open/<code>/config is the host's, other open paths the application's", async () => {
    const config = defineRoute({
      method: 'GET',
      url: '/open/:code/config',
      auth: 'public',
      summary: 'x',
      handler: () => 'host',
    });
    const call = await serve([config], {}, (http) =>
      http.useApplications({
        route: (appCode) =>
          appCode === 'shop'
            ? { appCode, dispatch: (_request, response) => response.end('application') }
            : undefined,
      }),
    );
    expect((await call('/open/shop/config')).body['data']).toBe('host');
    expect((await call('/open/shop/config/')).body['data']).toBe('host');
    expect((await call('/open/shop/config/x')).body).toBe('application');
    expect((await call('/shop/anything')).body).toBe('application');
    expect((await call('/shopping')).status).toBe(404);
  });

  it('reads multipart files as streams with the preceding fields, and refuses other bodies', async () => {
    const upload = defineRoute({
      method: 'POST',
      url: '/files',
      auth: 'public',
      summary: 'x',
      handler: async (ctx) => {
        const seen: string[] = [];
        for await (const file of ctx.files()) {
          let size = 0;
          for await (const chunk of file.stream) size += (chunk as Buffer).length;
          seen.push(`${file.fieldName}:${file.fileName}:${size}:${file.fields['appId'] ?? ''}`);
        }
        return seen;
      },
    });
    const call = await serve([upload]);
    const form = new FormData();
    form.append('appId', '7');
    form.append('file', new Blob(['x'.repeat(300_000)]), '应用.zip');
    expect((await call('/files', { method: 'POST', body: form })).body['data']).toEqual([
      'file:应用.zip:300000:7',
    ]);
    const json = await call('/files', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(json).toMatchObject({ status: 415, body: { error: 'MEDIA_TYPE_UNSUPPORTED' } });
    const cut = await call('/files', {
      method: 'POST',
      body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(cut).toMatchObject({ status: 400, body: { error: 'UPLOAD_BROKEN' } });
  });

  it('lets a handler leave the loop with the first file and read it afterwards', async () => {
    const first = async (files: AsyncIterable<UploadedFile>): Promise<UploadedFile> => {
      for await (const file of files) return file;
      throw new Error('No file came.');
    };
    const upload = defineRoute({
      method: 'POST',
      url: '/first',
      auth: 'public',
      summary: 'x',
      handler: async (ctx) => {
        const { stream } = await first(ctx.files());
        await new Promise((resolve) => setTimeout(resolve, 20));
        let size = 0;
        for await (const chunk of stream) size += (chunk as Buffer).length;
        return size;
      },
    });
    const call = await serve([upload]);
    const form = new FormData();
    form.append('file', new Blob(['x'.repeat(2_000_000)]), 'a.zip');
    form.append('file', new Blob(['y'.repeat(2_000_000)]), 'b.zip');
    for (let again = 0; again < 3; again++) {
      expect((await call('/first', { method: 'POST', body: form })).body['data']).toBe(2_000_000);
    }
  });

  it('describes its routes in OpenAPI', async () => {
    const call = await serve([items()]);
    const { body } = await call('/v3/api-docs/platform', { token: 'admin' });
    expect(body).toMatchObject({
      openapi: '3.1.0',
      paths: { '/shop/item/list': { get: { summary: 'Items' } } },
    });
    expect(await call('/v3/api-docs/none', { token: 'admin' })).toMatchObject({
      status: 404,
      body: { error: 'API_GROUP_UNKNOWN' },
    });
  });
});
