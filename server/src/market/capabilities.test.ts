import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MarketHost, ok } from './testing/market-host.ts';
import { PackageWorkshop } from './testing/test-packages.ts';

/** An application that uses every capability of design 3.5, each behind a route of its own. */
const backend = (port: number) => ({
  'all.ts': `
import { text } from 'node:stream/consumers';
import { LoginHelper } from '@platform/plugin-sdk/auth';
import { CacheService, LockService } from '@platform/plugin-sdk/cache';
import { Component, ConfigService, DictService, EventListener, EventPublisher, HttpClient, NoticeService, ProcessEvent, SnowflakeIds } from '@platform/plugin-sdk/core';
import { Logger } from '@platform/plugin-sdk/log';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { Database } from '@platform/plugin-sdk/orm';
import { OssService } from '@platform/plugin-sdk/oss';
import { TenantContext } from '@platform/plugin-sdk/tenant';
import { Controller, Get } from '@platform/plugin-sdk/web';

const heard: string[] = [];
@Component() export class Ears {
  @EventListener(ProcessEvent) hear(event: ProcessEvent) { heard.push(event.businessId); }
}
const codeOf = (work: Promise<unknown>) => work.then(() => 'fine', (error: { code?: string }) => error.code ?? String(error));

@Controller('/demo', { inject: [ConfigService, DictService, OssService, LoginHelper, CacheService, LockService, EventPublisher, HttpClient, Logger, Database, SnowflakeIds, TenantContext, MessageProducer, NoticeService] })
export class All {
  constructor(
    private readonly config: ConfigService, private readonly dict: DictService, private readonly oss: OssService,
    private readonly login: LoginHelper, private readonly cache: CacheService, private readonly locks: LockService,
    private readonly events: EventPublisher, private readonly http: HttpClient, private readonly log: Logger,
    private readonly database: Database, private readonly ids: SnowflakeIds, private readonly tenants: TenantContext,
    readonly producer: MessageProducer, readonly notices: NoticeService,
  ) {}
  @Get('/config') async configuration() {
    await this.config.set('demo.limit', '12');
    await this.config.set('demo.on', 'true');
    await this.config.set('demo.list', '[1,2]');
    return [
      await this.config.get('demo.limit'), await this.config.getNumber('demo.limit'), await this.config.getBoolean('demo.on'),
      await this.config.getJson('demo.list'), await this.config.get('demo.none', 'fallback'), await this.config.get('demo.none') ?? null,
      await codeOf(this.config.getNumber('demo.on')),
    ];
  }
  @Get('/dict') async dictionary() {
    const [first] = await this.dict.list('sys_notice_type');
    return { none: await this.dict.list('demo_none'), label: first ? (await this.dict.label('sys_notice_type', first.value)) === first.label : true };
  }
  @Get('/oss') async storage() {
    const stored = await this.oss.upload(Buffer.from('content'), { name: 'a.txt', type: 'text/plain' });
    const content = await text(await this.oss.download(stored.ossId));
    const sameUrl = (await this.oss.url(stored.ossId)) === stored.url;
    await this.oss.remove(stored.ossId);
    return { name: stored.name, size: stored.size, content, sameUrl, after: await codeOf(this.oss.download(stored.ossId)) };
  }
  @Get('/login') who() { return [this.login.require().userName, this.login.current()?.tenantId, this.login.has('any:thing:here')]; }
  @Get('/cache') async caching() {
    await this.cache.set('a', { n: 1 }, { ttl: '1m' });
    let loads = 0;
    const load = async () => ++loads;
    const loaded = await Promise.all([this.cache.getOrSet('b', '1m', load), this.cache.getOrSet('b', '1m', load)]);
    const counted = [await this.cache.increment('c'), await this.cache.increment('c', 4)];
    await this.cache.del('a');
    return { loaded, counted, gone: (await this.cache.get('a')) ?? null };
  }
  @Get('/locks') locking() {
    return this.locks.withLock('job', async () => [
      await this.locks.tryLock('job') ?? null,
      await codeOf(this.locks.withLock('job', () => 1, { wait: '10ms' })),
    ]);
  }
  @Get('/events') async publishing() {
    const event = (businessId: string) => new ProcessEvent({ processKey: 'p', businessId, instanceId: 'i', status: 'done', operatorId: 1 });
    await this.database.transaction(async () => {
      await this.events.publish(event('rolled back'));
      throw new Error('rollback');
    }).catch(() => undefined);
    await this.events.publishAndWait(event('waited'));
    return heard;
  }
  @Get('/http') async calling() {
    const answer = await this.http.get('http://127.0.0.1:${port}/x', { query: { a: 1 } });
    return [answer.status, answer.json(), await codeOf(this.http.get('http://localhost:${port}/'))];
  }
  @Get('/database') async rows() {
    const query = () => this.database.query<{ demo_item: { id: number; title: string; tenant_id: string } }>();
    const insert = (title: string) => query().insertInto('demo_item').values({ id: this.ids.next(), title } as never).execute();
    await this.database.transaction(async () => { await insert('dropped'); throw new Error('no'); }).catch(() => undefined);
    const order: string[] = [];
    await this.database.transaction(async () => {
      this.database.afterCommit(() => void order.push('after'));
      await insert('kept');
      order.push('inside');
    });
    const titles = await query().selectFrom('demo_item').select(['title', 'tenant_id']).orderBy('id').execute();
    return { dialect: this.database.dialect, order, titles };
  }
  @Get('/ids') identify() { const [a, b] = [this.ids.next(), this.ids.next()]; return Number.isSafeInteger(b) && b > a; }
  @Get('/tenants') async each() {
    return [this.tenants.current(), await this.tenants.forEach((tenantId) => [tenantId, this.tenants.current()])];
  }
  @Get('/log') logging() {
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) this.log[level]('line', { error: new Error('x') });
    return [typeof this.producer.send, typeof this.notices];
  }
}`,
});

describe('every capability of design 3.5 in an application', () => {
  let host: MarketHost;
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.end(JSON.stringify({ url: request.url }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    host = await MarketHost.start();
    const workshop = await PackageWorkshop.open();
    await host.publish(
      await workshop.build({
        backend: backend(port),
        frontend: null,
        manifest: { permissions: { network: [`127.0.0.1:${port}`] } },
        migrations: {
          '01-create-demo-tables.sql':
            'create table if not exists demo_item (id bigint primary key, tenant_id varchar(20), title varchar(50));',
        },
      }),
    );
    ok(await host.call('POST', '/app/install', { appCode: 'demo' }));
    await workshop.close();
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await host.close();
  });

  it.each<[string, unknown]>([
    ['config', ['12', 12, true, [1, 2], 'fallback', null, 'CONFIG_VALUE_INVALID']],
    ['dict', { none: [], label: true }],
    ['oss', { name: 'a.txt', size: 7, content: 'content', sameUrl: false, after: 'OBJECT_NOT_FOUND' }],
    ['login', ['admin', '000000', true]],
    ['cache', { loaded: [1, 1], counted: [1, 5], gone: null }],
    ['locks', [null, 'LOCK_TIMEOUT']],
    ['events', ['waited']],
    ['http', [200, { url: '/x?a=1' }, 'PLUGIN_PERMISSION_MISSING']],
    [
      'database',
      { dialect: 'sqlite', order: ['inside', 'after'], titles: [{ title: 'kept', tenant_id: '000000' }] },
    ],
    ['ids', true],
    ['tenants', ['000000', [['000000', '000000']]]],
    ['log', ['function', 'object']],
  ])('%s', async (name, expected) => {
    expect(ok(await host.call('GET', `/demo/${name}`))).toEqual(expected);
  });
});
