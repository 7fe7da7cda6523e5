import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { PlatformError } from '@platform/plugin-sdk/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '../context.ts';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import type { RequestRecord } from './edge.ts';
import { defineRoute, eventStream, HttpService, type RequestTarget, type Route } from './index.ts';
import { rawRequest } from './testing/raw-request.ts';

const undo: Array<() => unknown> = [];
afterEach(async () => {
  for (const work of undo.splice(0).toReversed()) await work();
});

const user: SessionUser = {
  userId: 1,
  userName: 'a',
  tenantId: '000000',
  roles: [],
  permissions: [],
  sessionId: 1,
};

async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  undo.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

const route = (url: string, handler: Route['handler']): Route =>
  defineRoute({ method: 'GET', url, auth: 'public', summary: 'x', handler });

/** A host with routes, and the records of its answers. */
async function start(routes: Route[], values: Record<string, string | number> = {}) {
  const failed = vi.fn();
  const http = new HttpService(testConfig(values), { ...silentLogger, error: failed });
  http.routes(routes);
  await http.ready();
  undo.push(() => http.close());
  const records: RequestRecord[] = [];
  http.observe((record) => records.push(record));
  return { http, records, failed, port: await listen(http.handle) };
}

/** Sends a request and closes the connection once the request has `arrived`. */
async function leave(port: number, line: string, arrived: Promise<unknown>, headers = ''): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${line} HTTP/1.1\r\nhost: test\r\n${headers}\r\n`);
  await arrived;
  socket.destroy();
}

it('counts HEAD in the rate limit of open paths', async () => {
  const { port } = await start([route('/open/x', () => 1)], { 'open-api.rate-limit.max': 2 });
  const head = () => rawRequest(port, { method: 'HEAD', path: '/open/x' });
  expect(await head()).toMatch(/^HTTP\/1.1 200 /);
  expect(await head()).toMatch(/^HTTP\/1.1 200 /);
  const refused = await head();
  expect(refused).toMatch(/^HTTP\/1.1 429 /);
  expect(refused).toMatch(/^retry-after: \d+/im);
  expect(refused).toMatch(/^cache-control: no-store/im);
});

it('records 499 for a client that disconnects before the response, and the status otherwise', async () => {
  const arrived = Promise.withResolvers<void>();
  const { records, port } = await start([
    route('/slow', ({ signal }) => (arrived.resolve(), once(signal, 'abort'))),
    route('/quick', () => 1),
    route('/refused', () => Promise.reject(new Error('no'))),
  ]);
  await leave(port, 'GET /slow', arrived.promise);
  await rawRequest(port, { path: '/quick' });
  await rawRequest(port, { path: '/refused' });
  await rawRequest(port, { path: '/unknown' });
  await vi.waitFor(() => expect(records).toHaveLength(4));
  const statuses = Object.fromEntries(records.map(({ path, status }) => [path, status]));
  expect(statuses).toEqual({ '/slow': 499, '/quick': 200, '/refused': 500, '/unknown': 404 });
});

describe('a download whose client has left before it begins', () => {
  // Whether the host knows it when the handler answers.
  it.each([true, false])('is closed and is no failure (known: %s)', async (isKnown) => {
    const arrived = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const source = new Readable({ read: () => undefined });
    const dump = defineRoute({
      method: 'POST',
      url: '/dump',
      auth: 'public',
      summary: 'x',
      handler: async ({ signal, reply }) => {
        arrived.resolve();
        await (isKnown ? once(signal, 'abort') : left.promise);
        return reply.header('content-length', '20').file(source, 'a.heapsnapshot');
      },
    });
    const { records, failed, port } = await start([dump]);
    const body = 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
    await leave(port, 'POST /dump', arrived.promise, body);
    left.resolve();
    await vi.waitFor(() => expect(source.closed).toBe(true));
    await vi.waitFor(() => expect(records).toMatchObject([{ path: '/dump', status: 499 }]));
    expect(failed).not.toHaveBeenCalled();
  });
});

it('records the status of an event stream that its client ends', async () => {
  const { records, port } = await start([route('/events', (ctx) => eventStream(ctx, () => () => undefined))]);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /events HTTP/1.1\r\nhost: test\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await vi.waitFor(() => expect(records).toMatchObject([{ path: '/events', status: 200 }]));
});

it('does not dispatch a request whose client disconnects while its session is read', async () => {
  const { http, records } = await start([]);
  const arrived = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const port = await listen((request, response) => {
    response.once('close', gone.resolve);
    http.handle(request, response);
  });
  http.useAuthenticator({
    authenticate: async () => {
      arrived.resolve();
      await gone.promise;
      return user;
    },
  });
  const target = { appCode: 'shop', dispatch: vi.fn(), answered: vi.fn() } satisfies RequestTarget;
  http.useApplications({ route: () => target });
  await leave(port, 'GET /shop/x', arrived.promise, 'authorization: Bearer a\r\n');
  await vi.waitFor(() => expect(records).toMatchObject([{ status: 499, appCode: 'shop' }]));
  expect(target.dispatch).not.toHaveBeenCalled();
});

it('knows no other tenant than the first without a directory of tenants', async () => {
  const { http, port } = await start([route('/open/x', () => 1)]);
  const ask = (tenant: string) => rawRequest(port, { path: '/open/x', headers: { 'x-tenant-id': tenant } });
  expect(await ask('000000')).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask('000001')).toMatch(/^HTTP\/1.1 404 [^]*"TENANT_UNKNOWN"/);
  for (const exists of [() => true, () => Promise.resolve(true)]) {
    http.useTenants({ exists });
    expect(await ask('000001')).toMatch(/^HTTP\/1.1 200 /);
  }
});

it('refuses a session of a cookie where its page may not use it, and none of a header', async () => {
  const { http, port } = await start([{ ...route('/mine', () => 1), auth: 'login' }]);
  const asked: unknown[] = [];
  http.useAuthenticator({ authenticate: (token) => ({ ...user, userName: token }) });
  const refusals: PlatformError[] = [];
  http.useCookies({
    names: { session: 's', csrf: 'c' },
    tokenOf: ({ headers }, path) => (path === '/mine' ? headers.cookie : undefined),
    refusal: (_request, { user, host }) => {
      asked.push([user?.userName, host]);
      return refusals[0];
    },
  });
  const ask = (headers: Record<string, string>) => rawRequest(port, { path: '/mine', headers });
  expect(await ask({ cookie: 'browser' })).toMatch(/^HTTP\/1.1 200 /);
  refusals.push(new PlatformError({ code: 'PAGE_FOREIGN', status: 403, message: 'x' }));
  expect(await ask({ cookie: 'browser' })).toMatch(/^HTTP\/1.1 403 [^]*"PAGE_FOREIGN"/);
  expect(asked).toEqual([
    ['browser', expect.any(String)],
    ['browser', expect.any(String)],
  ]);
  expect(await ask({ cookie: 'browser', authorization: 'Bearer own' })).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask({})).toMatch(/^HTTP\/1.1 401 /);
  expect(asked).toHaveLength(2);
});

it('closes the connection when a started response fails', async () => {
  const { http, port } = await start([]);
  const target: RequestTarget = {
    appCode: 'shop',
    dispatch: (_request, response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' });
      response.write('part');
      throw new Error('no');
    },
  };
  http.useApplications({ route: () => target });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /shop/x HTTP/1.1\r\nhost: test\r\n\r\n');
  // The chunk of length 0 would declare the answer complete.
  expect(await text(socket)).not.toContain('0\r\n\r\n');
});

it('notifies a target only of responses that end later', async () => {
  const { http, port } = await start([]);
  const answered = vi.fn();
  const target: RequestTarget = {
    appCode: 'shop',
    dispatch: (request, response) => {
      if (request.url === '/shop/later') setTimeout(() => response.end('x'), 5);
      else response.end('x');
    },
    answered,
  };
  http.useApplications({ route: () => target });
  await rawRequest(port, { path: '/shop/at-once' });
  expect(answered).not.toHaveBeenCalled();
  await rawRequest(port, { path: '/shop/later' });
  await vi.waitFor(() => expect(answered).toHaveBeenCalledOnce());
});

it('ends an open event stream completely when the host stops', async () => {
  const begun = Promise.withResolvers<void>();
  const { http, port } = await start([
    route('/events', (ctx) => eventStream(ctx, () => (begun.resolve(), () => undefined))),
  ]);
  const answer = rawRequest(port, { path: '/events' });
  await begun.promise;
  await new Promise((resolve) => void setTimeout(resolve, 50));
  http.stop();
  expect(await answer).toMatch(/: open\n\n\r\n0\r\n\r\n$/);
});
