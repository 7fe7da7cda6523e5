import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { UserRegisteredEvent } from '@platform/plugin-sdk/core';
import { PluginServiceProvider } from '@platform/plugin-sdk/host';
import { MemberService, MemberServiceLocator } from '@platform/plugin-sdk/plugin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CACHE, EVENTS } from '../infra/index.ts';
import { HTTP } from '../kernel/index.ts';
import { MESSAGING } from '../messaging/index.ts';
import { JOB_EXECUTORS } from './jobs/job-executors.ts';
import { TestHost } from './testing/test-host.ts';

/** Uses what registers something with the host. */
const everything = {
  'everything.ts': `
import { AuthIgnore } from '@platform/plugin-sdk/auth';
import { CacheService } from '@platform/plugin-sdk/cache';
import { Component, EventListener, UserRegisteredEvent } from '@platform/plugin-sdk/core';
import { ExecuteResult, JobExecutor, Scheduled } from '@platform/plugin-sdk/job';
import { MessageListener, MessageProducer } from '@platform/plugin-sdk/mq';
import { BaseMapper, Mapper, TableId, TableName, Transactional } from '@platform/plugin-sdk/orm';
import { locate, MemberService, PluginService, type Located } from '@platform/plugin-sdk/plugin';
import { Controller, Get } from '@platform/plugin-sdk/web';
@TableName('member_thing') export class Thing { @TableId() id!: number; }
@Mapper(Thing) export class ThingMapper extends BaseMapper<Thing> {}
@PluginService(MemberService, { inject: [ThingMapper] }) export class Members extends MemberService {
  constructor(private readonly things: ThingMapper) { super(); }
  @Transactional() override async find() { return undefined; }
  override async addPoints() { return 0; }
}
@JobExecutor({ name: 'memberThing' }) export class Job { async jobExecute() { return ExecuteResult.success(); } }
@Component({ inject: [CacheService, locate(MemberService), MessageProducer] }) export class Busy {
  heard = 0;
  constructor(private readonly cache: CacheService, private readonly members: Located<MemberService>, private readonly messages: MessageProducer) {}
  async init() { await this.messages.send({ queue: 'member.thing' }, 1); }
  @MessageListener({ queue: 'member.thing' }) take() { this.heard += 1; }
  async start() {
    await this.cache.set('key', 'value');
    setInterval(() => this.members.available(), 50);
    process.nextTick(() => {});
  }
  @Scheduled({ every: '1h' }) tick() {}
  @EventListener(UserRegisteredEvent) async hear() { await this.members.get().find(1); }
}
@Controller('/member') export class Admin { @Get('/x') x() { return 1; } }
@Controller('/open/member') @AuthIgnore() export class Open { @Get('/x') x() { return 1; } }`,
};

describe('unloading', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await TestHost.start();
  });
  afterAll(() => host.stop());

  /** State of the host that applications can change. */
  async function snapshot(): Promise<object> {
    const { services } = host.modules;
    return {
      routes: [(await host.get('/member/x')).status, (await host.get('/open/member/x', {})).status],
      documents: [...services.use(HTTP).apiDocs.groups],
      applications: host.runtime.describe(),
      service: services.use(MemberServiceLocator).available(MemberService),
      bean: services.use(PluginServiceProvider).getPluginBean('member', MemberService),
      consumers: services.use(MESSAGING).consumed,
      jobs: services.use(JOB_EXECUTORS).list(),
      globals: Reflect.ownKeys(globalThis).length,
      processListeners: process.eventNames().map((name) => [name, process.listenerCount(name)]),
      timers: process.getActiveResourcesInfo().filter((name) => name === 'Immediate').length,
    };
  }

  it("restores the host's state, and the code of the application is collected", async () => {
    await host.load('warm', '1.0.0', { 'c.ts': 'export class Plain {}' });
    await host.runtime.unload('warm');
    const before = await snapshot();
    await host.load('member', '1.0.0', everything);
    await host.modules.services
      .use(EVENTS)
      .publishAndWait(
        new UserRegisteredEvent({ userId: 1, userName: 'ada', tenantId: '000000', source: 'console' }),
      );
    expect(await host.get('/member/x')).toMatchObject({ status: 200 });
    expect(await snapshot()).toMatchObject({
      routes: [200, 200],
      service: true,
      consumers: ['member.thing'],
      jobs: [{ name: 'memberThing', appCode: 'member' }],
    });
    const messaging = host.modules.services.use(MESSAGING);
    await expect
      .poll(() => messaging.counts())
      .toEqual([{ queue: 'member.thing', messages: 0, deadLetters: 0 }]);
    expect(host.runtime.describe('member')).toMatchObject({
      listeners: [{ event: 'UserRegisteredEvent' }],
      degraded: undefined,
    });
    const cached = (): Promise<unknown> => host.modules.services.use(CACHE).get('app:member:key');
    expect(await cached()).toBe('value');
    const bean = new WeakRef(
      host.modules.services.use(PluginServiceProvider).getPluginBean('member', MemberService) ?? {},
    );

    expect(await host.runtime.unload('member')).toMatchObject({
      openTimers: ['setInterval(anonymous, 50)'],
      failures: [],
    });
    expect(await snapshot()).toEqual(before);
    expect(await cached()).toBeUndefined();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    for (let round = 0; round < 20 && bean.deref(); round++) {
      await sleep(20);
      collect();
    }
    expect(bean.deref()).toBeUndefined();
  });
});
