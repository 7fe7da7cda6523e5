import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { PlatformError } from '@platform/plugin-sdk/core';
import { afterEach, expect, it, vi } from 'vitest';
import { requestContext } from '../context.ts';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import type { RequestRecord } from './edge.ts';
import { defineRoute, HttpService, type Route } from './index.ts';

const undo: Array<() => unknown> = [];
afterEach(async () => {
  for (const work of undo.splice(0).toReversed()) await work();
});

const answering = (url: string, status?: number) =>
  defineRoute({
    method: 'GET',
    url,
    auth: 'public',
    summary: 'x',
    handler: () => {
      if (status === undefined) return 1;
      throw new PlatformError({ code: 'NO', status, message: 'x' });
    },
  });

/** A host with this setting of its access log. @returns what it logged, with the tenant then */
async function start(access: string, ...more: Route[]) {
  const logged: unknown[][] = [];
  const info = (...entry: unknown[]) => logged.push([...entry, requestContext.current()?.tenantId]);
  const logger = { ...silentLogger, info, child: () => logger };
  const http = new HttpService(testConfig({ 'logging.access': access }), logger);
  http.routes([answering('/open/fine'), answering('/refused', 400), answering('/failed', 503), ...more]);
  await http.ready();
  undo.push(() => http.close());
  let ended = Promise.resolve();
  const server = createServer((request, response) => {
    ended = new Promise((resolve) => response.once('close', () => setImmediate(resolve)));
    http.handle(request, response);
  }).listen(0, '127.0.0.1');
  undo.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  /** Each answer ends before the next request. */
  const ask = async (...paths: string[]): Promise<void> => {
    for (const path of paths) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
      await response.text();
      await ended;
    }
  };
  const paths = () => logged.map(([, fields]) => (fields as RequestRecord).path);
  return { http, ask, logged, paths };
}

it('records each request with its outcome, in the context of the request', async () => {
  const { ask, logged } = await start('all');
  await ask('/open/fine?password=1', '/refused');
  const record = (path: string, status: number) => ({
    ...{ method: 'GET', path, status, appCode: undefined },
    durationMs: expect.toSatisfy(
      (ms: number) => ms >= 0 && ms < 10_000 && Math.round(ms * 10) / 10 === ms,
    ) as unknown,
  });
  expect(logged).toEqual([
    ['Request', record('/open/fine', 200), '000000'],
    ['Request', record('/refused', 400), undefined],
  ]);
});

it('takes an event stream for answered once it begins', async () => {
  const stream = defineRoute({
    ...{ method: 'GET', url: '/open/stream', auth: 'public', summary: 'x' },
    handler: ({ reply }) => {
      reply.header('content-type', 'text/event-stream');
      return Readable.from(
        (async function* () {
          yield 'data: 1\n\n';
          await new Promise((resolve) => setTimeout(resolve, 500));
        })(),
      );
    },
  });
  const { ask, logged } = await start('all', stream);
  await ask('/open/stream');
  const [[, fields]] = logged as [[string, RequestRecord]];
  expect(fields).toMatchObject({ path: '/open/stream', status: 200 });
  expect(fields.durationMs).toBeLessThan(500);
});

it.each([
  ['errors', ['/refused', '/failed']],
  ['off', []],
])('logs with the setting %s %j, and notifies observers of all', async (access, expected) => {
  const { http, ask, paths } = await start(access);
  const asked = ['/open/fine', '/refused', '/failed'];
  await ask(...asked);
  expect(paths()).toEqual(expected);
  const seen: unknown[] = [];
  const stop = http.observe(({ path, route, status }) => seen.push([path, route, status]));
  await ask(...asked, '/unknown');
  expect(seen).toEqual([
    ['/open/fine', '/open/fine', 200],
    ['/refused', '/refused', 400],
    ['/failed', '/failed', 503],
    ['/unknown', undefined, 404],
  ]);
  void stop();
  await ask('/refused');
  expect(seen).toHaveLength(4);
});

it('needs no listener on a response that nobody watches', async () => {
  const { http } = await start('off');
  const on = vi.fn();
  const server = createServer((request, response) => {
    response.on = on;
    http.useApplications({ route: () => ({ appCode: 'shop', dispatch: () => void response.end('x') }) });
    http.handle(request, response);
  }).listen(0, '127.0.0.1');
  undo.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/shop/x`)).text();
  expect(on).not.toHaveBeenCalled();
});
