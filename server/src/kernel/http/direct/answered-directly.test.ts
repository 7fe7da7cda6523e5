import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { PlatformError, R } from '@platform/plugin-sdk/core';
import { Type } from '@platform/plugin-sdk/web';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../logger.ts';
import { Compilers } from '../compilers.ts';
import { bindExchange, refusedExchange, type Exchange, type TenantChoice } from '../exchange.ts';
import type { Route } from '../route.ts';
import { schemasOf } from '../route-schemas.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { DirectRoutes } from './direct-routes.ts';

const get = (name: string, handler: Route['handler'], more: Partial<Route> = {}): Route => ({
  ...{ method: 'GET', url: `/${name}`, auth: 'public', summary: 'x', handler },
  ...more,
});
const CONTEXT = { requestId: 'r', tenantId: 'a' };
const CLIENT = { address: '127.0.0.1', secure: false, host: 'test' };
const refusal = new PlatformError({ code: 'SHOP_CLOSED', status: 409, message: 'x' });
const refuse = (): never => {
  throw refusal;
};

const PLAIN = [
  get('text', () => 'text'),
  get('number', () => 1),
  get('nothing', () => undefined),
  get('null', () => null),
  get('object', () => ({ a: 1 })),
  get('list', () => [1]),
  get('page', () => ({ total: 1, rows: [{ id: 1 }] })),
  get('later', async () => ({ a: 1 })),
  get('typed', () => ({ a: 1 }), { schema: { response: Type.Object({ a: Type.Integer() }) } }),
];
const OTHERS = [
  get('bytes', () => Buffer.from('bytes')),
  get('stream', () => Readable.from(['a'])),
  get('failed', () => R.fail('It failed.', 422)),
  get('ok', () => R.ok(1)),
  get('refused', refuse),
  get('refused-later', async () => refuse()),
  get('bytes-later', async () => Buffer.from('bytes')),
  get('unwritable', () => ({ amount: 1n })),
  get('status', ({ reply }) => (reply.status(201), 1)),
  get('status-later', async ({ reply }) => (reply.status(201), 1)),
  get('audited', () => 1, { audit: 'Reads' }),
  get('bare', () => 1, { produces: 'application/x+json', schema: { response: Type.Integer() } }),
  get('login', () => 1, { auth: 'login' }),
  get('invalid', () => 1, { schema: { query: Type.Object({ size: Type.Integer() }) } }),
];

describe('an answer', () => {
  /** Requests that reached Fastify, which answers nothing but its name here. */
  let entered: string[];
  let exchange: Partial<Exchange>;
  let looks: number;
  let server: Server;
  let routes: DirectRoutes;
  beforeAll(async () => {
    const options = { logger: silentLogger, uploadLimit: 1, beforeAnswer: () => (looks += 1) };
    routes = new DirectRoutes(options, new Compilers(), (request, response) => {
      entered.push(request.url ?? '');
      response.end('fastify');
    });
    for (const route of [...PLAIN, ...OTHERS]) routes.add(route, schemasOf(route));
    server = createServer((request, response) => {
      bindExchange(request, { ...refusedExchange('r', request.url ?? '', CLIENT), ...exchange });
      routes.routing(request, response);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => server.close());
  beforeEach(() => {
    entered = [];
    exchange = {};
    looks = 0;
  });
  const send = (path: string): Promise<string> =>
    rawRequest((server.address() as AddressInfo).port, { path });

  it.each(PLAIN.map(({ url }) => url))('is written directly: %s', async (url) => {
    expect(await send(url)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"code":/);
    expect(entered).toEqual([]);
  });

  it.each(OTHERS.map(({ url }) => url))('is left to Fastify, once: %s', async (url) => {
    expect(await send(url)).toMatch(/fastify\r?\n?(0\r\n\r\n)?$/);
    expect(entered).toEqual([url]);
  });

  const acting = { tenantId: 'a', homeTenantId: '000000', mayWrite: false, isOver: false };
  const person = { userId: 1, userName: 'p', tenantId: 'a', roles: [], permissions: [], sessionId: 1 };
  it.each<[string, Partial<Exchange>, string[]]>([
    ['left to Fastify', { context: { ...CONTEXT, user: { ...person, acting } } }, ['/object']],
    ['written directly', { context: { ...CONTEXT, user: person } }, []],
    ['left to Fastify', { choice: { own: 'a' } as TenantChoice }, ['/object']],
  ])('is %s where Fastify may have to settle the tenant', async (_how, settled, seen) => {
    exchange = settled;
    await send('/object');
    expect(entered).toEqual(seen);
  });

  it.each([
    ['/object', 0],
    ['/later', 1],
    ['/bytes-later', 1],
    ['/refused-later', 0],
    // Fastify looks, which has the request by then.
    ['/status-later', 0],
  ])('of %s is looked at before it is written, if its handler is asynchronous: %d', async (url, times) => {
    await send(url);
    expect(looks).toBe(times);
  });

  it('needs nobody who looks at it', async () => {
    const unseen = new DirectRoutes(
      { logger: silentLogger, uploadLimit: 1 },
      new Compilers(),
      () => undefined,
    );
    const [route] = PLAIN.filter(({ url }) => url === '/later');
    if (!route) throw new Error('There is no such route.');
    unseen.add(route, schemasOf(route));
    const one = createServer((request, response) => {
      bindExchange(request, refusedExchange('r', request.url ?? '', CLIENT));
      unseen.routing(request, response);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => one.once('listening', resolve));
    expect(await rawRequest((one.address() as AddressInfo).port, { path: '/later' })).toContain(
      '"data":{"a":1}',
    );
    one.close();
  });
});
