import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlatformError } from '@platform/plugin-sdk/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '../context.ts';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { tracing, type Tracer } from '../tracing.ts';
import type { RequestRecord } from './edge.ts';
import { defineRoute, HttpService } from './index.ts';

interface Span {
  readonly name: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const spans: Span[] = [];
const records: RequestRecord[] = [];
const undo: Array<() => unknown> = [];
let port: number;

const tracer: Tracer = {
  start: (facts) => ({
    traceId: 'f'.repeat(32),
    within: (work) => work(),
    end: (end = {}) => {
      if (facts.kind !== 'server') return;
      spans.push({ name: end.name, attributes: { ...facts.attributes, ...end.attributes } });
    },
  }),
  traceId: () => undefined,
  traceparent: () => undefined,
};

const user: SessionUser = {
  userId: 1,
  userName: 'a',
  tenantId: '000000',
  roles: [],
  permissions: [],
  sessionId: 1,
};

beforeAll(async () => {
  undo.push(tracing.use(tracer));
  const http = new HttpService(testConfig({ 'open-api.rate-limit.max': 2 }), silentLogger);
  http.routes([
    defineRoute({ method: 'GET', url: '/open/x', auth: 'public', summary: 'x', handler: () => 1 }),
    defineRoute({ method: 'GET', url: '/own/:id', auth: 'own:thing:list', summary: 'x', handler: () => 1 }),
    defineRoute({
      method: 'POST',
      url: '/own/put',
      auth: 'public',
      summary: 'x',
      bodyLimit: 10,
      schema: {},
      handler: () => 1,
    }),
  ]);
  http.useAuthenticator({ authenticate: () => user });
  http.useTenants({ exists: (id) => Promise.resolve(id === '000000') });
  http.guard((path) =>
    path === '/closed' ? new PlatformError({ code: 'CLOSED', status: 403, message: 'x' }) : undefined,
  );
  await http.ready();
  http.observe((record) => records.push(record));
  const server = createServer(http.handle).listen(0, '127.0.0.1');
  undo.push(
    () => http.close(),
    () => server.close(),
  );
  await new Promise((resolve) => server.once('listening', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  for (const work of undo.splice(0).toReversed()) await work();
});

const token = { authorization: 'Bearer t' };
const send = async ({ path, ...init }: RequestInit & { path: string }): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  await response.text();
  return response.status;
};
const json = { 'content-type': 'application/json' };

it.each<[string, number, string, string | undefined, RequestInit & { path: string }]>([
  ['UNAUTHENTICATED', 401, 'GET /own/:id', '/own/:id', { path: '/own/7' }],
  ['FORBIDDEN', 403, 'GET /own/:id', '/own/:id', { path: '/own/7', headers: token }],
  ['CLOSED', 403, 'GET', undefined, { path: '/closed' }],
  ['NOT_FOUND', 404, 'GET', undefined, { path: '/nothing' }],
  ['TENANT_UNKNOWN', 404, 'GET', undefined, { path: '/open/x', headers: { 'x-tenant-id': 'none' } }],
  ['URL_MALFORMED', 400, 'GET', undefined, { path: '/own/%zz' }],
  [
    'BODY_TOO_LARGE',
    413,
    'POST /own/put',
    '/own/put',
    { method: 'POST', path: '/own/put', headers: json, body: '{"a":"0123456789"}' },
  ],
  ['METHOD_UNKNOWN', 501, 'PROPFIND', undefined, { method: 'PROPFIND', path: '/own/7' }],
  ['RATE_LIMITED', 429, 'GET', undefined, { path: '/open/x' }],
])(
  'design 11.4: a request refused by %s has a span with route and code, and counts',
  async (code, status, name, route, request) => {
    if (code === 'RATE_LIMITED') for (let left = 2; left > 0; left -= 1) await send(request);
    spans.length = 0;
    records.length = 0;
    expect(await send(request)).toBe(status);
    await expect.poll(() => spans).toHaveLength(1);
    expect(spans[0]).toMatchObject({
      name,
      attributes: { 'http.response.status_code': status, 'error.type': code, 'http.route': route },
    });
    expect(records.map((record) => [record.status, record.route])).toEqual([[status, route]]);
  },
);
