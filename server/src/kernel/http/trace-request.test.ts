import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlatformError } from '@platform/plugin-sdk/core';
import { afterEach, expect, it, vi } from 'vitest';
import { requestContext } from '../context.ts';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { tracing, type OpenSpan, type SpanFacts } from '../tracing.ts';
import { defineRoute, HttpService, type RequestTarget } from './index.ts';

const undo: Array<() => unknown> = [];
afterEach(async () => {
  for (const work of undo.splice(0).toReversed()) await work();
});

interface Recorded {
  readonly facts: SpanFacts;
  /** Name of the span that it was started within. */
  readonly parent: string | undefined;
  ended?: Parameters<OpenSpan['end']>[0];
}

/** A tracer for the length of a test. @returns its spans, by name */
function record(): Map<string, Recorded> {
  const spans = new Map<string, Recorded>();
  let current: string | undefined;
  const start = (facts: SpanFacts): OpenSpan => {
    const span: Recorded = { facts, parent: current };
    spans.set(facts.name, span);
    return {
      traceId: 'trace-1',
      within: (work) => {
        const before = current;
        current = facts.name;
        try {
          return work();
        } finally {
          current = before;
        }
      },
      end: (end) => void (span.ended = end ?? {}),
    };
  };
  undo.push(tracing.use({ start, traceId: () => undefined, traceparent: () => undefined }));
  return spans;
}

async function start(targets: Record<string, RequestTarget> = {}) {
  const http = new HttpService(testConfig(), silentLogger);
  const route = (url: string, handler: () => unknown) =>
    defineRoute({ method: 'GET', url, auth: 'public', summary: 'x', handler });
  http.routes([
    route('/items/:id', () => requestContext.current()?.traceId),
    route('/refuses', () => {
      throw new PlatformError({ code: 'NO', status: 499, message: 'x' });
    }),
    route('/fails', () => {
      throw new PlatformError({ code: 'NO', status: 500, message: 'x' });
    }),
  ]);
  http.useApplications({ route: (appCode) => targets[appCode] });
  await http.ready();
  undo.push(() => http.close());
  const server = createServer(http.handle).listen(0, '127.0.0.1');
  undo.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
}

const ended = (span: Recorded | undefined) => vi.waitFor(() => expect(span?.ended).toBeDefined());

it('traces a request of the host with its handler, and names it by its route', async () => {
  const ask = await start();
  const spans = record();
  const before = Date.now();
  const answer = await ask('/items/7', { traceparent: '00-a-b-01', 'x-request-id': 'request-1' });
  expect(JSON.parse(answer)).toMatchObject({ data: 'trace-1' });
  const span = spans.get('GET');
  await ended(span);
  const { startedAt, ...facts } = span?.facts ?? {};
  expect(facts).toEqual({
    ...{ name: 'GET', kind: 'server', parent: '00-a-b-01' },
    attributes: {
      'http.request.method': 'GET',
      'url.path': '/items/7',
      'platform.request': 'request-1',
      'platform.tenant': undefined,
      'platform.application': undefined,
    },
  });
  expect(startedAt).toBeGreaterThanOrEqual(before);
  expect(startedAt).toBeLessThanOrEqual(Date.now());
  expect(span?.ended).toEqual({
    name: 'GET /items/:id',
    attributes: { 'http.route': '/items/:id', 'http.response.status_code': 200 },
    failure: undefined,
  });
  expect(spans.get('handler GET /items/:id')).toMatchObject({ parent: 'GET', ended: {} });
});

it.each([
  ['/refuses', 'GET /refuses', undefined],
  ['/fails', 'GET /fails', 'status 500'],
  ['/unknown', 'GET', undefined],
])('ends the span of %s as %s with the failure %s', async (path, name, failure) => {
  const ask = await start();
  const spans = record();
  await ask(path);
  await ended(spans.get('GET'));
  expect(spans.get('GET')?.ended).toMatchObject({ name, failure });
});

it('gives an application a span of its own, which ends and fails with the request', async () => {
  const spans = record();
  const dispatch: RequestTarget['dispatch'] = (_request, response) => {
    tracing.current()?.start({ name: 'work' }).end();
    response.writeHead(502).end();
  };
  const ask = await start({ shop: { appCode: 'shop', dispatch } });
  await ask('/shop/x');
  const application = spans.get('application shop');
  await ended(application);
  expect(application).toMatchObject({
    parent: 'GET',
    facts: { attributes: { 'platform.application': 'shop' } },
    ended: { failure: 'status 502' },
  });
  expect(spans.get('work')?.parent).toBe('application shop');
  expect(spans.get('GET')?.ended).toMatchObject({ name: 'GET', failure: 'status 502' });
});
