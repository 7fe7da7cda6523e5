import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { PlatformError } from '@platform/plugin-sdk/core';
import { Type, type Ctx } from '@platform/plugin-sdk/web';
import { afterEach, expect, it, vi } from 'vitest';
import { requestContext } from '../context.ts';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { defineRoute, HttpService, type Route } from './index.ts';
import { monitoringMissing } from './monitoring-login.ts';
import { forPlatformTenant, ofPlatformTenant } from './platform-tenant.ts';

const undo: Array<() => unknown> = [];
afterEach(async () => {
  for (const work of undo.splice(0).toReversed()) await work();
});

const route = (url: string, more: Partial<Route> = {}): Route =>
  defineRoute({ method: 'POST', url, auth: 'public', summary: 'x', handler: () => 1, ...more });

async function asking(handle: RequestListener) {
  const server = createServer(handle).listen(0, '127.0.0.1');
  undo.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', ...init });
    const text = await response.text();
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  };
}

async function started(routes: Route[], logger = silentLogger) {
  const http = new HttpService(testConfig(), logger);
  http.useAuthenticator({ authenticate: () => undefined });
  http.routes(routes);
  await http.ready();
  undo.push(() => http.close());
  return { http, ask: await asking(http.handle) };
}

it('asks callers to come back while it is not ready', async () => {
  const ask = await asking(new HttpService(testConfig(), silentLogger).handle);
  const { status, headers } = await ask('/any');
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
});

it('refuses what a guard refuses, as long as it guards', async () => {
  const { http, ask } = await started([route('/a'), route('/b')]);
  const refusal = new PlatformError({ code: 'NOT_HERE', status: 404, message: 'x' });
  const release = http.guard((path) => (path === '/a' ? refusal : undefined));
  expect(await ask('/a')).toMatchObject({ status: 404, body: { error: 'NOT_HERE' } });
  expect((await ask('/b')).status).toBe(200);
  void release();
  expect((await ask('/a')).status).toBe(200);
});

it('reports what routes with a title changed, how it ended, and nothing of others', async () => {
  const body = Type.Object({ fails: Type.Boolean() });
  const { http, ask } = await started([
    route('/change', {
      audit: 'Change',
      schema: { body },
      handler: ({ body: { fails } }: { body: { fails: boolean } }) => {
        if (fails) throw new PlatformError({ code: 'NO', status: 409, message: 'x' });
        return 1;
      },
    } as Partial<Route>),
    route('/other'),
  ]);
  const listener = vi.fn();
  const stop = http.onAudit(listener);
  const change = (fails: boolean) =>
    ask('/change?a=1', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fails }),
    });
  const before = performance.now();
  await change(false);
  await ask('/other');
  expect((await change(true)).status).toBe(409);
  const same = { title: 'Change', method: 'POST', path: '/change' };
  const longest = performance.now() - before + 1;
  const took = expect.toSatisfy((ms: number) => Number.isInteger(ms) && ms >= 0 && ms <= longest) as number;
  expect(listener.mock.calls).toEqual([
    [expect.objectContaining({ ...same, body: { fails: false }, durationMs: took })],
    [expect.objectContaining({ ...same, error: expect.objectContaining({ code: 'NO' }) as unknown })],
  ]);
  expect(listener.mock.calls[0]?.[0]).not.toHaveProperty('error');
  void stop();
  await change(false);
  expect(listener).toHaveBeenCalledTimes(2);
});

it('reports a change whose record cannot be read, and answers it', async () => {
  const record = (): never => {
    throw new Error('the record is gone');
  };
  const { http, ask } = await started([route('/change', { audit: 'Change', record })]);
  const listener = vi.fn();
  http.onAudit(listener);
  expect((await ask('/change')).status).toBe(200);
  expect(listener).toHaveBeenCalledWith(expect.objectContaining({ before: undefined, after: undefined }));
});

it('logs failures of its own with their cause, and no refusals', async () => {
  const error = vi.fn();
  const logger = { ...silentLogger, error, child: () => logger };
  const cause = new Error('the disk is gone');
  const { ask } = await started(
    [
      route('/fails', { handler: () => Promise.reject(cause) }),
      route('/refuses', {
        handler: () => Promise.reject(new PlatformError({ code: 'NO', status: 409, message: 'x' })),
      }),
    ],
    logger,
  );
  expect(await ask('/fails?a=1')).toMatchObject({ status: 500, body: { error: 'INTERNAL_ERROR' } });
  expect((await ask('/refuses')).status).toBe(409);
  expect(error).toHaveBeenCalledExactlyOnceWith('Request failed', {
    method: 'POST',
    path: '/fails',
    error: cause,
  });
});

it('logs from which route a value came that is no Error', async () => {
  const error = vi.fn();
  const logger = { ...silentLogger, error, child: () => logger };
  const says = route('/says', { handler: () => AbortSignal.abort('no counts').throwIfAborted() });
  const { ask } = await started([says], logger);
  expect((await ask('/says')).status).toBe(500);
  expect(error.mock.calls[0]?.[1]).toMatchObject({
    error: new Error('"no counts" was thrown by POST /says. It is no Error, so that its place is unknown.'),
  });
});

it('admits callers of monitoring routes by their own login, as the platform’s tenant', async () => {
  const { http, ask } = await started([
    route('/watched', { auth: 'monitoring', handler: () => requestContext.current()?.tenantId }),
  ]);
  http.useMonitoring({
    refusal: (authorization, address) =>
      authorization === `Basic of ${address}`
        ? undefined
        : { error: monitoringMissing(), headers: { 'www-authenticate': 'Basic' } },
  });
  const refused = await ask('/watched');
  expect(refused).toMatchObject({ status: 401, body: { error: 'MONITORING_LOGIN_REQUIRED' } });
  expect(refused.headers.get('www-authenticate')).toBe('Basic');
  const headers = { authorization: 'Basic of 127.0.0.1' };
  expect((await ask('/watched', { headers })).body['data']).toBe('000000');
});

it('keeps monitoring routes closed without a login of their own', async () => {
  const { http, ask } = await started([route('/watched', { auth: 'monitoring' })]);
  const operator = { userId: 1, userName: 'a', tenantId: '000000', sessionId: 1 };
  http.useAuthenticator({ authenticate: () => ({ ...operator, roles: [], permissions: ['*:*:*'] }) });
  const answer = await ask('/watched', { headers: { authorization: 'Bearer a' } });
  expect(answer).toMatchObject({ status: 401, body: { error: 'MONITORING_LOGIN_REQUIRED' } });
});

it('keeps a route’s own limit of bodies, and lists all routes', async () => {
  const { http, ask } = await started([route('/small', { bodyLimit: 10 }), route('/large')]);
  const init = { headers: { 'content-type': 'application/json' }, body: '"0123456789"' };
  expect(await ask('/small', init)).toMatchObject({ status: 413, body: { error: 'BODY_TOO_LARGE' } });
  expect((await ask('/large', init)).status).toBe(200);
  expect(http.routeTable.map(({ url }) => url)).toEqual(expect.arrayContaining(['/small', '/large']));
});

it('looks once before each answer of an asynchronous handler, after the handler', async () => {
  const calls: string[] = [];
  const later = (url: string, work: (ctx: Ctx) => unknown): Route =>
    route(url, {
      method: 'GET',
      handler: async (ctx) => {
        await Promise.resolve();
        calls.push(url);
        return work(ctx);
      },
    });
  const { http, ask } = await started([
    later('/plain', () => 1),
    later('/stream', () => Readable.from(['x'])),
    later('/reply', (ctx) => (ctx.reply.header('x-own', '1'), 1)),
    route('/at-once', { method: 'GET' }),
  ]);
  http.useBeforeAnswer(() => calls.push('look'));
  const paths = ['/plain', '/stream', '/reply', '/at-once'];
  for (const path of paths) expect((await ask(path, { method: 'GET' })).status).toBe(200);
  expect(calls).toEqual(['/plain', 'look', '/stream', 'look', '/reply', 'look']);
});

it('runs work of the platform for users of its tenant only', async () => {
  const user = { userId: 1, userName: 'a', tenantId: '000000', roles: [], permissions: ['*:*:*'] };
  expect(forPlatformTenant({ user }, () => 'done')).toBe('done');
  for (const other of [undefined, { ...user, tenantId: '000001' }]) {
    const work = vi.fn(() => 1);
    expect(() => forPlatformTenant({ user: other }, work)).toThrow(
      expect.objectContaining({ code: 'PLATFORM_TENANT_ONLY', status: 403 }),
    );
    expect(work).not.toHaveBeenCalled();
  }
  const { ask } = await started(ofPlatformTenant([route('/shared')]));
  expect(await ask('/shared')).toMatchObject({ status: 403, body: { error: 'PLATFORM_TENANT_ONLY' } });
});
