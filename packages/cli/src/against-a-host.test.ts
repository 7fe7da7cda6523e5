import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startFakeHost } from './testing/fake-host.ts';

let host: Awaited<ReturnType<typeof startFakeHost>>;
beforeEach(async () => void (host = await startFakeHost()));
afterEach(() => host.stop());

it('sends a token only to the address that issued it', async () => {
  host.session.keep({ url: 'http://127.0.0.1:1', token: 'of another host' });
  expect(await host.run('hosts', '--url', host.url)).toMatchObject({
    exit: 3,
    err: expect.stringContaining('NOT_LOGGED_IN') as string,
  });
  expect(host.requests).toEqual([]);
});

it('keeps the session from other users of the machine', () => {
  host.login();
  expect(statSync(join(host.home, 'session.json')).mode & 0o777).toBe(0o600);
});

it('logs out where the host is gone, too', async () => {
  host.session.keep({ url: 'http://127.0.0.1:1', token: 't' });
  expect((await host.run('logout')).exit).toBe(0);
  expect(host.session.tokenFor('http://127.0.0.1:1')).toBeUndefined();
});

it('lists all applications of a market, page by page', async () => {
  host.login();
  const offers = Array.from({ length: 500 }, (_, at) => ({ appCode: `app-${at}` }));
  const pages = [offers, [{ appCode: 'last' }]];
  Object.defineProperty(host.answers, 'GET /app/market/list', { get: () => pages.shift() });
  const { out } = await host.run('list', '--json');
  expect(JSON.parse(out)).toHaveLength(501);
  expect(host.requests).toHaveLength(2);
});

it('takes the hosts of a machine out of service that live', async () => {
  host.login();
  host.answers['GET /system/nodes'] = ['live', 'gone'].map((state) => ({
    nodeId: `${state}-1`,
    machine: 'rack-7',
    state,
  }));
  expect((await host.run('hosts', 'drain', 'rack-7')).exit).toBe(0);
  expect(host.requests).toEqual(['GET /system/nodes?pageSize=500', 'POST /system/nodes/live-1/drain']);
  expect((await host.run('hosts', 'drain', 'gone-1')).err).toContain('HOST_UNKNOWN');
});
