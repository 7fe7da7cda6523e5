import diagnostics from 'node:diagnostics_channel';
import { access, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformError } from '../../kernel/index.ts';
import { TestHost } from '../testing/test-host.ts';

const IMPORTS = `
import { Component, HttpClient } from '@platform/plugin-sdk/core';
import { Permission } from '@platform/plugin-sdk/auth'; import { Controller, Get, type Ctx } from '@platform/plugin-sdk/web';
`;

describe('a misbehaving application', () => {
  let host: TestHost;
  let server: Server;
  let port: number;
  beforeAll(async () => {
    host = await TestHost.start({
      args: [
        '--app-market.plugin-runtime.request-timeout-ms=1000',
        '--app-market.plugin-runtime.watch-interval-ms=100',
        '--app-market.plugin-runtime.hold-threshold-ms=100',
      ],
    });
    await host.load('good', '1.0.0', {
      'c.ts': `${IMPORTS}@Controller('/good') export class C { @Get('/v') v() { return 1; } }`,
    });
    server = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await host.stop();
  });

  /** Loads a controller `/bad` with these methods, and whatever stands beside it. */
  const load = (methods: string, beside = '', permissions?: unknown) =>
    host.load(
      'bad',
      '1.0.0',
      {
        'src.ts': `${IMPORTS}${beside}
@Controller('/bad') export class C {
${methods}
}`,
      },
      permissions === undefined ? {} : { permissions },
    );
  const serves = async (): Promise<void> => {
    expect(await host.get('/good/v')).toMatchObject({ status: 200, body: { data: 1 } });
  };
  const health = () => host.runtime.describe('bad')?.health;

  it('throws at load: its own source line is reported, no line of the host', async () => {
    const refused = async (beside: string): Promise<PlatformError> =>
      (await load('', beside).catch((error: unknown) => error)) as PlatformError;
    const evaluated = await refused(`\nnull!.x;`);
    expect(evaluated.message).toMatch(/Cannot read properties of null.*\(platform-bad\/src\/src\.ts:5:7\)$/);
    const constructed = await refused(`
@Component() export class Bad {
  constructor() { throw new Error('no constructor'); }
}`);
    expect(constructed.message).toContain('no constructor (platform-bad/src/src.ts:6:25)');
    const initialised = await refused(`
const connect = async (): Promise<never> => { throw new Error('no database'); };
@Component() export class Bad {
  async init() { await connect(); }
}`);
    expect(initialised.message).toContain('no database (platform-bad/src/src.ts:5:53)');
    expect(initialised.details).toMatchObject({ place: 'platform-bad/src/src.ts:5:53' });
    expect(host.runtime.describe('bad')?.failure).toMatchObject({ place: 'platform-bad/src/src.ts:5:53' });
    for (const error of [evaluated, constructed, initialised])
      expect(error.stack).not.toContain('server/src');
    await serves();
  });

  it('throws in a handler, rejects unhandled, throws in a timer: counted by kind and place', async () => {
    await load(`
  @Get('/throw') throwing() { throw new Error('in a handler'); }
  @Get('/timer') timer() { setTimeout(() => { throw new Error('in a timer'); }, 1); return 1; }
  @Get('/fine') fine() { return 1; }`);
    expect(await host.get('/bad/throw')).toMatchObject({ status: 500, body: { error: 'INTERNAL_ERROR' } });
    await host.get('/bad/timer');
    // A busy machine may add a hold, which any work on it can look like.
    const faults = () => {
      const { hold: _hold, ...others } = health()?.faults ?? {};
      return others;
    };
    await expect.poll(faults).toEqual({ handler: 1, timer: 1 });
    expect(health()?.recent.filter(({ kind }) => kind !== 'hold')).toMatchObject([
      { kind: 'timer', message: 'in a timer', place: 'platform-bad/src/src.ts:8:53' },
      { kind: 'handler', message: 'in a handler', place: 'platform-bad/src/src.ts:7:37' },
    ]);
    expect(host.runtime.describe('bad')?.degraded).toMatchObject({ faults: 1 });
    expect(await host.get('/bad/fine')).toMatchObject({ status: 200 });
    await serves();
  });

  it('never responds: 504, its signal is aborted, the operator sees it', async () => {
    await load(`
  aborted = 0;
  @Get('/never') never({ signal }: Ctx) {
    signal.addEventListener('abort', () => this.aborted++);
    return new Promise(() => {});
  }
  @Get('/aborted') count() { return this.aborted; }`);
    expect(await host.get('/bad/never')).toMatchObject({ status: 504, body: { error: 'PLUGIN_TIMEOUT' } });
    expect(await host.get('/bad/aborted')).toMatchObject({ body: { data: 1 } });
    expect(health()?.faults).toEqual({ timeout: 1 });
    await serves();
  });

  it('calls process.exit and similar functions: refused, the host keeps running', async () => {
    await load(`
  @Get('/exit') exit() { process.exit(1); }
  @Get('/abort') abort() { globalThis.process.abort(); }
  @Get('/kill') kill() { process.kill(process.pid); }
  @Get('/env') env() { return Object.keys(process.env).length; }`);
    for (const path of ['exit', 'abort', 'kill']) {
      expect(await host.get(`/bad/${path}`)).toMatchObject({
        status: 500,
        body: { error: 'PLUGIN_PROCESS_REFUSED' },
      });
    }
    expect(await host.get('/bad/env')).toMatchObject({ body: { data: 0 } });
    expect(health()?.recent[0]).toMatchObject({ place: 'platform-bad/src/src.ts:9:34' });
    await serves();
  });

  it('blocks the event loop: the operator sees handler and timer, other requests continue', async () => {
    await load(`
  busy(ms: number) { for (const end = Date.now() + ms; Date.now() < end;); return 1; }
  @Get('/handler') handler() { return this.busy(150); }
  @Get('/timer') timer() { setTimeout(() => this.busy(160), 1); return 1; }
  @Get('/later') async later() { await null; await new Promise((r) => setImmediate(r)); return this.busy(400); }`);
    const asked = performance.now();
    await host.get('/bad/handler');
    const answered = performance.now() - asked;
    expect(health()?.holds).toMatchObject({ count: 1, last: { what: 'cn.platform.bad.C.handler' } });
    const held = health()?.holds.last?.durationMs ?? 0;
    expect([held >= 149, held <= Math.ceil(answered)], `${held} of ${answered} ms`).toEqual([true, true]);
    await host.get('/bad/timer');
    await expect.poll(() => health()).toMatchObject({ faults: { hold: 2 }, holds: { count: 2 } });
    expect(health()?.recent[0]?.message).toMatch(/^Timer anonymous blocked the event loop for \d+ ms/);
    // So long that the holds above cannot be taken for this one, on a busy machine either.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await host.get('/bad/later');
    const named = () =>
      host.log
        .filter(({ message }) => message.startsWith('The event loop was blocked'))
        .flatMap(({ fields }) => fields['atWork']);
    await expect.poll(() => named()).toContain('bad');
    await serves();
  });

  it('leaks timers, sockets and servers: listed while it runs, closed and named at unload', async () => {
    await load(
      '',
      `
import { createServer } from 'node:http';
import { connect } from 'node:net';
@Component() export class Leaks {
  start() {
    setInterval(function forever() {}, 1000);
    connect(${port}, '127.0.0.1').on('error', () => {});
    return new Promise<void>((resolve) => createServer().listen(0, '127.0.0.1', () => resolve()));
  }
}`,
      ['network'],
    );
    await expect.poll(() => health()?.open.handles).toHaveLength(2);
    expect(health()?.open.timers).toBe(1);
    const report = await host.runtime.unload('bad');
    expect(report).toMatchObject({ openTimers: ['setInterval(forever, 1000)'] });
    expect(report?.openHandles).toEqual([
      `connection to 127.0.0.1:${port}`,
      expect.stringMatching(/^http server on port \d+$/),
    ]);
    expect(host.log.at(-1)).toMatchObject({ level: 'warn', fields: { openHandles: report?.openHandles } });
  });

  it('issue 19: listens to what the process shares: hears nothing once it is unloaded, or another version is there', async () => {
    const seen: unknown[] = [];
    const see = (message: unknown): void => void seen.push(message);
    diagnostics.subscribe('hostile:seen', see);
    const source = (version: string) => ({
      'c.ts': `
import * as dc from 'node:diagnostics_channel';
import { AsyncLocalStorage } from 'node:async_hooks';
import { performance, PerformanceObserver as Observer } from 'node:perf_hooks';
${IMPORTS}
const tell = (what: string) => dc.channel('hostile:seen').publish(what + ' ${version}');
@Controller('/bad') export class C {
  init() {
    dc.subscribe('hostile:asked', () => tell('subscribed'));
    dc.channel('hostile:asked').subscribe(() => tell('channel'));
    dc.channel('hostile:asked').bindStore(new AsyncLocalStorage<unknown>());
    dc.tracingChannel('hostile').subscribe({ start: () => tell('traced') });
    const listener = () => tell('never');
    dc.subscribe('hostile:asked', listener);
    dc.unsubscribe('hostile:asked', listener);
    dc.subscribe('hostile:asked', () => { throw 'a text'; });
    new Observer(() => tell('observed')).observe({ entryTypes: ['mark'] });
    new PerformanceObserver(() => tell('observed global')).observe({ entryTypes: ['mark'] });
    new BroadcastChannel('hostile').onmessage = () => tell('broadcast');
  }
}`,
    });
    const others = new BroadcastChannel('hostile');
    const trace = diagnostics.tracingChannel('hostile');
    const heard = async (): Promise<unknown[]> => {
      seen.length = 0;
      diagnostics.channel('hostile:asked').publish({});
      trace.traceSync(() => undefined);
      performance.mark('hostile');
      others.postMessage(1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return seen.toSorted();
    };
    const all = ['broadcast', 'channel', 'observed', 'observed global', 'subscribed', 'traced'];
    try {
      await host.load('bad', '1.0.0', source('1.0.0'));
      await expect.poll(heard).toEqual(all.map((what) => `${what} 1.0.0`));
      expect(health()?.recent[0]).toMatchObject({ message: 'a text' });
      await host.load('bad', '1.0.1', source('1.0.1'));
      await host.runtime.settled();
      await expect.poll(heard).toEqual(all.map((what) => `${what} 1.0.1`));
      await host.runtime.unload('bad');
      expect(await heard()).toEqual([]);
      expect(diagnostics.hasSubscribers('hostile:asked')).toBe(false);
      await serves();
    } finally {
      others.close();
      performance.clearMarks();
      diagnostics.unsubscribe('hostile:seen', see);
    }
  });

  it("leaves resources open: the new version's report names them", async () => {
    await load('', `@Component() export class Leaks { start() { setInterval(() => {}, 1000); } }`);
    await load('');
    await host.runtime.settled();
    expect(health()?.leftOpen).toMatchObject({ version: '1.0.0', timers: ['setInterval(anonymous, 1000)'] });
    expect(health()?.open.timers).toBe(0);
  });

  it('imports a built-in without permission: refused with file and permission before any code runs', async () => {
    const failure = load('', `import { readFileSync } from 'node:fs'; readFileSync('/etc/passwd');`);
    await expect(failure).rejects.toMatchObject({
      code: 'PLUGIN_PERMISSION_MISSING',
      details: { loadStage: 'verify' },
      message: expect.stringContaining(
        'src/src.ts imports "node:fs" without the permission "files"',
      ) as string,
    });
    await expect(
      load('', `import vm from 'node:vm'; export const x = vm;`, ['process']),
    ).rejects.toMatchObject({ code: 'PLUGIN_IMPORT_FORBIDDEN' });
  });

  it('uses files with permission: only its own', async () => {
    await load(
      `
  @Get('/write') write() { writeFileSync('note.txt', 'mine'); return readFileSync('note.txt', 'utf8'); }
  @Get('/read') read() { return readFileSync('/etc/hostname', 'utf8'); }`,
      `import { readFileSync, writeFileSync } from 'node:fs';`,
      ['files'],
    );
    expect(await host.get('/bad/write')).toMatchObject({ body: { data: 'mine' } });
    expect(await readFile(join(host.workshop.directory, 'app-files', 'bad', 'note.txt'), 'utf8')).toBe(
      'mine',
    );
    expect(await host.get('/bad/read')).toMatchObject({ body: { error: 'PLUGIN_FILE_REFUSED' } });
    await expect(access(join(host.workshop.directory, 'app-files', 'good'))).rejects.toThrow();
  });

  it('reaches only the hosts in its manifest, by fetch and by HttpClient', async () => {
    const methods = `
  constructor(private readonly http: HttpClient) {}
  @Get('/fetch') async fetched({ query }: Ctx) { return (await fetch(String(query['url']))).text(); }
  @Get('/client') async client({ query }: Ctx) { return (await this.http.get(String(query['url']))).text(); }`;
    const sources = (permissions: unknown) =>
      host.load(
        'bad',
        '1.0.0',
        { 'c.ts': `${IMPORTS}@Controller('/bad', { inject: [HttpClient] }) export class C {${methods}}` },
        { permissions },
      );
    const call = async (way: string, to: string) =>
      (await host.get(`/bad/${way}?url=${encodeURIComponent(`http://${to}:${port}/`)}`)).body;
    await sources({ network: ['127.0.0.1'] });
    for (const way of ['fetch', 'client']) {
      expect(await call(way, '127.0.0.1')).toMatchObject({ data: 'hello' });
      expect(await call(way, 'localhost')).toMatchObject({ error: 'PLUGIN_PERMISSION_MISSING' });
    }
    await sources([]);
    for (const way of ['fetch', 'client']) {
      expect(await call(way, '127.0.0.1')).toMatchObject({ error: 'PLUGIN_PERMISSION_MISSING' });
    }
  });

  it.each([
    ['evaluate', `Array.prototype.last = function () { return this.at(-1); };`],
    ['container', `@Component() export class Bad { constructor() { Promise.prototype.done = () => {}; } }`],
    [
      'init',
      `@Component() export class Bad { async init() { await null; globalThis.JSON.parse = () => 1; } }`,
    ],
  ])('changes shared objects: refused at %s, and restored', async (loadStage, beside) => {
    const names = (): number =>
      Reflect.ownKeys(Array.prototype).length + Reflect.ownKeys(Promise.prototype).length;
    const before = [names(), JSON.parse];
    await expect(load('', beside)).rejects.toMatchObject({
      code: 'PLUGIN_INTRINSICS_CHANGED',
      details: { loadStage },
    });
    expect([names(), JSON.parse]).toEqual(before);
    await serves();
  });

  it('findings: security 13; changes built-ins of permission checks and responses: restored in the same turn, or before the next request', async () => {
    await load(`
  @Get('/now') now() { Array.prototype.includes = () => true; Array.prototype.some = () => true; JSON.stringify = () => '"evil"'; return 1; }
  @Get('/later') async later() { await null; Array.prototype.some = () => true; JSON.stringify = () => '"evil"'; return 1; }
  @Get('/never') async never() { await null; Array.prototype.some = () => true; JSON.stringify = () => '"evil"'; await new Promise(() => {}); }
  @Get('/secret') @Permission('bad:secret:see') secret() { return 'secret'; }`);
    for (const path of ['now', 'later', 'never']) {
      const answer = host.get(`/bad/${path}`);
      if (path !== 'never') expect(await answer).toMatchObject({ status: 200, body: { data: 1 } });
      else await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await host.get('/bad/secret')).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
      if (path === 'never') await answer;
    }
    expect(health()?.faults.intrinsics).toBeGreaterThanOrEqual(7);
    const recent = health()?.recent.filter(({ kind }) => kind === 'intrinsics') ?? [];
    expect(recent.every(({ message }) => message.startsWith('Application bad changes'))).toBe(true);
    await serves();
  });

  it('changes shared objects at run time: restored and attributed', async () => {
    await load(
      `@Get('/evil') evil() { String.prototype.trim = function () { return 'trimmed'; }; return 1; }`,
    );
    const trim: unknown = Reflect.get(String.prototype, 'trim');
    await host.get('/bad/evil');
    await expect.poll(() => health()?.faults).toEqual({ intrinsics: 1 });
    expect(Reflect.get(String.prototype, 'trim')).toBe(trim);
    expect(health()?.recent[0]?.message).toBe(
      'Application bad changes String.prototype.trim; it was restored',
    );
    expect(host.runtime.describe('good')?.degraded).toBeUndefined();
  });
});
