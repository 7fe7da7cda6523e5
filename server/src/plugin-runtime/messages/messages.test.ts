import { setTimeout as sleep } from 'node:timers/promises';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { MESSAGING } from '../../messaging/index.ts';
import { rabbitAnswers, removeQueues } from '../../messaging/testing/brokers.ts';
import type { ApplicationState } from '../contract/application-access.ts';
import { TestHost } from '../testing/test-host.ts';

const IMPORTS = `
import { Component } from '@platform/plugin-sdk/core';
import { Logger } from '@platform/plugin-sdk/log';
import { MessageListener, MessageProducer, RejectMessage, type Message } from '@platform/plugin-sdk/mq';
import { TenantContext } from '@platform/plugin-sdk/tenant';
import { Controller, Get } from '@platform/plugin-sdk/web';
`;
/** Logs what it gets; `body` may do more with it. */
const listening = (queue: string, name: string, body = '', options = '') => `${IMPORTS}
@Component({ inject: [Logger, TenantContext] }) export class Ears {
  constructor(private readonly log: Logger, private readonly tenant: TenantContext) {}
  @MessageListener({ queue: '${queue}', attempts: 2, retryDelay: '20ms' ${options} })
  async hear(body: { n: number }, message: Message) {
    const { signal, ...facts } = message;
    this.log.info('${name} heard', { body, facts, tenant: this.tenant.current() });
    ${body}
    this.log.info('${name} done', { body });
  }
}`;

const brokers: Array<[string, string[]]> = [
  ['embedded', ['--messaging.poll-interval-ms=50']],
  ...((await rabbitAnswers())
    ? [['rabbitmq', ['--rabbitmq.address=amqp://guest:guest@127.0.0.1:5672']] as [string, string[]]]
    : []),
];

describe.each(brokers)('messages of applications: %s', (kind, args) => {
  const states = new Map<string, ApplicationState>();
  const run = Math.random().toString(36).slice(2, 8);
  /** Names of applications are unique, as RabbitMQ outlives the test. */
  const code = (name: string): string => `${name}${run}`;
  let host: TestHost;
  let producer: MessageProducer;
  const messaging = () => host.modules.services.use(MESSAGING);
  const lines = (message: string) => host.log.filter((line) => line.message === message);
  const bodies = (message: string) => lines(message).map(({ fields }) => (fields['body'] as { n: number }).n);
  const heard = (name: string) => expect.poll(() => bodies(`${name} heard`));

  beforeAll(async () => {
    host = await TestHost.start({
      args: ['--app-market.plugin-runtime.drain-timeout-ms=300', '--messaging.queues=audit.all', ...args],
      access: { state: (tenantId) => states.get(tenantId) ?? 'enabled', tenants: () => [] },
    });
    await vi.waitFor(() => expect(messaging().status).toMatchObject({ kind, available: true }));
    producer = host.modules.services.use(MessageProducer);
  });
  beforeEach(() => void host.log.splice(0));
  afterAll(async () => {
    const queues = (await messaging().counts()).map(({ queue }) => queue);
    await host.stop();
    if (kind === 'rabbitmq') await removeQueues(queues);
  });

  it("spec: E4: a listener receives the messages of its queue, which the host declared, with the sender's tenant", async () => {
    const mall = code('mall');
    await host.load(mall, '1.0.0', { 'e.ts': listening(`${mall}.paid`, 'mall') });
    expect(host.runtime.describe(mall)?.consumers).toEqual([
      { queue: `${mall}.paid`, handler: `cn.platform.${mall}.Ears.hear` },
    ]);
    const id = await requestContext.runAs('000005', () =>
      producer.send(
        { exchange: 'platform.topic', routingKey: `${mall}.paid` },
        { n: 1 },
        { headers: { colour: 'red' } },
      ),
    );
    await heard('mall').toEqual([1]);
    expect(lines('mall heard')[0]?.fields).toMatchObject({
      appCode: mall,
      tenant: '000005',
      facts: {
        id,
        queue: `${mall}.paid`,
        exchange: 'platform.topic',
        routingKey: `${mall}.paid`,
        headers: { colour: 'red' },
        attempt: 1,
        tenantId: '000005',
        sender: undefined,
        sentAt: expect.any(String) as string,
      },
    });
    await host.runtime.unload(mall);
  });

  it('spec: E4: an application sends to itself and to a sibling, under its own name', async () => {
    const [one, two] = [code('one'), code('two')];
    await host.load(one, '1.0.0', { 'e.ts': listening(one, 'one') });
    await host.load(two, '1.0.0', {
      'c.ts': `${IMPORTS}
@Controller('/${two}', { inject: [MessageProducer] }) export class C {
  constructor(private readonly messages: MessageProducer) {}
  @Get('/tell') async tell() { return this.messages.send({ queue: '${one}' }, { n: 2 }); }
  @Get('/nowhere') async nowhere() { return this.messages.send({ queue: '${two}.nowhere' }, { n: 2 }); }
}`,
    });
    expect(await host.get(`/${two}/tell`)).toMatchObject({ status: 200 });
    await heard('one').toEqual([2]);
    expect(lines('one heard')[0]?.fields).toMatchObject({
      tenant: '000000',
      facts: { sender: two, routingKey: one },
    });
    expect(await host.get(`/${two}/nowhere`)).toMatchObject({
      status: 500,
      body: { error: 'MESSAGE_TARGET_UNKNOWN' },
    });
    await Promise.all([host.runtime.unload(one), host.runtime.unload(two)]);
  });

  it('spec: E4: a listener on an undeclared queue refuses the load, with queue and place', async () => {
    const load = (queue: string) => host.load(code('odd'), '1.0.0', { 'e.ts': listening(queue, 'odd') });
    await expect(load('orders.of.somebody')).rejects.toMatchObject({
      code: 'PLUGIN_QUEUE_UNDECLARED',
      message: expect.stringContaining('listens to the queue "orders.of.somebody"') as string,
      fix: expect.stringContaining("messaging.queues of the host's application.yml") as string,
      details: { loadStage: 'container' },
    });
    await expect(load('platform.notices')).rejects.toMatchObject({ code: 'PLUGIN_QUEUE_UNDECLARED' });
    await expect(load(`${code('odd')}.dead`)).rejects.toMatchObject({ code: 'PLUGIN_QUEUE_UNDECLARED' });
    expect(await load('audit.all')).toMatchObject({ appCode: code('odd') });
    await host.runtime.unload(code('odd'));
  });

  it('refuses invalid listeners, all at once', async () => {
    const odd = code('odd');
    const load = host.load(odd, '1.0.0', {
      'e.ts': `${IMPORTS}
@Component() export class Odd {
  @MessageListener({ queue: '${odd}.a' }) static never() {}
  @MessageListener({ queue: '${odd}.a', concurrency: 0 }) nobody() {}
  @MessageListener({ queue: '${odd}.a', retryDelay: 'soon' as never }) when() {}
  @MessageListener({ queue: '' }) nowhere() {}
  @MessageListener({ queue: '${odd}.a', timeout: '30d' }) late() {}
}`,
    });
    await expect(load).rejects.toMatchObject({
      code: 'PLUGIN_LISTENER_INVALID',
      details: { loadStage: 'container', findings: [{}, {}, {}, {}, {}] },
    });
  });

  it('retries a failed message, then makes it a dead letter; a rejected one at once; others continue', async () => {
    const bad = code('bad');
    const body = `if (body.n === 1) throw new Error('not today'); if (body.n === 2) throw new RejectMessage('never');`;
    await host.load(bad, '1.0.0', { 'e.ts': listening(bad, 'bad', body) });
    for (const n of [1, 2, 3]) await producer.send({ queue: bad }, { n });
    await expect.poll(() => bodies('bad done')).toEqual([3]);
    await expect
      .poll(async () => (await messaging().counts()).find(({ queue }) => queue === bad))
      .toEqual({ queue: bad, messages: 0, deadLetters: 2 });
    expect(bodies('bad heard').sort()).toEqual([1, 1, 2, 3]);
    expect(host.runtime.describe(bad)?.degraded).toMatchObject({ faults: 2, lastMessage: 'not today' });
    const fault = host.log.find(({ message }) =>
      message.includes(`cn.platform.${bad}.Ears.hear failed on message`),
    );
    expect((fault?.fields['error'] as Error | undefined)?.stack).toContain(`platform-${bad}/src/e.ts:`);
    await host.runtime.unload(bad);
  });

  it('a swap loses nothing: the old version finishes its messages, the new one handles the rest', async () => {
    const swap = code('swap');
    await host.load(swap, '1.0.0', {
      'e.ts': listening(swap, 'old', 'await new Promise((r) => setTimeout(r, 150));'),
    });
    const jar = await host.workshop.jar(swap, '1.0.1', { 'e.ts': listening(swap, 'new') });
    for (const n of [1, 2, 3, 4]) await producer.send({ queue: swap }, { n });
    // Often the first one alone; a busy machine looks later.
    await heard('old').not.toEqual([]);
    await host.runtime.load(swap, jar);
    await producer.send({ queue: swap }, { n: 5 });
    const done = () => [...bodies('old done'), ...bodies('new done')].sort();
    await expect.poll(done).toEqual([1, 2, 3, 4, 5]);
    await host.runtime.settled(swap);
    expect(bodies('new done')).toContain(5);
    expect(bodies('old heard')).toEqual(bodies('old done'));
    expect(done()).toEqual([1, 2, 3, 4, 5]);
    await host.runtime.unload(swap);
  });

  it('messages pending at an unload are redelivered when the application is loaded again', async () => {
    const slow = code('slow');
    await host.load(slow, '1.0.0', {
      'e.ts': listening(
        slow,
        'slow',
        `await new Promise((r) => message.signal.addEventListener('abort', r));`,
      ),
    });
    await producer.send({ queue: slow }, { n: 1 });
    await heard('slow').toEqual([1]);
    expect(await host.runtime.unload(slow)).toMatchObject({
      failures: [expect.stringContaining('Ears.hear is still running') as string],
    });
    await expect.poll(() => bodies('slow done')).toEqual([1]);
    await producer.send({ queue: slow }, { n: 2 });
    await host.load(slow, '1.0.1', { 'e.ts': listening(slow, 'again') });
    await heard('again').toEqual([1, 2]);
    await host.runtime.unload(slow);
  });

  it('messages wait for a tenant with the application disabled, and become dead letters for one without it', async () => {
    const shut = code('shut');
    states.set('000001', 'disabled').set('000002', 'none');
    await host.load(shut, '1.0.0', { 'e.ts': listening(shut, 'shut') });
    for (const tenantId of ['000001', '000002', '000003']) {
      await requestContext.runAs(tenantId, () => producer.send({ queue: shut }, { n: Number(tenantId) }));
    }
    await heard('shut').toEqual([3]);
    const counts = async () => (await messaging().counts()).find(({ queue }) => queue === shut);
    await expect.poll(async () => (await counts())?.deadLetters).toBe(1);
    await sleep(100);
    expect(bodies('shut heard')).toEqual([3]);
    expect((await counts())?.deadLetters).toBe(1);
    await host.runtime.unload(shut);
  });

  it('sends after the commit of the transaction, never after a rollback', async () => {
    const safe = code('safe');
    await host.load(safe, '1.0.0', { 'e.ts': listening(safe, 'safe') });
    const database = host.modules.services.use(DATABASE);
    await database.transaction(async () => {
      await producer.send({ queue: safe }, { n: 1 });
      await sleep(100);
      expect(bodies('safe heard')).toEqual([]);
    });
    const failed = database.transaction(async () => {
      await producer.send({ queue: safe }, { n: 2 });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await heard('safe').toEqual([1]);
    await host.runtime.unload(safe);
  });

  it('a listener that never ends is aborted at its timeout, and the next message is handled', async () => {
    const hang = code('hang');
    const body = `if (body.n === 1) await new Promise((r) => message.signal.addEventListener('abort', r));`;
    await host.load(hang, '1.0.0', { 'e.ts': listening(hang, 'hang', body, ", timeout: '50ms'") });
    for (const n of [1, 2]) await producer.send({ queue: hang }, { n });
    await expect.poll(() => bodies('hang done').toSorted()).toEqual([1, 1, 2]);
    await expect
      .poll(async () => (await messaging().counts()).find(({ queue }) => queue === hang))
      .toEqual({ queue: hang, messages: 0, deadLetters: 1 });
    expect(host.runtime.describe(hang)?.degraded).toMatchObject({
      lastMessage: 'The listener did not finish within 50 ms.',
    });
    await host.runtime.unload(hang);
  });

  it('handles several messages in parallel with `concurrency`', async () => {
    const wide = code('wide');
    const body = `if (bodies.push(body.n) === 5) letGo(); await together;`;
    const together = `const bodies: number[] = []; let letGo = (): void => undefined;
const together = new Promise<void>((r) => (letGo = r));`;
    const source = listening(wide, 'wide', body, ', concurrency: 5');
    await host.load(wide, '1.0.0', { 'e.ts': `${source}\n${together}` });
    for (const n of [1, 2, 3, 4, 5]) await producer.send({ queue: wide }, { n });
    // None ends before all have begun.
    await expect.poll(() => bodies('wide done').length).toBe(5);
    await host.runtime.unload(wide);
  });
});

describe('messaging without a broker', () => {
  it('spec: E4: an application with listeners loads; sending reports the missing broker', async () => {
    const host = await TestHost.start({ args: ['--messaging.embedded=false'] });
    await host.load('mall', '1.0.0', { 'e.ts': listening('mall.x', 'mall') });
    expect(host.modules.services.use(MESSAGING).status).toMatchObject({ kind: 'none', available: false });
    await expect(
      host.modules.services.use(MessageProducer).send({ queue: 'mall.x' }, 1),
    ).rejects.toMatchObject({
      code: 'MESSAGE_BROKER_UNAVAILABLE',
    });
    await host.stop();
  });
});
