import { tracingChannel } from 'node:diagnostics_channel';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { PlatformError, R } from '@platform/plugin-sdk/core';
import { pageOf, Type, type Ctx, type TSchema } from '@platform/plugin-sdk/web';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '../../context.ts';
import { silentLogger } from '../../logger.ts';
import { testConfig } from '../../testing/config.ts';
import { HttpService } from '../service.ts';
import type { Route } from '../route.ts';
import { rawRequest, type RawRequest } from '../testing/raw-request.ts';

const clerk: SessionUser = {
  userId: 2,
  userName: 'clerk',
  tenantId: '000000',
  roles: [],
  permissions: ['shop:item:list'],
  sessionId: 2,
};

let server: Server;
let http: HttpService;
let answer: unknown;
let calls = 0;
const failures: string[] = [];

const get = (url: string, handler: Route['handler'], more: Partial<Route> = {}): Route => ({
  method: 'GET',
  url: `/shop${url}`,
  auth: 'public',
  summary: 'x',
  ...more,
  handler: (ctx) => {
    calls += 1;
    return handler(ctx);
  },
});
const later = <T>(value: T): Promise<T> => new Promise((resolve) => void setTimeout(resolve, 1, value));
const fail = (thrown: unknown): never => {
  throw thrown;
};
const refusal = new PlatformError({ code: 'SHOP_CLOSED', status: 409, message: 'The shop is closed.' });
const sized = { query: Type.Object({ size: Type.Integer({ default: 3, maximum: 9 }) }) };
const byId = { params: Type.Object({ id: Type.Integer() }) };

const outcomes: Readonly<Record<string, Route['handler']>> = {
  text: () => 'text',
  nothing: () => undefined,
  page: () => ({ total: 1, rows: [{ id: 1 }] }),
  plain: () => ({ a: 1 }),
  bytes: () => Buffer.from('bytes'),
  stream: () => Readable.from(['a', 'b']),
  broken: () => new Readable({ read: () => fail(new Error('no')) }),
  ok: () => R.ok({ a: 1 }),
  failed: () => R.fail('It failed.', 422),
  refused: () => fail(refusal),
  thrown: () => fail('a text'),
  big: () => ({ amount: 1n }),
  created: ({ reply }) => (reply.status(201), { a: 1 }),
  header: ({ reply }) => (reply.header('x-shop', 'open').header('cache-control', 'max-age=5'), 1),
  csv: ({ reply }) => (reply.header('content-type', 'text/csv'), 'a;b'),
  mismatch: ({ reply }) => (reply.header('content-type', 'text/csv'), { a: 1 }),
  redirect: ({ reply }) => reply.redirect('/elsewhere'),
  moved: ({ reply }) => reply.redirect('/elsewhere', 301),
  file: ({ reply }) => reply.file(Buffer.from('bytes'), 'a.bin'),
  'status and failure': ({ reply }) => (reply.status(201), fail(refusal)),
};

const outcomeRoutes = Object.entries(outcomes).flatMap(([name, handler]) => {
  const path = name.replaceAll(' ', '-');
  const async = async (ctx: Ctx): Promise<unknown> => handler(await later(ctx));
  return [get(`/sync/${path}`, handler), get(`/async/${path}`, async)];
});

const leaf = fc.constantFrom<TSchema>(
  Type.String(),
  Type.Integer(),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  Type.Unknown(),
  Type.String({ format: 'date-time' }),
);
const nested = fc.oneof(
  leaf,
  leaf.map((of) => Type.Array(of)),
  fc.tuple(leaf, leaf).map(([a, b]) => Type.Object({ a, b: Type.Optional(b) })),
);
const schemas = fc.oneof(
  nested,
  nested.map((of) => pageOf(of)),
  nested.map((of) => Type.Array(of)),
);
const typedRoutes = fc
  .sample(schemas, { numRuns: 40, seed: 7 })
  .map((response, index) => get(`/typed/${index}`, () => answer, { schema: { response } }));

const routes: Route[] = [
  ...outcomeRoutes,
  ...typedRoutes,
  get('/typed/none', () => answer),
  get('/where', () => new Error().stack?.includes('node_modules/fastify')),
  get('/query', ({ query }) => query, { schema: sized }),
  get('/page', ({ page }) => page, { schema: sized }),
  get('/item/:id', ({ params }) => params, { schema: byId }),
  get('/item/first', () => 'first'),
  get('/free/:name', ({ params }) => params),
  get('/inherited', ({ query, params }) => [query, params].map((values) => 'constructor' in values)),
  get('/login', ({ user }) => user, { auth: 'login' }),
  get('/list', () => 1, { auth: 'shop:item:list' }),
  get('/remove', () => 1, { auth: 'shop:item:remove' }),
  get('/audited', () => 1, { audit: 'Reads' }),
  get('/slow', () => new Promise(() => undefined)),
  get('/entered-slow', ({ reply }) => (reply.status(201), new Promise(() => undefined))),
  { ...get('/query', ({ body }) => body), method: 'POST' },
];

beforeAll(async () => {
  http = new HttpService(testConfig(), silentLogger);
  http.useAuthenticator({ authenticate: (token) => (token === 'clerk' ? clerk : undefined) });
  const shop = await http.createInstance({
    title: 'shop',
    version: '1',
    routes,
    logger: silentLogger,
    timeLimit: 60,
    onFailure: (error) => failures.push(error.code),
  });
  await shop.ready();
  http.useApplications({
    route: (appCode) =>
      appCode === 'shop' ? { appCode, dispatch: (req, res) => shop.routing(req, res) } : undefined,
  });
  await http.ready();
  server = createServer({ optimizeEmptyRequests: true }, http.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(async () => {
  server.close();
  await http.close();
});

const traced = tracingChannel('fastify.request.handler');
const nobody = { start: () => undefined };

const send = (request: RawRequest): Promise<string> =>
  rawRequest((server.address() as AddressInfo).port, {
    ...request,
    path: `/shop${request.path}`,
    headers: { 'x-request-id': 'request-1', ...request.headers },
  });

/** One request both ways: a subscriber makes every request go through Fastify. */
async function bothWays(request: RawRequest) {
  const run = async () => {
    calls = 0;
    failures.length = 0;
    const response = await send(request);
    return { response, calls, failures: [...failures] };
  };
  const direct = await run();
  traced.start.subscribe(nobody.start);
  const fastify = await run();
  traced.start.unsubscribe(nobody.start);
  return { direct, fastify };
}

it('answers a plain route without Fastify, unless its handlers are traced', async () => {
  const { direct, fastify } = await bothWays({ path: '/where' });
  expect(direct.response).toContain('"data":false');
  expect(fastify.response).toContain('"data":true');
});

it.each(Object.keys(outcomes).map((name) => name.replaceAll(' ', '-')))(
  'equals Fastify byte for byte, and calls the handler once: %s',
  async (name) => {
    for (const path of [`/sync/${name}`, `/async/${name}`]) {
      const { direct, fastify } = await bothWays({ path });
      expect(direct).toEqual(fastify);
      expect(direct.calls).toBe(1);
      expect(direct.response).toMatch(/^HTTP\/1.1 /);
    }
  },
);

const bearer = { authorization: 'Bearer clerk' };
it.each<RawRequest>([
  { path: '/query' },
  { path: '/query?size=4&more=1' },
  { path: '/query?size=4&size=5' },
  { path: '/query?size=12' },
  { path: '/query?size=x' },
  { path: '/query/?size=2' },
  { path: '/query?__proto__=1&constructor=2&size=2' },
  { path: '/page?size=2&pageSize=7&pageNum=2&isAsc=asc' },
  { path: '/page?size=2&pageSize=501' },
  { path: '/query', method: 'HEAD' },
  { path: '/query', method: 'POST', headers: { 'content-length': '0' } },
  { path: '/query', method: 'DELETE' },
  { path: '/query', headers: { 'content-type': 'application/json', 'content-length': '0' } },
  { path: '/item/7' },
  { path: '/item/x' },
  { path: '/item/first' },
  { path: '/item/%66irst' },
  { path: '/free/a%20b%2Fc' },
  { path: '/free/%zz' },
  { path: `/free/${'a'.repeat(3_401)}` },
  { path: '/free/a;b?c' },
  { path: '/free//' },
  { path: '/inherited' },
  { path: '/inherited?' },
  { path: '/inherited/' },
  { path: '/unknown' },
  { path: '/login' },
  { path: '/login', headers: { authorization: 'Bearer stolen' } },
  { path: '/login', headers: bearer },
  { path: '/list', headers: bearer },
  { path: '/remove', headers: bearer },
  { path: '/audited' },
  { path: '/slow' },
  { path: '/entered-slow' },
])('equals Fastify: $method $path $headers', async (request) => {
  const { direct, fastify } = await bothWays(request);
  expect(direct).toEqual(fastify);
  expect(direct.response).toMatch(/^HTTP\/1.1 /);
});

it('serializes every response like Fastify, with and without a schema', async () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true, withMap: true }),
    fc.record({ total: fc.integer(), rows: fc.array(fc.jsonValue()) }),
    fc.record({ a: fc.jsonValue(), b: fc.jsonValue() }, { requiredKeys: [] }),
  );
  const route = fc.oneof(fc.nat(typedRoutes.length - 1), fc.constant('none'));
  await fc.assert(
    fc.asyncProperty(route, value, async (name, given) => {
      answer = given;
      const { direct, fastify } = await bothWays({ path: `/typed/${name}` });
      expect(direct).toEqual(fastify);
    }),
    { numRuns: 150 },
  );
});

it('leaves requests to Fastify once it closes, which returns 503', async () => {
  const closing = new HttpService(testConfig(), silentLogger);
  closing.routes([get('/where', () => 1)]);
  await closing.ready();
  const listening = createServer(closing.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  expect(await rawRequest(port, { path: '/shop/where' })).toMatch(/^HTTP\/1.1 200 /);
  await closing.close();
  expect(await rawRequest(port, { path: '/shop/where' })).toMatch(/^HTTP\/1.1 503 /);
  listening.close();
});

it('does not allow a hook that direct answers would skip', async () => {
  const options = { title: 'x', version: '1', routes: [], logger: silentLogger };
  const instance = await http.createInstance(options);
  expect(Object.keys(instance).toSorted()).toEqual(['close', 'ready', 'routing', 'swagger']);
});
