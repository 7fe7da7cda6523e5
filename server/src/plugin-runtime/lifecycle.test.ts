import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP } from '../kernel/index.ts';
import { TestHost, TOKEN } from './testing/test-host.ts';

const IMPORTS = `
import { Component } from '@platform/plugin-sdk/core';
import { Logger } from '@platform/plugin-sdk/log';
import { Controller, Get, type Ctx } from '@platform/plugin-sdk/web';
`;
const app = (code: string, body: string, more = ''): Record<string, string> => ({
  'c.ts': `${IMPORTS}${more}\n@Controller('/${code}') export class C {\n${body}\n}`,
});

describe('lifecycle of an application', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await TestHost.start({ args: ['--app-market.plugin-runtime.drain-timeout-ms=400'] });
  });
  afterAll(() => host.stop());

  it('serves in-flight requests with the old code, and new ones with the new', async () => {
    const version = (name: string): Record<string, string> =>
      app(
        'drain',
        `@Get('/slow') async slow() { await new Promise((r) => setTimeout(r, 150)); return '${name}'; }`,
      );
    await host.load('drain', '1.0.0', version('old'));
    const inFlight = host.get('/drain/slow');
    await expect.poll(() => host.runtime.describe('drain')?.inFlight, { interval: 5 }).toBe(1);
    await host.load('drain', '1.0.1', version('new'));
    expect(await host.get('/drain/slow')).toMatchObject({ body: { data: 'new' } });
    expect(await inFlight).toMatchObject({ status: 200, body: { data: 'old' } });
  });

  it('ends streams by their signal, and others at the drain timeout', async () => {
    await host.load(
      'stream',
      '1.0.0',
      app(
        'stream',
        `
  @Get('/polite') polite({ signal }: Ctx) {
    const stream = new Readable({ read() {} });
    stream.push('begun');
    signal.addEventListener('abort', () => { stream.push(' ended'); stream.push(null); });
    return stream;
  }
  @Get('/deaf') async deaf() { await new Promise((r) => setTimeout(r, 60_000)); return 1; }`,
        `import { Readable } from 'node:stream';`,
      ),
    );
    const polite = host.get('/stream/polite');
    const deaf = host.get('/stream/deaf').then(
      () => 'answered',
      () => 'cut off',
    );
    await expect.poll(() => host.runtime.describe('stream')?.inFlight).toBe(2);
    const report = await host.runtime.unload('stream');
    expect(await polite).toMatchObject({ status: 200, body: 'begun ended' });
    expect(await deaf).toBe('cut off');
    expect(report).toMatchObject({ abortedRequests: 1, failures: [] });
  });

  it('leaves nothing behind after an unload, and names open resources', async () => {
    const docs = host.modules.services.use(HTTP).apiDocs;
    await host.load('gone', '1.0.0', {
      ...app('gone', `@Get('/x') x() { return 1; }`),
      'p.ts': `${IMPORTS}
import { setInterval as every } from 'node:timers';
@Component({ inject: [Logger] }) export class Poller {
  constructor(private readonly log: Logger) {}
  start() { setInterval(function poll() {}, 1000); every(() => {}, 2000); setTimeout(() => {}, 5).unref(); }
  stop() { this.log.info('gone stopped'); }
  dispose() { this.log.info('gone disposed'); }
}`,
    });
    expect(docs.groups).toContain('gone');
    await sleep(20);
    expect(await host.runtime.unload('gone')).toMatchObject({
      openTimers: ['setInterval(poll, 1000)', 'setInterval(anonymous, 2000)'],
      failures: [],
    });
    expect(docs.groups).not.toContain('gone');
    expect(await host.get('/gone/x')).toMatchObject({ status: 404 });
    expect(host.runtime.describe('gone')).toBeUndefined();
    expect(await host.runtime.unload('gone')).toBeUndefined();
    const lines = host.log.map(({ message }) => message);
    expect(lines.indexOf('gone disposed')).toBeGreaterThan(lines.indexOf('gone stopped'));
  });

  it('counts errors of timers, marks the application and keeps it running', async () => {
    await host.load('fault', '1.0.0', {
      ...app('fault', `@Get('/x') x() { return 1; }`),
      'p.ts': `${IMPORTS}
@Component() export class Faulty {
  start() { setTimeout(() => { throw new Error('in a timer'); }, 1); }
}`,
    });
    await expect
      .poll(() => host.runtime.describe('fault')?.degraded)
      .toMatchObject({ faults: 1, lastMessage: 'in a timer' });
    expect(await host.get('/fault/x')).toMatchObject({ status: 200 });
    const line = host.log.find(({ level, fields }) => level === 'error' && fields['appCode'] === 'fault');
    expect((line?.fields['error'] as Error | undefined)?.stack).toContain('platform-fault/src/p.ts:7:');
  });

  it('returns 500 with a request id for a throwing handler, and logs its source line', async () => {
    await host.load(
      'broken',
      '1.0.0',
      app(
        'broken',
        `@Get('/x') x(): number {\n  const none: { a?: { b: number } } = {};\n  return none.a!.b;\n}`,
      ),
    );
    expect(await host.get('/broken/x')).toMatchObject({
      status: 500,
      body: { error: 'INTERNAL_ERROR', requestId: expect.stringMatching(/.+/) as string },
    });
    const line = host.log.find(
      ({ message, fields }) => message === 'Request failed' && fields['appCode'] === 'broken',
    );
    expect((line?.fields['error'] as Error | undefined)?.stack).toContain('platform-broken/src/c.ts:9:');
  });

  it('has no access to the process', async () => {
    await host.load(
      'proc',
      '1.0.0',
      app(
        'proc',
        `@Get('/exit') exit() { process.exit(1); }\n@Get('/env') env() { return [Object.keys(process.env).length, process.platform]; }`,
      ),
    );
    expect(await host.get('/proc/exit')).toMatchObject({
      status: 500,
      body: { error: 'PLUGIN_PROCESS_REFUSED' },
    });
    expect(await host.get('/proc/env')).toMatchObject({ body: { data: [0, process.platform] } });
  });

  it('spec: Errors/install on a running host: changes of the jar do not affect loaded code', async () => {
    const version = (name: string): Record<string, string> => ({
      ...app(
        'late',
        `@Get('/v') async v() { const { late } = await import('./late.ts'); return late('${name}'); }`,
      ),
      'late.ts': `import { deep } from './deep/deep.ts';\nexport const late = (name: string) => deep(name);`,
      'deep/deep.ts': 'export const deep = (name: string) => name;',
    });
    const report = await host.load('late', '1.0.0', version('first'));
    const file = join(host.workshop.pluginDir, report.jar);
    await writeFile(file, 'half a ja');
    expect(await host.get('/late/v')).toMatchObject({ status: 200, body: { data: 'first' } });
    await rm(file);
    expect(await host.get('/late/v')).toMatchObject({ status: 200, body: { data: 'first' } });
    await host.load('late', '1.0.0', version('second'));
    expect(await host.get('/late/v')).toMatchObject({ status: 200, body: { data: 'second' } });
  });

  it('serializes loads of one application', async () => {
    const jars = await Promise.all(
      [1, 2, 3].map((patch) =>
        host.workshop.jar('queue', `1.0.${patch}`, app('queue', `@Get('/v') v() { return ${patch}; }`)),
      ),
    );
    const reports = await Promise.all(jars.map((jar) => host.runtime.load('queue', jar)));
    expect(reports.map(({ replacedVersion }) => replacedVersion)).toEqual([undefined, '1.0.1', '1.0.2']);
    expect(await host.get('/queue/v')).toMatchObject({ body: { data: 3 } });
  });

  it('releases the memory of former versions', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const jar = await host.workshop.jar('big', '1.0.0', {
      ...app('big', `@Get('/x') x() { return 1; }`),
      'd.ts': `${IMPORTS}
export const data = Array.from({ length: 20_000 }, (_, index) => 'text number ' + index);
@Component() export class Holder { start() { setInterval(() => data.length, 1000); } }`,
    });
    const used = async (reloads: number): Promise<number> => {
      for (let round = 0; round < reloads; round++) await host.runtime.load('big', jar);
      await host.runtime.settled('big');
      await sleep(20);
      collect();
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = await used(10);
    const after = await used(100);
    // One version holds well over a megabyte.
    expect((after - before) / 2 ** 20).toBeLessThan(15);
  });
});

describe('routing to applications', () => {
  const states: Record<string, 'enabled' | 'disabled' | 'none'> = {
    shut: 'disabled',
    away: 'enabled',
    other: 'none',
  };
  let host: TestHost;
  beforeAll(async () => {
    host = await TestHost.start({
      access: { state: (_tenant, appCode) => states[appCode] ?? 'none', tenants: () => [] },
    });
    for (const code of ['shut', 'other']) {
      await host.load(code, '1.0.0', app(code, `@Get('/x') x() { return 1; }`));
    }
  });
  afterAll(() => host.stop());

  it('spec: Errors/plugin route when app enabled but backend not loaded', async () => {
    expect(await host.get('/away/x', { token: TOKEN })).toMatchObject({
      status: 503,
      body: {
        error: 'APP_BACKEND_NOT_LOADED',
        msg: 'Application away is enabled but its backend artifact is not loaded, ask an administrator to redeploy.',
      },
    });
  });

  it('spec: Errors/open path when the application is not loaded', async () => {
    expect(await host.get('/open/away/x', {})).toMatchObject({ status: 404 });
  });

  it('refuses applications disabled for the tenant, and does not find those not installed', async () => {
    expect(await host.get('/shut/x')).toMatchObject({ status: 403, body: { error: 'APP_DISABLED' } });
    expect(await host.get('/open/shut/x', {})).toMatchObject({ status: 404 });
    expect(await host.get('/other/x')).toMatchObject({ status: 404 });
    expect(await host.get('/other/x', {})).toMatchObject({ status: 401 });
    expect(await host.get('/nowhere/x', {})).toMatchObject({ status: 404 });
  });
});
