import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runPlatform } from './index.ts';
import { SessionFile } from './session.ts';

/** Answers of a host by method and path; each request is noted. */
let answers: Record<string, unknown>;
let requests: string[];
let server: Server;
let url: string;
let home: string;
const stop = new AbortController();

beforeEach(async () => {
  answers = {};
  requests = [];
  server = createServer((request, response) => {
    const path = `${request.method} ${request.url?.split('?')[0]}`;
    requests.push(path);
    response.end(JSON.stringify({ code: 200, data: answers[path] ?? null }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  home = mkdtempSync(join(tmpdir(), 'cli-host-'));
});
afterEach(() => {
  server.close();
  rmSync(home, { recursive: true });
});

async function run(...words: string[]): Promise<{ exit: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const exit = await runPlatform(words, {
    env: { PLATFORM_HOME: home },
    ask: () => Promise.resolve(undefined),
    signal: stop.signal,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
  return { exit, out: out.join('\n'), err: err.join('\n') };
}
const session = () => new SessionFile({ PLATFORM_HOME: home });

it('sends a token only to the address that issued it', async () => {
  session().keep({ url: 'http://127.0.0.1:1', token: 'of another host' });
  expect(await run('hosts', '--url', url)).toMatchObject({
    exit: 3,
    err: expect.stringContaining('NOT_LOGGED_IN') as string,
  });
  expect(requests).toEqual([]);
});

it('keeps the session from other users of the machine', () => {
  session().keep({ url, token: 't' });
  expect(statSync(join(home, 'session.json')).mode & 0o777).toBe(0o600);
});

it('logs out where the host is gone, too', async () => {
  session().keep({ url: 'http://127.0.0.1:1', token: 't' });
  expect((await run('logout')).exit).toBe(0);
  expect(session().tokenFor('http://127.0.0.1:1')).toBeUndefined();
});

it('lists all applications of a market, page by page', async () => {
  session().keep({ url, token: 't' });
  const offers = Array.from({ length: 500 }, (_, at) => ({ appCode: `app-${at}` }));
  const pages = [offers, [{ appCode: 'last' }]];
  Object.defineProperty(answers, 'GET /app/market/list', { get: () => pages.shift() });
  const { out } = await run('list', '--json');
  expect(JSON.parse(out)).toHaveLength(501);
  expect(requests).toHaveLength(2);
});

it('takes the hosts of a machine out of service that live', async () => {
  session().keep({ url, token: 't' });
  answers['GET /system/nodes'] = ['live', 'gone'].map((state) => ({
    nodeId: `${state}-1`,
    machine: 'rack-7',
    state,
  }));
  expect((await run('hosts', 'drain', 'rack-7')).exit).toBe(0);
  expect(requests).toEqual(['GET /system/nodes', 'POST /system/nodes/live-1/drain']);
  expect((await run('hosts', 'drain', 'gone-1')).err).toContain('HOST_UNKNOWN');
});
