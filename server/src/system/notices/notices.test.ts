import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DueNotices } from './due-notices.ts';
import { plainText } from './plain-text.ts';
import { NoticeService } from '@platform/plugin-sdk/core';
import { DATABASE } from '../../data/index.ts';
import { silentLogger } from '../../kernel/index.ts';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

const PASSWORD = 'seven-blue-kites';
const HOUR_MS = 3_600_000;

let host: TestHost;
let admin: Client;
let ada: Client;
let bob: Client;
let bobId: number;
beforeAll(async () => {
  host = await startTestHost({
    args: ['--messaging.poll-interval-ms=50', '--session.idle-timeout-minutes=6000'],
  });
  admin = await host.admin();
  const { roleId } = dataOf<{ roleId: number }>(
    await admin('POST', '/system/role', { roleKey: 'clerk', roleName: 'Clerk' }),
  );
  const add = async (userName: string, roleIds: number[]) =>
    dataOf<{ userId: number }>(
      await admin('POST', '/system/user', { userName, nickName: userName, password: PASSWORD, roleIds }),
    ).userId;
  await add('ada', [roleId]);
  bobId = await add('bob', []);
  [ada, bob] = [await host.login('ada', PASSWORD), await host.login('bob', PASSWORD)];
});
afterAll(() => host.stop());

const write = async (title: string, more: object = {}): Promise<number> =>
  dataOf<{ noticeId: number }>(
    await admin('POST', '/system/notice', { title, noticeType: 'notice', content: `**${title}**`, ...more }),
  ).noticeId;
const titles = async (client: Client, path = '/system/message/list'): Promise<unknown[]> =>
  ((await client('GET', path)).body.rows ?? []).map(({ title }) => title);
const at = (offsetMs: number): string => new Date(host.clock.now() + offsetMs).toISOString();
const due = () =>
  new DueNotices({
    database: host.services.use(DATABASE),
    clock: host.clock,
    notices: host.services.use(NoticeService),
    logger: silentLogger,
  });

describe('design 12: notices', () => {
  it('reach their audience alone, in the inbox and as published ones', async () => {
    const forClerks = await write('For clerks', { audience: { roles: ['clerk'] } });
    await write('For Bob', { audience: { users: [bobId] } });
    await write('For all');
    await expect.poll(async () => (await titles(ada)).sort()).toEqual(['For all', 'For clerks']);
    await expect.poll(async () => (await titles(bob)).sort()).toEqual(['For Bob', 'For all']);
    expect((await titles(bob, '/system/notice/published')).sort()).toEqual(['For Bob', 'For all']);
    expect((await ada('GET', `/system/notice/published/${forClerks}`)).status).toBe(200);
    expect((await bob('GET', `/system/notice/published/${forClerks}`)).status).toBe(404);
    expect(await titles(ada, '/system/message/list?title=CLERK')).toEqual(['For clerks']);
    expect(dataOf(await admin('GET', `/system/notice/${forClerks}`))).toMatchObject({
      audience: { roles: ['clerk'] },
    });
  });

  it('reach the people of a department and of those below it', async () => {
    const addDept = async (deptName: string, parentId = 0) =>
      dataOf<{ deptId: number }>(await admin('POST', '/system/dept', { deptName, parentId })).deptId;
    const north = await addDept('North');
    const below = await addDept('Far north', north);
    const noticeId = await write('For the north', { audience: { departments: [north] } });
    expect(dataOf(await admin('GET', `/system/notice/${noticeId}`))).toMatchObject({
      audience: { departments: [north] },
    });
    const add = async (userName: string, deptId: number) => {
      const user = { userName, nickName: userName, password: PASSWORD, deptId };
      dataOf(await admin('POST', '/system/user', user));
      return host.login(userName, PASSWORD);
    };
    const [nora, faye, sid] = [
      await add('nora', north),
      await add('faye', below),
      await add('sid', await addDept('South')),
    ];
    const notice = `/system/notice/published/${noticeId}`;
    expect([(await nora('GET', notice)).status, (await faye('GET', notice)).status]).toEqual([200, 200]);
    expect([(await sid('GET', notice)).status, (await bob('GET', notice)).status]).toEqual([404, 404]);
    const message = { to: { departments: [north] }, title: 'Cold ahead' };
    dataOf(await admin('POST', '/system/message', message));
    await expect.poll(() => titles(nora)).toEqual(['Cold ahead']);
    await expect.poll(() => titles(faye)).toEqual(['Cold ahead']);
    expect([await titles(sid), await titles(bob)]).not.toContainEqual(expect.arrayContaining(['Cold ahead']));
  });

  it('wait for their time, are announced once by several hosts, and end', async () => {
    const times = { visibleFrom: at(HOUR_MS), visibleUntil: at(3 * HOUR_MS) };
    const noticeId = await write('Later', { audience: { users: [bobId] }, ...times });
    await due().announce();
    expect((await bob('GET', `/system/notice/published/${noticeId}`)).status).toBe(404);
    host.clock.advance(2 * HOUR_MS);
    await Promise.all([due().announce(), due().announce()]);
    await expect.poll(async () => (await titles(bob)).filter((title) => title === 'Later')).toHaveLength(1);
    expect((await bob('GET', `/system/notice/published/${noticeId}`)).status).toBe(200);
    host.clock.advance(2 * HOUR_MS);
    expect((await bob('GET', `/system/notice/published/${noticeId}`)).status).toBe(404);
  });

  it('refuse an edit of what has changed meanwhile, and then tell nobody', async () => {
    const noticeId = await write('Draft', { status: 0, audience: { users: [bobId] } });
    const { updateTime } = dataOf<{ updateTime: string }>(await admin('GET', `/system/notice/${noticeId}`));
    const edit = (more: object) => admin('PUT', '/system/notice', { noticeId, updateTime, ...more });
    const visibleUntil = at(HOUR_MS);
    expect((await edit({ content: '*new*', visibleUntil })).status).toBe(200);
    const refused = await edit({ title: 'Late', status: 1, audience: 'tenant' });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      error: 'CHANGED_MEANWHILE',
      details: { record: { content: '*new*', visibleUntil, audience: { users: [bobId] }, status: 0 } },
    });
    await admin('PUT', '/system/notice', { noticeId, title: 'On top', status: 1 });
    await expect.poll(() => titles(bob)).toContain('On top');
    expect(await titles(ada)).not.toContain('Late');
  });

  it('say who has read them', async () => {
    const noticeId = await write('Read me', { audience: { users: [bobId] } });
    const receipts = async () => dataOf(await admin('GET', `/system/notice/${noticeId}/receipts`));
    await expect.poll(receipts).toEqual({ sent: 1, read: 0 });
    const readers = async (read: boolean) =>
      ((await admin('GET', `/system/notice/${noticeId}/readers?read=${read}`)).body.rows ?? []).map(
        ({ userName }) => userName,
      );
    expect([await readers(true), await readers(false)]).toEqual([[], ['bob']]);
    await bob('PUT', '/system/message/read');
    expect(await receipts()).toEqual({ sent: 1, read: 1 });
    expect([await readers(true), await readers(false)]).toEqual([['bob'], []]);
    expect((await bob('GET', `/system/notice/${noticeId}/receipts`)).status).toBe(403);
  });
});

it.each([
  ['# Head\n\n- **one**\n- [two](/x)', 'Head\n\none\ntwo'],
  ['> said `code`\n\n```js\nlet a;\n```', 'said code\n\nlet a;'],
  ['', ''],
])('a notice of %j reads %j in lists', (markdown, text) => expect(plainText(markdown)).toBe(text));
