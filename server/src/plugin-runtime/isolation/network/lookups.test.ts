import dns from 'node:dns';
import { once } from 'node:events';
import http, { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OpenHandles } from '../open-handles.ts';
import { dnsFacade } from './dns-facade.ts';
import { guardedDispatcher, guardedFetch } from './fetch.ts';
import { httpFacade } from './http-facade.ts';
import { NetworkRule } from './network-rule.ts';
import { netFacade } from './sockets.ts';

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
const lookup = vi.spyOn(rule, 'lookup');
const ownDns = dnsFacade(rule);
const ownNet = netFacade(rule, open);
const ownHttp = httpFacade(http, 'http', rule, open);
const dispatcher = guardedDispatcher(rule, open);
const ownFetch = guardedFetch(rule, () => dispatcher);
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

it.each<[string, (url: string) => Promise<unknown>]>([
  ['http.get', (url) => once(ownHttp.get(url), 'response')],
  ['fetch', async (url) => (await ownFetch(url)).text()],
])('issue 19: the lookups of %s take turns, too', async (_, begin) => {
  const before = lookup.mock.calls.length;
  await begin(`http://localhost:${port}/`);
  expect(lookup.mock.calls).toHaveLength(before + 1);
});
