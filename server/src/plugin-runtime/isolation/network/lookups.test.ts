import dns from 'node:dns';
import { once } from 'node:events';
import http, { createServer } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenHandles } from '../open-handles.ts';
import { dnsFacade } from './dns-facade.ts';
import { guardedConnection, guardedDispatcher, guardedFetch } from './fetch.ts';
import { httpFacade } from './http-facade.ts';
import { NetworkRule } from './network-rule.ts';
import { netFacade, tlsFacade } from './sockets.ts';

const COUNT = 300;
const server = createServer((_, response) => response.setHeader('connection', 'close').end('text'));
let port: number;
beforeAll(async () => {
  server.listen(0);
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const open = new OpenHandles('demo');
const rule = new NetworkRule('demo', true);
const ownDns = dnsFacade(rule);
const ownNet = netFacade(rule, open);
const ownTls = tlsFacade(rule, open);
const ownHttp = httpFacade(http, 'http', rule, open);
const ownHttps = httpFacade(https, 'https', rule, open);
const dispatcher = guardedDispatcher(rule, open);
const ownFetch = guardedFetch(rule, () => dispatcher);
const OwnWebSocket = guardedConnection(
  'WebSocket',
  rule,
  open,
  () => dispatcher,
) as unknown as typeof WebSocket;
afterAll(() => open.close());

const connected = async (by: (port: number, host: string) => ReturnType<typeof ownNet.connect>) => {
  const socket = by(port, 'localhost');
  await once(socket, 'lookup');
  socket.destroy();
};
const bursts: ReadonlyArray<[string, () => Promise<unknown>]> = [
  ['dns.lookup', () => promisify(ownDns.lookup)('localhost')],
  ['dns.promises.lookup', () => ownDns.promises.lookup('localhost')],
  ['net.connect', () => connected((to, host) => ownNet.connect(to, host))],
  ['net.connect with options', () => connected((to, host) => ownNet.connect({ port: to, host }))],
];

describe.each(bursts)('issue 19: a burst of lookups by %s', (_, begin) => {
  it('lets a lookup of others by, and is answered in full', async () => {
    let done = 0;
    const burst = Array.from({ length: COUNT }, async () => {
      await begin();
      done += 1;
    });
    await promisify(dns.lookup)('localhost');
    expect(done).toBeLessThan(COUNT / 4);
    await Promise.all(burst);
    expect(done).toBe(COUNT);
  });
});

it('issue 19: a lookup that takes turns answers, and refuses, as that of Node', async () => {
  expect(await ownDns.promises.lookup('127.0.0.1')).toEqual({ address: '127.0.0.1', family: 4 });
  await expect(ownDns.promises.lookup('no-such-name.invalid')).rejects.toMatchObject({
    syscall: 'getaddrinfo',
  });
  expect(() => ownDns.lookup('localhost', { family: 5 }, () => undefined)).toThrow('family');
});

/** Each way to a name begins with its lookup, and settles soon after it. */
const ways: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'dns.lookup': () => promisify(ownDns.lookup)('localhost'),
  'dns.lookupService': () => promisify(ownDns.lookupService)('127.0.0.1', 80),
  'dns.promises.lookup': () => ownDns.promises.lookup('localhost'),
  'dns.promises.lookupService': () => ownDns.promises.lookupService('127.0.0.1', 80),
  'net.connect': () => connected((to, host) => ownNet.connect(to, host)),
  'new net.Socket': () => connected((to, host) => new ownNet.Socket().connect({ port: to, host })),
  'tls.connect': () => connected((to, host) => ownTls.connect({ port: to, host })),
  'http.get': (url) => once(ownHttp.get(url), 'response'),
  'http.get without an agent': (url) => once(ownHttp.get(url, { agent: false }), 'response'),
  'http.get with an agent': (url) => once(ownHttp.get(url, { agent: new ownHttp.Agent() }), 'response'),
  'new http.ClientRequest': (url) => once(new ownHttp.ClientRequest(url).end(), 'response'),
  'https.get': (url) => once(ownHttps.get(url.replace('http', 'https')), 'error'),
  fetch: async (url) => (await ownFetch(url)).text(),
  WebSocket: (url) => once(new OwnWebSocket(url.replace('http', 'ws')), 'error'),
};

it('issue 19: a lookup of an application waits for the one before it, by whichever way', async () => {
  const before = Promise.withResolvers<void>();
  const first = rule.lookups.promise('lookup', () => before.promise)();
  const settled: string[] = [];
  const begun = Object.entries(ways).map(([name, begin]) =>
    begin(`http://localhost:${port}/`).then(() => settled.push(name)),
  );
  await pause(100);
  expect(settled).toEqual([]);
  before.resolve();
  await Promise.all([first, ...begun]);
});

const limited = new NetworkRule('demo', ['example.com']);

it.each<[string, https.RequestOptions]>([
  ['', {}],
  ['without an agent', { agent: false }],
  ['with no agent of its own', { agent: undefined }],
])('https reaches no host that the permission does not name %s', (_, options) => {
  const ofLimited = httpFacade(https, 'https', limited, open);
  const reach = (url: string) => ofLimited.get(url, options).on('error', () => undefined);
  expect(() => reach(`https://localhost:${port}/`)).toThrow('may not reach localhost');
  expect(() => ofLimited.get({ host: 'localhost', port, ...options })).toThrow('may not reach localhost');
});
