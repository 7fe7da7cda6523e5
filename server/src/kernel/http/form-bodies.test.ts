import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Type } from '@platform/plugin-sdk/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { defineRoute, HttpService, type Route } from './index.ts';

let url: string;
const undo: Array<() => unknown> = [];
beforeAll(async () => {
  const http = new HttpService(testConfig(), silentLogger);
  const route = (path: string, more: Partial<Route>) =>
    defineRoute({
      ...{ method: 'POST', url: path, auth: 'public', summary: 'x' },
      schema: { body: Type.Unknown() },
      handler: ({ body }: { body: unknown }) => body,
      ...more,
    } as never);
  http.useAuthenticator({
    authenticate: (token) =>
      token === 'known' ? ({ tenantId: '000000', permissions: [] } as never) : undefined,
  });
  const application = await http.createInstance({
    ...{ title: 'a', version: '1.0.0', logger: silentLogger, callbacks: true },
    routes: [route('/pay/notify', {}), route('/pay/own', { auth: 'login' })],
  });
  await application.ready();
  const consumes = 'application/x-www-form-urlencoded';
  const named = ({ body }: { body: object }) => 'constructor' in body;
  http.routes([
    route('/form', { consumes }),
    route('/named', { consumes, handler: named as never }),
    route('/json', {}),
  ]);
  await http.ready();
  const pay = { appCode: 'pay', dispatch: application.routing };
  http.useApplications({ route: (appCode) => (appCode === 'pay' ? pay : undefined) });
  const server = createServer(http.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  undo.push(
    () => server.close(),
    () => http.close(),
  );
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const work of undo) await work();
});

const send = async (
  path: string,
  body: string,
  type = 'application/x-www-form-urlencoded',
  login: Record<string, string> = {},
) => {
  const headers = { ...login, 'content-type': type };
  const response = await fetch(url + path, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as { error?: string; data?: unknown } };
};

it('reads forms for a route that consumes them', async () => {
  const { body } = await send('/form', 'a=1%202&__proto__=x');
  expect(JSON.stringify(body.data)).toBe('{"a":"1 2","__proto__":"x"}');
});

it('gives names no meaning that the form does not give them', async () => {
  expect((await send('/named', 'a=1')).body.data).toBe(false);
  expect((await send('/named', 'constructor=1')).body.data).toBe(true);
});

it('refuses forms, which pages of other sites can send, at every other route', async () => {
  expect(await send('/json', 'a=1')).toMatchObject({
    status: 415,
    body: { error: 'MEDIA_TYPE_UNSUPPORTED' },
  });
});

it('findings: reads what other systems send to the open routes of an application', async () => {
  expect((await send('/pay/notify', 'sign=a%2Bb&amount=1')).body.data).toEqual({ sign: 'a+b', amount: '1' });
  for (const type of ['text/xml; charset=utf-8', 'application/xml', 'application/soap+xml']) {
    expect((await send('/pay/notify', '<xml/>', type)).body.data).toBe('<xml/>');
    expect(await send('/json', '<xml/>', type)).toMatchObject({ status: 415 });
  }
  expect(await send('/pay/own', 'a=1')).toMatchObject({ status: 401 });
});

it('refuses them at routes with a login, whose cookie a browser adds', async () => {
  const login = { authorization: 'Bearer known' };
  expect(await send('/pay/own', '{"a":1}', 'application/json', login)).toMatchObject({ status: 200 });
  expect(await send('/pay/own', 'a=1', undefined, login)).toMatchObject({ status: 415 });
  expect(await send('/pay/own', '<xml/>', 'text/xml', login)).toMatchObject({ status: 415 });
});
