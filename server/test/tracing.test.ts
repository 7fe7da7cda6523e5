import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApiClient, publishPackage } from '@platform/cli';
import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildServer } from '../../scripts/lib/build.ts';
import { enableLocalStorage } from '../../scripts/lib/enable-local-storage.ts';
import { startHost, type HostProcess } from '../../scripts/lib/host-process.ts';
import { trustKey } from '../../scripts/lib/trust-key.ts';
import { PackageWorkshop, publicKeys, type PackageSpec } from '../src/market/testing/test-packages.ts';
import { Collector, type ReceivedSpan } from './support/collector.ts';

const PASSWORD = 'Tracing-password-1!';
const directory = mkdtempSync(join(tmpdir(), 'tracing-'));
writeFileSync(join(directory, 'public.pem'), publicKeys[0] ?? '');

/** Does one of each that makes a span. */
const application = (port: number): PackageSpec => ({
  code: 'seen',
  frontend: null,
  manifest: { menus: [], permissions: { network: [`127.0.0.1:${port}`] } },
  migrations: {
    '01-tables.sql':
      'create table if not exists seen_note (id bigint not null primary key, text varchar(99));',
  },
  backend: {
    'domain/note.ts': `
      import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
      @TableName('seen_note') export class Note { @TableId() id!: number; @TableField() text!: string; }`,
    'mapper/note.mapper.ts': `
      import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';
      import { Note } from '../domain/note.ts';
      @Mapper(Note) export class NoteMapper extends BaseMapper<Note> {}`,
    'service/hearer.service.ts': `
      import { Service } from '@platform/plugin-sdk/core';
      import { MessageListener } from '@platform/plugin-sdk/mq';
      import { NoteMapper } from '../mapper/note.mapper.ts';
      @Service({ inject: [NoteMapper] })
      export class Hearer {
        constructor(private readonly notes: NoteMapper) {}
        @MessageListener({ queue: 'seen.notes' }) async hear() { await this.notes.selectCount(); }
      }`,
    'task/count.job.ts': `
      import { ExecuteResult, JobExecutor } from '@platform/plugin-sdk/job';
      @JobExecutor({ name: 'seenCount' })
      export class CountJob { async jobExecute() { return ExecuteResult.failure('nothing to count'); } }`,
    'controller/seen.controller.ts': `
      import { MessageProducer } from '@platform/plugin-sdk/mq';
      import { Controller, Get, Post } from '@platform/plugin-sdk/web';
      import { Logger } from '@platform/plugin-sdk/log';
      import { NoteMapper } from '../mapper/note.mapper.ts';
      @Controller('/seen', { inject: [NoteMapper, MessageProducer, Logger] })
      export class SeenController {
        constructor(private readonly notes: NoteMapper, private readonly producer: MessageProducer,
          private readonly log: Logger) {}
        @Post('/note') async note() {
          this.log.warn('A note is written');
          await this.notes.insert({ text: 'x' });
          await this.producer.send({ queue: 'seen.notes' }, {});
          await (await fetch('http://127.0.0.1:${port}/told')).text();
          return 'done';
        }
        @Get('/plain') plain() { return 'plain'; }
        @Get('/broken') broken() { throw new Error('broken'); }
      }`,
  },
});

const told: IncomingHttpHeaders[] = [];
const elsewhere = createServer((request, response) => {
  told.push(request.headers);
  response.end('ok');
});
let workshop: PackageWorkshop;
let packed: string;

/** A host in a process of its own, which writes the names of the modules that it resolves. */
async function start(name: string, settings: Record<string, string>): Promise<Observed> {
  const modules = join(directory, `${name}.modules`);
  const recorder = join(directory, 'recorder.mjs');
  writeFileSync(
    recorder,
    `import { registerHooks } from 'node:module';
     import { appendFileSync } from 'node:fs';
     registerHooks({ resolve: (name, context, next) => {
       appendFileSync(process.env.MODULES_FILE, name + '\\n');
       return next(name, context);
     } });`,
  );
  writeFileSync(modules, '');
  const data = join(directory, name);
  const host = await startHost({
    settings: {
      'platform.data-dir': data,
      'platform.admin-password': PASSWORD,
      'server.port': 0,
      'frontend.port': 0,
      'logging.console': 'off',
      ...settings,
    },
    env: {
      MODULES_FILE: modules,
      NODE_OPTIONS: `--import=${pathToFileURL(recorder).href}`,
      PLATFORM_CONFIG_DIR: trustKey(data, join(directory, 'public.pem')),
    },
  });
  const api = new ApiClient(host.ready.api);
  const token = await api.login('admin', PASSWORD);
  const log = (): string => readFileSync(join(data, 'logs', 'sys-console.log'), 'utf8');
  return { host, api, token, log, modules: () => readFileSync(modules, 'utf8') };
}

interface Observed {
  readonly host: HostProcess;
  readonly api: ApiClient;
  readonly token: string;
  log(): string;
  modules(): string;
}

async function install({ api }: Observed): Promise<void> {
  await enableLocalStorage(api);
  await publishPackage(api, packed);
  await api.post('/app/install', { appCode: 'seen' });
}

const call = (observed: Observed, method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(observed.host.ready.api + path, {
    method,
    headers: { authorization: `Bearer ${observed.token}`, ...headers },
  });

beforeAll(async () => {
  await buildServer();
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
  workshop = await PackageWorkshop.open();
  packed = await workshop.build(application((elsewhere.address() as AddressInfo).port));
});
afterAll(async () => {
  elsewhere.close();
  await workshop.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('design 11.4: traces of a host with a collector', () => {
  const collector = new Collector();
  let observed: Observed;
  let address: string;
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

  const found = (name: string | RegExp): Promise<ReceivedSpan> =>
    vi.waitFor(() => collector.named(name)[0] ?? expect.fail(`no span ${String(name)}`));
  /** Trace of a refused request. */
  const outcomeOf = (id: string): Promise<object> =>
    vi.waitFor(() => {
      const span = collector.spans.find(({ traceId: own, kind }) => own === id && kind === 2);
      const { name, attributes } = span ?? expect.fail(`no span of ${id}`);
      return {
        name,
        status: attributes['http.response.status_code'],
        code: attributes['error.type'],
      };
    });
  const parentOf = ({ parentSpanId }: ReceivedSpan): string | undefined =>
    collector.spans.find(({ spanId }) => spanId === parentSpanId)?.name;

  beforeAll(async () => {
    address = await collector.listen();
    observed = await start('traced', {
      'telemetry.otlp.endpoint': address,
      'telemetry.otlp.headers': 'x-team=shop, authorization=Bearer s3cret',
      'telemetry.service-name': 'shop-platform',
    });
    await install(observed);
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    expect((await call(observed, 'POST', '/seen/note', { traceparent })).status).toBe(200);
  });
  afterAll(async () => {
    await observed.host.stop();
    collector.close();
  });

  it('go from the request over handler, statement and message to the listener, in one trace', async () => {
    const request = await found('POST /seen/note');
    expect(request).toMatchObject({
      traceId,
      parentSpanId: '00f067aa0ba902b7',
      kind: 2,
      attributes: {
        'http.response.status_code': 200,
        'platform.application': 'seen',
        'platform.tenant': '000000',
      },
    });
    const insert = await found(/NoteMapper\.insert$/);
    const heard = await found('receive seen.notes');
    await found(/NoteMapper\.selectCount$/);
    for (const [name, parent] of [
      ['application seen', 'POST /seen/note'],
      ['handler POST /seen/note', 'application seen'],
      [insert.name, 'handler POST /seen/note'],
      ['send seen.notes', 'handler POST /seen/note'],
      ['receive seen.notes', 'send seen.notes'],
      [/NoteMapper\.selectCount$/, 'receive seen.notes'],
    ] as const) {
      const span = await found(name);
      expect([span.name, parentOf(span), span.traceId]).toEqual([span.name, parent, traceId]);
    }
    expect(heard).toMatchObject({ kind: 5, attributes: { 'platform.application': 'seen' } });
    expect([...collector.services]).toEqual(['shop-platform']);
    expect(collector.headers[0]).toMatchObject({ 'x-team': 'shop', authorization: 'Bearer s3cret' });
  });

  it('go on in outgoing requests', async () => {
    const outgoing = await found(/^GET$/);
    expect(outgoing).toMatchObject({ traceId, kind: 3 });
    expect(told[0]?.traceparent).toBe(`00-${traceId}-${outgoing.spanId}-01`);
  });

  it('have operations with their steps, and failed jobs', async () => {
    const operation = await found('operation install');
    expect(operation.attributes).toMatchObject({
      'platform.application': 'seen',
      'platform.tenant': '000000',
    });
    expect(collector.named(/^step /).map(parentOf)).toContain('operation install');
    const task = {
      jobName: 'Count',
      appCode: 'seen',
      executor: 'seenCount',
      cron: '0 0 1 1 *',
      maxAttempts: 1,
    };
    const { jobId } = await observed.api.post<{ jobId: number }>('/scheduler/task', task);
    await observed.api.post(`/scheduler/task/${jobId}/run`);
    expect(await found('job seenCount')).toMatchObject({
      status: { code: 2, message: 'nothing to count' },
      attributes: { 'platform.job': jobId },
    });
  });

  it('show in each line of the log beside the request', async () => {
    const line = await vi.waitFor(
      () =>
        observed
          .log()
          .split('\n')
          .find((each) => each.includes('A note is written')) ?? expect.fail(),
    );
    expect(JSON.parse(line)).toMatchObject({ traceId, requestId: expect.any(String) as string });
    await call(observed, 'GET', '/seen/broken', { traceparent: `00-${'a'.repeat(32)}-00f067aa0ba902b7-01` });
    await vi.waitFor(() => {
      const lines = observed
        .log()
        .split('\n')
        .filter((each) => each.includes('a'.repeat(32)));
      expect(lines.map((each) => (JSON.parse(each) as { msg: string }).msg)).toContain('Request');
    });
    expect(await found('GET /seen/broken')).toMatchObject({ status: { code: 2 } });
  });

  it('have each refused request, with the pattern of its route and the code of its error', async () => {
    const huge = 'x'.repeat(2_000_000);
    const refused: ReadonlyArray<readonly [string, string, RequestInit, string, object]> = [
      ['GET', '/seen/broken', { headers: {} }, 'GET /seen/broken', { status: 401, code: 'UNAUTHENTICATED' }],
      ['GET', '/nothing', {}, 'GET', { status: 404, code: 'NOT_FOUND' }],
      ['GET', '/seen/nothing', {}, 'GET', { status: 404, code: 'NOT_FOUND' }],
      ['POST', '/auth/login', { body: '{' }, 'POST /auth/login', { status: 400, code: 'BODY_NOT_JSON' }],
      ['POST', '/auth/login', { body: huge }, 'POST /auth/login', { status: 413, code: 'BODY_TOO_LARGE' }],
    ];
    for (const [at, [method, path, init, name, expected]] of refused.entries()) {
      const id = String(at + 1).repeat(32);
      const login: Record<string, string> = init.headers ? {} : { authorization: `Bearer ${observed.token}` };
      const headers = {
        ...login,
        'content-type': 'application/json',
        traceparent: `00-${id}-00f067aa0ba902b7-01`,
      };
      await (await fetch(observed.host.ready.api + path, { ...init, method, headers })).text();
      expect(await outcomeOf(id), path).toEqual({ name, ...expected });
    }
  });

  it('begin anew where the sender says nothing readable', async () => {
    await call(observed, 'GET', '/seen/plain', { traceparent: 'x'.repeat(5_000) });
    const span = await found('GET /seen/plain');
    expect(span.parentSpanId ?? '').toBe('');
    expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it.runIf(isLongRun)(
    'are lost while the collector is away, with one line in the log and no harm',
    async () => {
      const warnings = (): number => observed.log().split('Traces cannot be sent').length - 1;
      collector.away = true;
      for (let round = 0; round < 3; round += 1) {
        expect((await call(observed, 'GET', '/seen/plain')).status).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
      await vi.waitFor(() => expect(warnings()).toBe(1));
      collector.away = false;
      await call(observed, 'GET', '/seen/plain');
      await vi.waitFor(() => expect(observed.log()).toContain('Traces are sent again'));
      expect(warnings()).toBe(1);
      expect(observed.log()).not.toContain('s3cret');
    },
  );
});

describe('design 11.4: a host without a collector', () => {
  it('loads nothing of OpenTelemetry, and writes no trace into the log', async () => {
    const observed = await start('plain', { 'logging.access': 'all' });
    await install(observed);
    await call(observed, 'POST', '/seen/note', { traceparent: `00-${'b'.repeat(32)}-00f067aa0ba902b7-01` });
    const modules = observed.modules();
    expect(modules).toContain('pino');
    expect(modules.split('\n').filter((name) => name.includes('opentelemetry'))).toEqual([]);
    expect(observed.log()).not.toContain('traceId');
    expect(told.at(-1)?.traceparent).toBeUndefined();
    await observed.host.stop();
  });

  it('does not start with an address that is none', async () => {
    await expect(start('wrong', { 'telemetry.otlp.endpoint': 'collector:4318' })).rejects.toThrow('code 1');
  });
});
