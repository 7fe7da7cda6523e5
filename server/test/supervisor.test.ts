import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildServer } from '../../scripts/lib/build.ts';
import { SteadyLoad } from './support/steady-load.ts';
import { endOf, isAlive, SupervisedHost } from './support/supervised-host.ts';

const MEGABYTE = 2 ** 20;
/** Workers start one after the other, on a machine that may be busy. */
const LONG = { timeout: 300_000 };

/** Resident memory of a process in bytes. */
const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Code of the error with which a connection failed. */
const codeOf = ({ cause }: { cause?: { code?: string } }): string | undefined => cause?.code;

beforeAll(() => buildServer());

describe('design 10.2: a supervised host', () => {
  let host: SupervisedHost;
  beforeAll(async () => {
    host = await SupervisedHost.start();
  });
  afterAll(() => host.remove());

  const route = (): string => `${host.process.ready.api}/auth/oidc`;

  it('replaces its worker at each SIGHUP under load without a failed request', LONG, async () => {
    const load = new SteadyLoad(route());
    const rounds = isLongRun ? 20 : 2;
    let worker = host.workers[0];
    for (let round = 0; round < rounds; round += 1) {
      const { answered } = load;
      host.signal('SIGHUP');
      worker = await host.replaced(worker);
      await expect.poll(() => load.answered).toBeGreaterThan(answered + 50);
    }
    await load.stop();
    expect(load.failures).toEqual(new Map());
    expect(load.slowestMs).toBeLessThan(60_000);
    const frontend = await fetch(host.process.ready.frontend);
    expect(frontend.status).toBe(200);
    await frontend.body?.cancel();
  });

  it('replaces a worker that was killed, and refuses nobody', async () => {
    const width = 8;
    const load = new SteadyLoad(route(), width);
    await expect.poll(() => load.answered).toBeGreaterThan(100);
    const [worker] = host.workers;
    process.kill(worker as number, 'SIGKILL');
    await host.replaced(worker);
    const { answered } = load;
    await expect.poll(() => load.answered).toBeGreaterThan(answered + 50);
    await load.stop();
    // Those that the worker had accepted.
    expect([...load.failures.keys()].filter((code) => code !== 'ECONNRESET')).toEqual([]);
    expect(load.failures.get('ECONNRESET') ?? 0).toBeLessThanOrEqual(width);
  });

  it('keeps the supervisor below 60 MiB', () => {
    expect(residentOf(host.process.pid)).toBeLessThan(60 * MEGABYTE);
    // A process that has loaded the host is larger.
    expect(residentOf(host.workers[0] as number)).toBeGreaterThan(80 * MEGABYTE);
  });

  it('goes on with its worker where the new configuration is wrong', async () => {
    const [worker] = host.workers;
    host.configure('server:\n  no-such-key: 1\n');
    host.signal('SIGHUP');
    await expect.poll(() => host.workers.length).toBe(2);
    await expect.poll(() => host.workers).toEqual([worker]);
    await host.answers();
  });

  it('takes over a new configuration, but keeps the ports that are open', async () => {
    const frontend = async (): Promise<number> => (await fetch(host.process.ready.frontend)).status;
    const warning = 'A changed port is used after a restart of the host';
    expect(host.log).not.toContain(warning);
    const [worker] = host.workers;
    host.configure('frontend:\n  port: 1\n');
    host.signal('SIGHUP');
    const other = await host.replaced(worker);
    expect(host.log).toContain(warning);
    expect(await frontend()).toBe(200);
    host.configure('frontend:\n  enabled: false\n');
    host.signal('SIGHUP');
    await host.replaced(other);
    await expect(frontend()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  // A process of its own: the heap of a worker that runs all test files takes a minute.
  it.runIf(isLongRun)(
    'spec: Endpoints/actuator, the others: makes a heap snapshot, also after a client that left',
    async () => {
      const path = `${host.process.ready.api}/actuator/heapdump`;
      const headers = {
        authorization: `Basic ${Buffer.from('monitor:monitor').toString('base64')}`,
        connection: 'close',
      };
      const abort = new AbortController();
      const left = await fetch(path, { headers, signal: abort.signal });
      await left.body?.getReader().read();
      abort.abort();
      const response = await vi.waitUntil(async () => {
        const seen = await fetch(path, { headers });
        return seen.status === 200 ? seen : void (await seen.text());
      });
      expect(response.headers.get('content-disposition')).toMatch(
        /filename="\d{4}-\d\d-\d\dT\d{6}\.heapsnapshot"/,
      );
      const text = await response.text();
      expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text));
      expect(text.slice(0, 40)).toContain('{"snapshot":');
      expect(text.trimEnd().endsWith('}')).toBe(true);
      expect(readdirSync(join(host.data, 'temp'))).toEqual([]);
    },
  );

  it('answers what is in flight at SIGTERM, and ends with 0', async () => {
    const body = JSON.stringify({ username: 'nobody', password: 'not-the-password-1' });
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    };
    const login = request(`${host.process.ready.api}/auth/login`, { method: 'POST', headers });
    const answer = once(login, 'response');
    login.flushHeaders();
    // The host has the request now, and waits for its body.
    await once(login, 'continue');
    host.signal('SIGTERM');
    const openPort = () => fetch(route()).then(({ status }) => status, codeOf);
    await expect.poll(openPort).toBe('ECONNREFUSED');
    login.end(body);
    const [{ statusCode }] = (await answer) as [IncomingMessage];
    expect(statusCode).toBe(401);
    expect(await host.process.ended).toBe(0);
  });
});

describe('design 10.2: the supervisor', () => {
  let host: SupervisedHost | undefined;
  afterAll(() => host?.remove());

  it('leaves no worker behind when it is killed, and the data can be used again', async () => {
    host = await SupervisedHost.start();
    const [worker] = host.workers;
    host.process.kill();
    await expect.poll(() => isAlive(worker as number)).toBe(false);
    await host.remove();
  });

  it('serves on at SIGTERM while a balancer hears that it is not ready', async () => {
    host = await SupervisedHost.start('production', { 'server.drain.delay-ms': 8_000 });
    const { api } = host.process.ready;
    const authorization = `Basic ${Buffer.from('monitor:monitor').toString('base64')}`;
    const readiness = async (): Promise<number> =>
      (await fetch(`${api}/actuator/health/readiness`, { headers: { authorization } })).status;
    expect(await readiness()).toBe(200);
    host.signal('SIGTERM');
    await expect.poll(readiness, { interval: 20 }).toBe(503);
    const served = await fetch(`${api}/auth/oidc`);
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    expect(await host.process.ended).toBe(0);
    await host.remove();
  });

  it.runIf(isLongRun)('ends at once at a second signal', async () => {
    host = await SupervisedHost.start();
    const [worker] = host.workers;
    // A stopped process does not end when it is asked to.
    process.kill(worker as number, 'SIGSTOP');
    host.signal('SIGTERM');
    // Signals that wait for a busy process count as one.
    const again = setInterval(() => host?.signal('SIGTERM'), 300);
    const code = await host.process.ended.finally(() => clearInterval(again));
    expect(code).toBe(1);
    await expect.poll(() => isAlive(worker as number)).toBe(false);
    await host.remove();
  });

  it.runIf(isLongRun)(
    'stops at SIGHUP outside of the production profile, as a terminal that closes asks',
    async () => {
      host = await SupervisedHost.start('');
      host.signal('SIGHUP');
      expect(await host.process.ended).toBe(0);
      await host.remove();
    },
  );

  it.runIf(isLongRun)('gives up after five deaths before ready', async () => {
    host = await SupervisedHost.start();
    host.configure('server:\n  no-such-key: 1\n');
    process.kill(host.workers[0] as number, 'SIGKILL');
    expect(await host.process.ended).toBe(1);
    await host.remove();
  });
});

describe('a first start that fails', () => {
  const data = mkdtempSync(join(tmpdir(), 'refused-'));
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  it.each<[string, Record<string, string>]>([
    ['with the supervisor', {}],
    ...(isLongRun ? [['without', { PLATFORM_SUPERVISOR: 'off' }] satisfies [string, object]] : []),
  ])('ends at once with the same text and exit code: %s', async (_, env) => {
    const wrong = await endOf({ 'platform.data-dir': data, 'server.prot': 1 }, env);
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.output).toMatch(/^\n✗ [^]*server\.prot[^]*\n {2}\(CONFIG_INVALID\)\n\n$/);
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => taken.once('listening', listening));
    const { port } = taken.address() as AddressInfo;
    const inUse = await endOf({ 'platform.data-dir': data, 'server.port': port, 'frontend.port': 0 }, env);
    taken.close();
    expect(inUse).toMatchObject({ code: 1 });
    expect(inUse.output).toBe(
      `\n✗ Port ${port} on 127.0.0.1 is in use by another program.\n  Stop that program, or choose another port with --server.port=<port>.\n  (PORT_IN_USE)\n\n`,
    );
  });
});
