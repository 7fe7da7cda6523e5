import { NoticeService } from '@platform/plugin-sdk/core';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DATABASE } from '../../../data/index.ts';
import { requestContext } from '../../../kernel/index.ts';
import { MESSAGING } from '../../../messaging/index.ts';
import { dataOf, startTestHost, type Client, type TestHost } from '../../testing/host.ts';
import { NOTICE_FEED } from './notice-feed.ts';
import { NOTICE_QUEUE } from './notice-message.ts';

const PASSWORD = 'seven-blue-kites';

interface Summary {
  readonly available: boolean;
  readonly reason: string | null;
  readonly unread: number;
}
const summaryOf = async (client: Client): Promise<Summary> =>
  dataOf(await client('GET', '/system/message/summary'));
const titlesOf = async (client: Client, query = ''): Promise<unknown[]> =>
  ((await client('GET', `/system/message/list${query}`)).body.rows ?? []).map(({ title }) => title);

describe('the message center', () => {
  let host: TestHost;
  let admin: Client;
  let ada: Client;
  let bob: Client;
  let stranger: Client;
  let adaId: number;
  let notices: NoticeService;
  const send = (...args: Parameters<NoticeService['send']>) =>
    requestContext.runAs('000000', () => notices.send(...args));
  const unread = (client: Client) =>
    expect.poll(async () => (await summaryOf(client)).unread, { interval: 10 });

  beforeAll(async () => {
    host = await startTestHost({ args: ['--messaging.poll-interval-ms=50'] });
    admin = await host.admin();
    notices = host.services.use(NoticeService);
    const { roleId } = dataOf<{ roleId: number }>(
      await admin('POST', '/system/role', { roleKey: 'clerk', roleName: 'Clerk' }),
    );
    const add = async (userName: string, roleIds: number[]): Promise<number> =>
      dataOf<{ userId: number }>(
        await admin('POST', '/system/user', { userName, nickName: userName, password: PASSWORD, roleIds }),
      ).userId;
    adaId = await add('ada', [roleId]);
    await add('bob', []);
    [ada, bob] = [await host.login('ada', PASSWORD), await host.login('bob', PASSWORD)];
    await admin('POST', '/system/tenant', {
      tenantId: 'acme',
      name: 'ACME',
      adminUserName: 'boss',
      adminPassword: PASSWORD,
    });
    stranger = await host.login('boss', PASSWORD, 'acme');
  });
  beforeEach(async () => {
    await host.services.use(DATABASE).raw('delete from sys_user_notice');
  });
  afterAll(() => host.stop());

  it('delivers a notice to users, roles, holders of a permission, or the tenant, and to nobody else', async () => {
    await send({ users: [adaId] }, { title: 'for ada' });
    await send({ roles: ['clerk', 'nobody'] }, { title: 'for clerks' });
    await send({ permission: 'system:user:list' }, { title: 'for operators' });
    await send('tenant', { title: 'for all' });
    await unread(bob).toBe(1);
    await unread(ada).toBe(3);
    await unread(admin).toBe(2);
    expect((await titlesOf(ada)).sort()).toEqual(['for ada', 'for all', 'for clerks']);
    expect(await titlesOf(bob)).toEqual(['for all']);
    expect((await titlesOf(admin)).sort()).toEqual(['for all', 'for operators']);
    expect(await titlesOf(stranger)).toEqual([]);
  });

  it('lists notices newest first, with the sender', async () => {
    await requestContext.run({ requestId: 'r', tenantId: '000000', user: undefined, appCode: 'mall' }, () =>
      notices.send('tenant', {
        title: 'Paid',
        content: 'Order 7',
        level: 'success',
        link: '/mall/order?no=7',
      }),
    );
    await unread(ada).toBe(1);
    await send({ users: [adaId] }, { title: 'Second' });
    await unread(ada).toBe(2);
    const { rows, total } = (await ada('GET', '/system/message/list?pageSize=10')).body;
    expect(total).toBe(2);
    expect(rows?.[0]).toMatchObject({
      title: 'Second',
      level: 'info',
      content: null,
      link: null,
      appCode: null,
    });
    expect(rows?.[1]).toEqual({
      noticeId: expect.any(Number) as number,
      title: 'Paid',
      content: 'Order 7',
      level: 'success',
      link: '/mall/order?no=7',
      appCode: 'mall',
      readTime: null,
      createTime: expect.stringMatching(/Z$/) as string,
    });
  });

  it('keeps texts of further languages, and finds a notice by them', async () => {
    const translations = { 'zh-CN': { title: '门 "7" 已打开', content: '请关闭。' } };
    await send({ users: [adaId] }, { title: 'Gate 7 is open', content: 'Close it.', translations });
    await send({ users: [adaId] }, { title: 'Paid' });
    await unread(ada).toBe(2);
    const found = async (title: string) =>
      (await ada('GET', `/system/message/list?title=${encodeURIComponent(title)}`)).body.rows;
    expect(await found('"7" 已打开')).toMatchObject([{ title: 'Gate 7 is open', translations }]);
    expect(await found('gate')).toHaveLength(1);
    expect((await found('Paid'))?.[0]).not.toHaveProperty('translations');
    for (const wrong of [
      { title: '' },
      { title: 'x'.repeat(101) },
      { title: 'x', content: 'x'.repeat(2_001) },
    ]) {
      await expect(send('tenant', { title: 'Gate', translations: { 'zh-CN': wrong } })).rejects.toMatchObject(
        { code: 'NOTICE_INVALID' },
      );
    }
  });

  it('marks one, some and all as read, and removes them, only for their owner', async () => {
    for (const title of ['1', '2', '3']) await send('tenant', { title });
    await unread(ada).toBe(3);
    await unread(bob).toBe(3);
    const { rows = [] } = (await ada('GET', '/system/message/list')).body;
    const [first, second] = rows.map(({ noticeId }) => Number(noticeId));
    const others = ((await bob('GET', '/system/message/list')).body.rows ?? []).map(({ noticeId }) =>
      Number(noticeId),
    );
    expect(dataOf(await ada('PUT', `/system/message/${first},${others[0]}/read`))).toEqual({ changed: 1 });
    expect(dataOf(await ada('DELETE', `/system/message/${second},${others[1]}`))).toEqual({ changed: 1 });
    expect((await summaryOf(ada)).unread).toBe(1);
    expect(await titlesOf(ada, '?unread=true')).toHaveLength(1);
    expect((await summaryOf(bob)).unread).toBe(3);
    expect(dataOf(await ada('PUT', '/system/message/read'))).toEqual({ changed: 1 });
    expect((await summaryOf(ada)).unread).toBe(0);
    expect(await titlesOf(ada)).toHaveLength(2);
    expect((await summaryOf(bob)).unread).toBe(3);
  });

  it('design 12.1-3: one that was removed is put back, by its owner alone', async () => {
    await send('tenant', { title: 'Kept' });
    await unread(ada).toBe(1);
    await unread(bob).toBe(1);
    const idOf = async (client: Client) =>
      Number((await client('GET', '/system/message/list')).body.rows?.[0]?.['noticeId']);
    const noticeId = await idOf(ada);
    expect(dataOf(await ada('DELETE', `/system/message/${await idOf(bob)}`))).toEqual({ changed: 0 });
    const { undo } = dataOf<{ undo: { undoId: number; seconds: number } }>(
      await ada('DELETE', `/system/message/${noticeId}`),
    );
    expect(undo.seconds).toBe(10);
    expect((await bob('POST', `/system/undo/${undo.undoId}`)).body.error).toBe('UNDO_EXPIRED');
    const told = vi.fn();
    const unwatch = host.services.use(NOTICE_FEED).watch(adaId, told);
    dataOf(await ada('POST', `/system/undo/${undo.undoId}`));
    await unwatch();
    expect(told).toHaveBeenCalledOnce();
    expect([await idOf(ada), (await summaryOf(ada)).unread]).toEqual([noticeId, 1]);
  });

  it('design 15.7: the bell counts what the person wants of each source, and the rest stays in the inbox', async () => {
    const ofMall = { requestId: 'r', tenantId: '000000', user: undefined, appCode: 'mall' };
    for (const level of ['info', 'warning', 'error'] as const) {
      await requestContext.run(ofMall, () => notices.send('tenant', { title: `mall ${level}`, level }));
      await send('tenant', { title: `platform ${level}`, level });
    }
    const counted = async () => {
      const { unread: loud, quiet } = dataOf<{ unread: number; quiet: number }>(
        await ada('GET', '/system/message/summary'),
      );
      return [loud, quiet];
    };
    await expect.poll(counted, { interval: 10 }).toEqual([6, 0]);
    await ada('PUT', '/system/user/preferences', { bell: { mall: 'important', platform: 'all' } });
    expect(await counted()).toEqual([5, 1]);
    const told = vi.fn();
    const undo = host.services.use(NOTICE_FEED).watch(adaId, told);
    await ada('PUT', '/system/user/preferences', { density: 'compact' });
    expect(told).not.toHaveBeenCalled();
    await ada('PUT', '/system/user/preferences', { bell: { mall: 'none' } });
    expect(told).toHaveBeenCalledOnce();
    await undo();
    expect(await counted()).toEqual([3, 3]);
    await ada('PUT', '/system/user/preferences', { bell: { platform: 'none' } });
    expect(await counted()).toEqual([3, 3]);
    expect((await summaryOf(bob)).unread).toBe(6);
    expect(await titlesOf(ada, '?unread=true')).toHaveLength(6);
    expect(dataOf(await ada('GET', '/system/message/sources'))).toEqual(['mall']);
    expect(dataOf(await stranger('GET', '/system/message/sources'))).toEqual([]);
    expect(dataOf(await ada('PUT', '/system/message/read'))).toEqual({ changed: 6 });
    expect(await counted()).toEqual([0, 0]);
    const { status } = await ada('PUT', '/system/user/preferences', { bell: { mall: 'loud' } });
    expect(status).toBe(400);
    await ada('PUT', '/system/user/preferences', { bell: {} });
  });

  it('notifies the open shells of the recipients', async () => {
    const feed = host.services.use(NOTICE_FEED);
    let told = 0;
    const undo = feed.watch(adaId, () => (told += 1));
    await send({ users: [adaId] }, { title: 'live' });
    await expect.poll(() => told).toBe(1);
    await ada('PUT', '/system/message/read');
    expect(told).toBe(2);
    await ada('PUT', '/system/message/read');
    await bob('PUT', '/system/message/read');
    expect(told).toBe(2);
    await undo();
  });

  it('creates one notice for a message that is delivered twice', async () => {
    const producer = host.services.use(MessageProducer);
    const message = { to: { users: [adaId] }, notice: { title: 'twice' } };
    const id = await requestContext.runAs('000000', () => producer.send({ queue: NOTICE_QUEUE }, message));
    await unread(ada).toBe(1);
    const database = host.services.use(DATABASE);
    await database.query
      .insertInto('sys_message')
      .values({
        row_id: 1,
        status: 'ready',
        queue: NOTICE_QUEUE,
        message_id: id,
        exchange: '',
        routing_key: NOTICE_QUEUE,
        body: JSON.stringify(message),
        headers_json: '{}',
        sender_tenant: '000000',
        available_at: new Date(0).toISOString(),
      })
      .execute();
    await expect
      .poll(async () => (await database.query.selectFrom('sys_message').selectAll().execute()).length)
      .toBe(0);
    expect((await summaryOf(ada)).unread).toBe(1);
  });

  it('makes an invalid message in its queue a dead letter', async () => {
    const messaging = host.services.use(MESSAGING);
    const producer = host.services.use(MessageProducer);
    const bodies = [
      { to: 'tenant', notice: { title: 'x', link: 'javascript:alert(1)' } },
      { to: 'tenant' },
      7,
    ];
    for (const body of bodies) {
      await requestContext.runAs('000000', () => producer.send({ queue: NOTICE_QUEUE }, body));
    }
    await expect.poll(() => messaging.counts()).toMatchObject([{ queue: NOTICE_QUEUE, deadLetters: 3 }]);
    expect((await summaryOf(ada)).unread).toBe(0);
    await host.services.use(DATABASE).raw('delete from sys_message');
  });

  it('sends after the commit, never after a rollback', async () => {
    const database = host.services.use(DATABASE);
    const failed = database.transaction(async () => {
      await send({ users: [adaId] }, { title: 'rolled back' });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await database.transaction(() => send({ users: [adaId] }, { title: 'committed' }));
    await unread(ada).toBe(1);
    expect(await titlesOf(ada)).toEqual(['committed']);
  });

  it('lets operators with the permission send', async () => {
    const body = { to: { users: [adaId] }, title: 'By hand', level: 'warning' };
    expect((await bob('POST', '/system/message', body)).status).toBe(403);
    expect((await admin('POST', '/system/message', { ...body, to: 'everybody' })).status).toBe(400);
    expect((await admin('POST', '/system/message', { ...body, link: 'https://example.org' })).status).toBe(
      400,
    );
    expect((await admin('POST', '/system/message', body)).status).toBe(200);
    await unread(ada).toBe(1);
    for (const to of [{ roles: ['clerk'] }, { permission: 'system:user:list' }, 'tenant']) {
      expect((await admin('POST', '/system/message', { ...body, to })).status).toBe(200);
    }
  });

  it('puts a published announcement into every inbox, a draft once it is published', async () => {
    const notice = { title: 'Maintenance', noticeType: 'notice', content: 'x'.repeat(3_000) };
    await admin('POST', '/system/notice', notice);
    await unread(bob).toBe(1);
    const { noticeId } = dataOf<{ noticeId: number }>(
      await admin('POST', '/system/notice', { ...notice, title: 'Draft', status: 0 }),
    );
    await admin('PUT', '/system/notice', { noticeId, status: 1 });
    await unread(bob).toBe(2);
    expect((await titlesOf(bob)).sort()).toEqual(['Draft', 'Maintenance']);
    expect((await bob('GET', '/system/message/list')).body.rows?.[0]?.['content']).toHaveLength(2_000);
  });

  it.each([
    ['no title', 'tenant', { title: ' ' }],
    ['a title that is too long', 'tenant', { title: 'x'.repeat(101) }],
    ['content that is too long', 'tenant', { title: 'x', content: 'x'.repeat(2_001) }],
    ['a link elsewhere', 'tenant', { title: 'x', link: '//example.org' }],
    ['a link that runs something', 'tenant', { title: 'x', link: 'javascript:alert(1)' }],
    ['an unknown level', 'tenant', { title: 'x', level: 'loud' as never }],
    ['no recipients', { users: [] }, { title: 'x' }],
    ['odd recipients', { users: ['ada'] as never }, { title: 'x' }],
  ] as const)('refuses %s', async (_what, to, notice) => {
    await expect(send(to, notice)).rejects.toMatchObject({ code: 'NOTICE_INVALID' });
  });

  it('refuses a notice without a tenant', async () => {
    await expect(notices.send('tenant', { title: 'x' })).rejects.toMatchObject({ code: 'NOTICE_INVALID' });
  });
});

describe('without a message broker', () => {
  it('starts, and reports the message center as unavailable', async () => {
    const host = await startTestHost({ args: ['--messaging.embedded=false'] });
    const admin = await host.admin();
    expect(await summaryOf(admin)).toMatchObject({
      available: false,
      reason: 'none is configured',
      unread: 0,
    });
    const send = requestContext.runAs('000000', () =>
      host.services.use(NoticeService).send('tenant', { title: 'x' }),
    );
    await expect(send).rejects.toMatchObject({ code: 'MESSAGE_BROKER_UNAVAILABLE', status: 503 });
    const body = { to: 'tenant', title: 'x' };
    expect((await admin('POST', '/system/message', body)).body).toMatchObject({
      code: 503,
      error: 'MESSAGE_BROKER_UNAVAILABLE',
    });
    expect((await admin('POST', '/system/notice', { title: 'x', noticeType: 'notice' })).status).toBe(200);
    await host.stop();
  });
});
