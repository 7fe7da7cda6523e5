import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '../context.ts';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { defineRoute, HttpService, type Route, type RouteAuth } from './index.ts';

const user: SessionUser = {
  ...{ userId: 1, userName: 'clerk', tenantId: '000000', sessionId: 1 },
  ...{ roles: [], permissions: ['shop:item:list'] },
};

let base: string;
const undo: Array<() => unknown> = [];
beforeAll(async () => {
  const http = new HttpService(testConfig(), silentLogger);
  http.useAuthenticator({ authenticate: () => user });
  const route = (method: Route['method'], url: string, auth: RouteAuth = 'public') =>
    defineRoute({ method, url, auth, summary: 'x', handler: () => 1 });
  http.routes([
    route('GET', '/items/:id', 'shop:item:list'),
    route('DELETE', '/items/:id', 'shop:item:remove'),
    route('POST', '/items'),
    route('GET', '/secret', 'shop:secret:list'),
  ]);
  const application = await http.createInstance({
    ...{ title: 'a', version: '1.0.0', logger: silentLogger },
    routes: [route('PUT', '/shop/order')],
  });
  await application.ready();
  const shop = { appCode: 'shop', dispatch: application.routing };
  http.useApplications({ route: (appCode) => (appCode === 'shop' ? shop : undefined) });
  await http.ready();
  const server = createServer(http.handle).listen(0, '127.0.0.1');
  undo.push(
    () => server.close(),
    () => http.close(),
  );
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const work of undo) await work();
});

const token = { authorization: 'Bearer t' };
const ask = async (method: string, path: string, init: RequestInit = {}) => {
  const response = await fetch(base + path, { method, headers: token, ...init });
  const body = (await response.json()) as { error: string; fix?: string };
  return { status: response.status, allow: response.headers.get('allow'), error: body.error, fix: body.fix };
};

it.each([
  ['PUT', '/items/7', 'GET, HEAD, DELETE'],
  ['PATCH', '/items/7/?x=1', 'GET, HEAD, DELETE'],
  ['GET', '/items', 'POST'],
  ['OPTIONS', '/items', 'POST'],
  ['GET', '/shop/order', 'PUT'],
])('%s %s: says which methods the path has', async (method, path, allow) => {
  expect(await ask(method, path)).toEqual({
    status: 405,
    allow,
    error: 'METHOD_NOT_ALLOWED',
    fix: `Use ${allow}.`,
  });
});

it('asks for login and permission of the path first', async () => {
  const anonymous = { headers: {} };
  expect(await ask('POST', '/secret')).toMatchObject({ status: 403, allow: null });
  expect(await ask('PUT', '/items/7', anonymous)).toMatchObject({ status: 401, allow: null });
});

it('looks at no body of a request without a route', async () => {
  const broken = { body: '{', headers: { ...token, 'content-type': 'application/json' } };
  const strange = { body: 'a', headers: { ...token, 'content-type': 'text/csv' } };
  for (const init of [broken, strange]) {
    expect(await ask('PUT', '/items', init)).toMatchObject({ status: 405, allow: 'POST' });
    expect(await ask('PUT', '/nothing', init)).toMatchObject({ status: 404, error: 'NOT_FOUND' });
  }
});

it('says what to do about a path without a route', async () => {
  expect((await ask('GET', '/nothing')).fix).toMatch(/^Check the path/);
});
