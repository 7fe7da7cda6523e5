import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { availableRedis } from '../src/infra/testing/redis.ts';
import { rabbitAnswers, removeQueues } from '../src/messaging/testing/brokers.ts';
import { cutterOf } from '../src/data/testing/cut-connections.ts';
import { describeHostDatabases } from '../src/data/testing/databases.ts';
import { MarketHost, type Answer } from '../src/market/testing/market-host.ts';
import { PackageWorkshop, type PackageSpec } from '../src/market/testing/test-packages.ts';
import { CuttablePort } from './support/kill/cuttable-port.ts';

const HOST = '127.0.0.1';
const CODE = `away${randomUUID().slice(0, 6)}`;
const QUEUE = `${CODE}.pairs`;

/** Needs the database, the cache and the broker. */
const application: PackageSpec = {
  code: CODE,
  frontend: null,
  manifest: { menus: [] },
  migrations: {
    '01-tables.sql': `create table if not exists ${CODE}_pair (id bigint not null primary key, pair integer not null);`,
  },
  backend: {
    'domain/pair.ts': `
      import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
      @TableName('${CODE}_pair') export class Pair { @TableId() id!: number; @TableField() pair!: number; }`,
    'mapper/pair.mapper.ts': `
      import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';
      import { Pair } from '../domain/pair.ts';
      @Mapper(Pair) export class PairMapper extends BaseMapper<Pair> {}`,
    'service/pair.service.ts': `
      import { Service } from '@platform/plugin-sdk/core';
      import { MessageListener, MessageProducer } from '@platform/plugin-sdk/mq';
      import { Transactional } from '@platform/plugin-sdk/orm';
      import { PairMapper } from '../mapper/pair.mapper.ts';
      @Service({ inject: [PairMapper, MessageProducer] })
      export class PairService {
        readonly heard: number[] = [];
        constructor(private readonly pairs: PairMapper, private readonly producer: MessageProducer) {}
        @Transactional() async add(pair: number) {
          await this.pairs.insert({ pair });
          await this.producer.send({ queue: '${QUEUE}' }, { pair });
          await this.pairs.insert({ pair });
        }
        @MessageListener({ queue: '${QUEUE}' }) hear({ pair }: { pair: number }) { this.heard.push(pair); }
        send(pair: number) { return this.producer.send({ queue: '${QUEUE}' }, { pair }); }
        async all() { return (await this.pairs.selectList({})).map((row) => row.pair); }
      }`,
    'controller/away.controller.ts': `
      import { CacheService } from '@platform/plugin-sdk/cache';
      import { Controller, Get, Post, Type, type Ctx } from '@platform/plugin-sdk/web';
      import { PairService } from '../service/pair.service.ts';
      const schema = { body: Type.Object({ pair: Type.Integer() }) };
      @Controller('/${CODE}', { inject: [PairService, CacheService] })
      export class AwayController {
        constructor(private readonly pairs: PairService, private readonly cache: CacheService) {}
        @Post('/pair', { schema }) async add({ body }: Ctx<typeof schema>) { await this.pairs.add(body.pair); }
        @Post('/sent', { schema }) async sent({ body }: Ctx<typeof schema>) { await this.pairs.send(body.pair); }
        @Get('/all') all() { return this.pairs.all(); }
        @Get('/heard') heard() { return this.pairs.heard; }
        @Get('/cached') cached() { return this.cache.increment('count'); }
      }`,
  },
};

const redis = await availableRedis();
const rabbit = await rabbitAnswers();
await redis?.close();

const IN_SHORT = ['sqlite', 'postgres'] as const;
const title = 'findings: security 2: services that go away, over HTTP';
await describeHostDatabases(title, IN_SHORT, ({ config, args }) => {
  if (config.type === 'sqlite') return it.skip('an embedded database does not', () => undefined);
  let workshop: PackageWorkshop;
  let host: MarketHost;
  const ways: Record<'database' | 'cache' | 'broker', CuttablePort | undefined> = {
    database: undefined,
    cache: undefined,
    broker: undefined,
  };
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => void uncaught.push(error);
  let pair = 0;
  const post = (path: string) => host.call('POST', `/${CODE}/${path}`, { pair: (pair += 1) });
  const get = (path: string) => host.call('GET', path.startsWith('/') ? path : `/${CODE}/${path}`);
  const login = () => host.call('POST', '/auth/login', { username: 'admin', password: 'wrong' });
  const away = (error: string) => ({ status: 503, error, fix: expect.any(String) as string });

  beforeAll(async () => {
    process.on('uncaughtException', note);
    process.on('unhandledRejection', note);
    workshop = await PackageWorkshop.open();
    ways.database = await CuttablePort.open(config);
    if (redis) ways.cache = await CuttablePort.open({ host: HOST, port: 6379 });
    if (rabbit) ways.broker = await CuttablePort.open({ host: HOST, port: 5672 });
    const { cache, broker } = ways;
    host = await MarketHost.start([
      ...args,
      `--database.port=${ways.database.port}`,
      ...(cache
        ? ['--cache.type=redis', `--cache.url=redis://${HOST}:${cache.port}`, `--cache.key-prefix=${CODE}:`]
        : []),
      ...(broker
        ? [
            `--rabbitmq.address=amqp://guest:guest@${HOST}:${broker.port}`,
            '--rabbitmq.reconnect-delay-ms=300',
          ]
        : []),
    ]);
    await host.publish(await workshop.build(application));
    expect(await host.call('POST', '/app/install', { appCode: CODE })).toMatchObject({ status: 200 });
  });
  afterAll(async () => {
    for (const way of Object.values(ways)) way?.mend();
    await host.close();
    for (const way of Object.values(ways)) await way?.close();
    await workshop.close();
    if (rabbit) await removeQueues([QUEUE]);
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
    expect(uncaught).toEqual([]);
  });

  it('50 rounds of lost connections during requests: each succeeds or fails as a whole', async () => {
    const cutter = await cutterOf(config);
    const answers: Answer[] = [];
    let over = false;
    const asking = Array.from({ length: 6 }, async () => {
      while (!over) answers.push(await post('pair'), await get('all'), await get('/system/role/list'));
    });
    const succeeded = (): number => answers.filter(({ status }) => status === 200).length;
    for (let round = 0; round < 50; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 15));
      // On a busy machine no request may succeed within the pauses.
      if (round % 10 === 0) {
        const before = succeeded();
        await vi.waitUntil(() => succeeded() > before);
      }
      await cutter.cut();
    }
    over = true;
    await Promise.all(asking);
    await cutter.close();
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(away('DATABASE_UNREACHABLE'));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const counts = Object.groupBy((await get('all')).data as readonly number[], String);
    expect(Object.values(counts).filter((halves) => halves?.length !== 2)).toEqual([]);
  });

  it('the database: requests that need it fail with its name, logged in or not, and succeed when it is back', async () => {
    ways.database?.cut();
    for (const asked of [login, () => get('/system/role/list'), () => get('all'), () => post('pair')])
      expect(await asked()).toMatchObject(away('DATABASE_UNREACHABLE'));
    const install = await host.call('POST', '/app/install', { appCode: CODE });
    expect(install).toMatchObject(away('DATABASE_UNREACHABLE'));
    ways.database?.mend();
    expect(await post('pair')).toMatchObject({ status: 200 });
    expect(await login()).toMatchObject({ status: 401 });
  });

  describe.skipIf(!redis)('Redis', () => {
    it('affects only requests that use it', async () => {
      expect(await get('cached')).toMatchObject({ status: 200 });
      const [install] = (await get('/app/install/list')).rows ?? [];
      ways.cache?.cut();
      expect(await get('cached')).toMatchObject(away('CACHE_UNREACHABLE'));
      const disable = `/app/install/${String(install?.['installId'])}/disable`;
      expect(await host.call('POST', disable)).toMatchObject(away('CACHE_UNREACHABLE'));
      for (const asked of [() => get('/system/role/list'), () => post('pair'), () => get('/app/market/list')])
        expect(await asked()).toMatchObject({ status: 200 });
      ways.cache?.mend();
      await expect.poll(async () => (await get('cached')).status).toBe(200);
    });
  });

  describe.skipIf(!rabbit)('RabbitMQ', () => {
    it('fails direct sends; messages of a transaction wait for it', async () => {
      ways.broker?.cut();
      await expect
        .poll(async () => (await get('/system/messaging/queues')).data)
        .toMatchObject({ available: false, reason: expect.any(String) as string });
      expect(await post('sent')).toMatchObject(away('MESSAGE_BROKER_UNAVAILABLE'));
      expect(await post('pair')).toMatchObject({ status: 200 });
      const waiting = pair;
      expect(await get('/system/role/list')).toMatchObject({ status: 200 });
      ways.broker?.mend();
      await expect.poll(async () => (await get('heard')).data).toContain(waiting);
      expect(await post('sent')).toMatchObject({ status: 200 });
    });
  });
});
