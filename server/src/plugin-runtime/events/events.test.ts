import { setTimeout as sleep } from 'node:timers/promises';
import { EventPublisher, UserRegisteredEvent } from '@platform/plugin-sdk/core';
import * as core from '@platform/plugin-sdk/core';
import * as job from '@platform/plugin-sdk/job';
import * as mq from '@platform/plugin-sdk/mq';
import * as web from '@platform/plugin-sdk/web';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { requestContext, type SessionUser } from '../../kernel/index.ts';
import { TestHost } from '../testing/test-host.ts';

const IMPORTS = `
import { Component, EventListener, EventPublisher, PaySuccessEvent, UserRegisteredEvent } from '@platform/plugin-sdk/core';
import { LoginHelper } from '@platform/plugin-sdk/auth';
import { Logger } from '@platform/plugin-sdk/log';
import { TenantContext } from '@platform/plugin-sdk/tenant';
import { Database } from '@platform/plugin-sdk/orm';
import { Controller, Get } from '@platform/plugin-sdk/web';
`;
const heard = (code: string) => `${IMPORTS}
@Component({ inject: [Logger, TenantContext] }) export class Ears {
  constructor(private readonly log: Logger, private readonly tenant: TenantContext) {}
  @EventListener(UserRegisteredEvent) async hear(event: UserRegisteredEvent) {
    this.log.info('${code} heard', { userId: event.userId, tenant: this.tenant.current() });
  }
}`;
const registered = (userId = 7) =>
  new UserRegisteredEvent({ userId, userName: 'ada', tenantId: '000000', source: 'console' });

describe('events', () => {
  const enabled = new Map([['deaf', new Set(['000001'])]]);
  let host: TestHost;
  let events: EventPublisher;
  const lines = (message: string) => host.log.filter((line) => line.message === message);

  beforeAll(async () => {
    const access = {
      state: (tenantId: string, appCode: string) =>
        enabled.get(appCode)?.has(tenantId) === false ? ('disabled' as const) : ('enabled' as const),
      tenants: () => [],
    };
    host = await TestHost.start({
      access,
      args: ['--app-market.plugin-runtime.drain-timeout-ms=3000'],
    });
    events = host.modules.services.use(EventPublisher);
  });
  beforeEach(() => void host.log.splice(0));
  afterAll(() => host.stop());

  it('spec: E1; E3: a host event reaches the listeners of every loaded application, and of no unloaded one', async () => {
    await host.load('one', '1.0.0', { 'e.ts': heard('one') });
    await host.load('two', '1.0.0', { 'e.ts': heard('two') });
    expect(host.runtime.describe('one')?.listeners).toEqual([
      { event: 'UserRegisteredEvent', handler: 'cn.platform.one.Ears.hear' },
    ]);
    await events.publishAndWait(registered());
    expect(lines('one heard')).toHaveLength(1);
    expect(lines('two heard')).toHaveLength(1);
    await host.runtime.unload('two');
    await events.publishAndWait(registered());
    expect(lines('one heard')).toHaveLength(2);
    expect(lines('two heard')).toHaveLength(1);
  });

  it('spec: Events/plugin to host; Events/host or sibling plugin to plugin: an event of a plugin reaches itself and the others', async () => {
    await host.load('one', '1.0.0', { 'e.ts': heard('one') });
    await host.load('teller', '1.0.0', {
      'c.ts': `${IMPORTS}
export class Told { constructor(readonly text: string) {} }
@Controller('/teller', { inject: [EventPublisher, Logger] }) export class C {
  constructor(private readonly events: EventPublisher, private readonly log: Logger) {}
  @Get('/tell') async tell() {
    await this.events.publishAndWait(new UserRegisteredEvent({ userId: 9, userName: 'x', tenantId: '000000', source: 'teller' }));
    await this.events.publishAndWait(new Told('own'));
    return 1;
  }
  @EventListener(Told) told({ text }: Told) { this.log.info('told ' + text); }
}`,
    });
    expect(await host.get('/teller/tell')).toMatchObject({ status: 200 });
    expect(lines('one heard')[0]?.fields).toMatchObject({ userId: 9, tenant: '000000' });
    expect(lines('told own')).toHaveLength(1);
  });

  it('spec: E3: isolates a listener that throws or hangs, and counts it to its application', async () => {
    await host.load('faulty', '1.0.0', {
      'e.ts': `${IMPORTS}
@Component() export class Faulty {
  @EventListener(UserRegisteredEvent) throws() { throw new Error('in a listener'); }
  @EventListener(UserRegisteredEvent) async hangs() { await new Promise(() => {}); }
}`,
    });
    await host.load('one', '1.0.0', { 'e.ts': heard('one') });
    await events.publish(registered());
    await expect.poll(() => lines('one heard')).toHaveLength(1);
    await expect
      .poll(() => host.runtime.describe('faulty')?.degraded)
      .toMatchObject({ lastMessage: 'in a listener' });
    expect(host.runtime.describe('one')?.degraded).toBeUndefined();
    const line = host.log.find(({ message }) =>
      message.includes('cn.platform.faulty.Faulty.throws failed on UserRegisteredEvent'),
    );
    expect(line?.fields).toMatchObject({ appCode: 'faulty' });
    expect((line?.fields['error'] as Error | undefined)?.stack).toContain('platform-faulty/src/e.ts:10');
    const waiting = events.publishAndWait(registered()).then(() => 'released');
    await sleep(10);
    expect(await host.runtime.unload('faulty')).toMatchObject({
      failures: [expect.stringContaining('hangs') as string, expect.stringContaining('hangs') as string],
    });
    expect(await waiting).toBe('released');
  });

  it('delivers after the commit, never after a rollback; publishNow does not wait for the commit', async () => {
    await host.load('one', '1.0.0', { 'e.ts': heard('one') });
    const heardOf = () => lines('one heard').map(({ fields }) => fields['userId']);
    const database = host.modules.services.use(DATABASE);
    await database.transaction(async () => {
      await events.publish(registered(1));
      await sleep(20);
      expect(lines('one heard')).toHaveLength(0);
      await events.publishNow(registered(2));
      await expect.poll(heardOf).toEqual([2]);
      await expect(events.publishAndWait(registered(3))).rejects.toMatchObject({
        code: 'EVENT_WAIT_IN_TRANSACTION',
      });
    });
    await expect.poll(heardOf).toEqual([2, 1]);
    const failed = database.transaction(async () => {
      await events.publish(registered(4));
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await sleep(20);
    expect(lines('one heard')).toHaveLength(2);
  });

  it('gives listeners tenant, user and request id of the publisher, but not its transaction', async () => {
    await host.load('who', '1.0.0', {
      'e.ts': `${IMPORTS}
@Component({ inject: [Database, Logger, TenantContext] }) export class Ears {
  constructor(private readonly database: Database, private readonly log: Logger, private readonly tenant: TenantContext) {}
  @EventListener(UserRegisteredEvent) hear() {
    let outside = false;
    this.database.afterCommit(() => { outside = true; });
    this.log.info('who heard', { tenant: this.tenant.current(), outside });
  }
}`,
    });
    const seen: unknown[] = [];
    const database = host.modules.services.use(DATABASE);
    const user: SessionUser = {
      userId: 5,
      userName: 'eve',
      tenantId: '000003',
      roles: [],
      permissions: [],
      sessionId: 1,
    };
    await requestContext.run({ requestId: 'r-1', tenantId: '000003', user }, () =>
      database.transaction(async () => {
        await events.publishNow(registered());
        await expect.poll(() => lines('who heard')).toHaveLength(1);
        seen.push(lines('who heard')[0]?.fields);
      }),
    );
    expect(seen).toEqual([expect.objectContaining({ tenant: '000003', outside: true })]);
  });

  it('does not deliver events of tenants that do not have the application enabled', async () => {
    await host.load('deaf', '1.0.0', { 'e.ts': heard('deaf') });
    await requestContext.runAs('000000', () => events.publishAndWait(registered(1)));
    await requestContext.runAs('000001', () => events.publishAndWait(registered(2)));
    expect(lines('deaf heard').map(({ fields }) => fields['userId'])).toEqual([2]);
  });

  it.each([
    [
      'an entity',
      class Item {
        readonly item = new Map();
      },
    ],
    [
      'a date',
      class When {
        readonly at = new Date();
      },
    ],
    [
      'a list of objects',
      class Many {
        readonly items = [{ id: 1 }];
      },
    ],
    [
      'a nested object',
      class Nested {
        readonly order = { id: 1 };
      },
    ],
    [
      'a function',
      class Call {
        readonly call = () => 1;
      },
    ],
    [
      'a big integer',
      class Big {
        readonly big = 1n;
      },
    ],
  ])('spec: E2: refuses %s in an event', async (_what, Type) => {
    await expect(events.publish(new Type())).rejects.toMatchObject({ code: 'EVENT_INVALID' });
  });

  it('spec: E2: refuses a plain object; accepts and freezes flat values', async () => {
    await expect(events.publish({ userId: 1 })).rejects.toMatchObject({ code: 'EVENT_INVALID' });
    class Flat {
      values = ['a', 1, true, null];
      nothing = undefined;
    }
    const flat = new Flat();
    await events.publish(flat);
    expect(() => flat.values.push('b')).toThrow(TypeError);
    expect(Object.isFrozen(flat)).toBe(true);
  });

  it('delivers an event of the old version to the version that replaced it', async () => {
    const version = (name: string) => ({
      'told.ts': `export class Told { constructor(readonly text: string) {} }`,
      'c.ts': `${IMPORTS}
import { Told } from './told.ts';
@Controller('/swap', { inject: [EventPublisher, Logger] }) export class C {
  constructor(private readonly events: EventPublisher, private readonly log: Logger) {}
  @Get('/tell') async tell() {
    // Longer than a busy machine needs to load the next version.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await this.events.publishAndWait(new Told('late'));
    return 1;
  }
  @EventListener(Told) told({ text }: Told) { this.log.info('${name} told ' + text); }
}`,
    });
    await host.load('swap', '1.0.0', version('old'));
    const next = await host.workshop.jar('swap', '1.0.1', version('new'));
    const answer = host.get('/swap/tell');
    await sleep(20);
    await host.runtime.load('swap', next);
    expect(await answer).toMatchObject({ status: 200 });
    expect(lines('new told late')).toHaveLength(1);
    expect(lines('old told late')).toHaveLength(0);
  });

  it('spec: E5: methods never become asynchronous implicitly: there is no @Async, and importing one is refused', async () => {
    const sdk = [core, job, mq, web].flatMap((exports) => Object.keys(exports));
    expect(sdk.filter((name) => /async/i.test(name))).toEqual([]);
    const load = host.load('async', '1.0.0', {
      'e.ts': `import { Async, Component } from '@platform/plugin-sdk/core';
@Component() export class Later { @Async() work() { return 1; } }`,
    });
    await expect(load).rejects.toMatchObject({
      code: 'PLUGIN_MODULE_FAILED',
      message: expect.stringContaining('Async') as string,
      details: { loadStage: 'evaluate' },
    });
  });

  it('refuses a listener that cannot be called', async () => {
    const load = host.load('odd', '1.0.0', {
      'e.ts': `${IMPORTS}
@Component() export class Odd {
  @EventListener(UserRegisteredEvent) static never() {}
  @EventListener(undefined as never) unknown() {}
}`,
    });
    await expect(load).rejects.toMatchObject({
      code: 'PLUGIN_LISTENER_INVALID',
      details: { loadStage: 'container', findings: [{}, {}] },
    });
  });
});
