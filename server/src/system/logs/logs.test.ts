import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
});
afterAll(() => host.stop());

const rows = async (path: string) => (await admin('GET', path)).body.rows ?? [];

it('the operation log records user and action, failures too, with masked secrets', async () => {
  const user = { userName: 'logged', nickName: 'L', password: 'quite-a-secret-7' };
  await admin('POST', '/system/user', user);
  await admin('POST', '/system/user', user);
  const entries = () => rows('/system/operLog/list?title=Add a user&orderByColumn=createTime&isAsc=asc');
  await expect.poll(async () => (await entries()).length).toBe(2);
  const [first, second] = await entries();
  expect(first).toMatchObject({
    title: 'Add a user',
    method: 'POST',
    url: '/system/user',
    userName: 'admin',
    ip: expect.stringContaining('127.0.0.1') as string,
    status: 200,
    error: null,
  });
  expect(JSON.parse(String(first?.['params']))).toEqual({ ...user, password: '******' });
  expect(second).toMatchObject({ status: 409, error: expect.stringContaining('USER_NAME_TAKEN') as string });
  expect(await rows('/system/operLog/list?failed=true&title=Add a user')).toHaveLength(1);
  // As the page asks in another language, whose words the log does not have.
  expect(await rows('/system/operLog/list?title=添加&titles=Add a user,Add a role')).toHaveLength(2);
  expect(await rows('/system/operLog/list?title=添加')).toEqual([]);
  const id = Number(first?.['operId']);
  expect(dataOf(await admin('GET', `/system/operLog/${id}`))).toMatchObject({ operId: id });
  expect((await admin('GET', '/system/operLog/export')).text).toContain('Add a user');
  expect(dataOf(await admin('DELETE', `/system/operLog/${id}`))).toEqual({ changed: 1 });
});

it('the operation log holds what a change changed, without secrets', async () => {
  const user = { userName: 'changed', nickName: 'Before', password: 'quite-a-secret-7' };
  const { userId } = dataOf<{ userId: number }>(await admin('POST', '/system/user', user));
  await admin('PUT', '/system/user', { userId, nickName: 'After' });
  await admin('PUT', '/system/user', { userId: 1, nickName: 'Nobody' });
  const entries = () => rows('/system/operLog/list?title=Change a user');
  await expect.poll(async () => (await entries()).length).toBe(2);
  const details = await Promise.all(
    (await entries()).map(async (row) =>
      dataOf<{ status: number; before: string | null; after: string | null }>(
        await admin('GET', `/system/operLog/${Number(row['operId'])}`),
      ),
    ),
  );
  const changed = details.find(({ status }) => status === 200);
  expect(JSON.parse(changed?.before ?? '')).toMatchObject({ userId, nickName: 'Before' });
  expect(JSON.parse(changed?.after ?? '')).toMatchObject({ userId, nickName: 'After' });
  expect(changed?.before).not.toContain('quite-a-secret');
  expect(details.find(({ status }) => status !== 200)).toMatchObject({ before: null, after: null });
});

it('the login log records successes, failures with their reason, and logouts', async () => {
  const other = await host.admin();
  await other('POST', '/auth/logout');
  await host.anonymous('POST', '/auth/login', { username: 'Nobody', password: 'wrong-one' });
  await expect
    .poll(() => rows('/system/loginLog/list?userName=nobody'))
    .toMatchObject([{ event: 'login', success: false, reason: 'LOGIN_FAILED', userId: null }]);
  const events = await rows('/system/loginLog/list?userName=admin');
  expect(events.map((event) => event['event'])).toEqual(expect.arrayContaining(['login', 'logout']));
  expect(dataOf(await admin('DELETE', '/system/loginLog/clean'))).toMatchObject({
    changed: expect.any(Number) as number,
  });
  expect(await rows('/system/loginLog/list?success=false')).toEqual([]);
});

it('sessions are listed and ended by an administrator', async () => {
  await admin('POST', '/system/user', { userName: 'guest', nickName: 'G', password: 'quite-a-secret-7' });
  const guest = await host.login('guest', 'quite-a-secret-7');
  const [session] = await rows('/system/online/list?userName=guest');
  const sessionId = Number(session?.['sessionId']);
  expect(dataOf(await admin('GET', `/system/online/${sessionId}`))).toMatchObject({ userName: 'guest' });
  expect(dataOf(await admin('DELETE', `/system/online/${sessionId}`))).toEqual({ changed: 1 });
  expect((await guest('GET', '/auth/sessions')).status).toBe(401);
  expect((await admin('DELETE', `/system/online/${sessionId}`)).status).toBe(404);
});

it('all sessions of a user are ended at once, except the one that asks', async () => {
  const phone = await host.admin();
  const online = await rows('/system/online/list?userName=admin');
  expect(online.filter((session) => session['current'] === true)).toHaveLength(1);
  const userId = Number(online[0]?.['userId']);
  expect(dataOf(await admin('DELETE', `/system/online/user/${userId}`))).toEqual({
    changed: online.length - 1,
  });
  expect((await phone('GET', '/auth/sessions')).status).toBe(401);
  expect((await rows('/system/online/list?userName=admin')).map(({ current }) => current)).toEqual([true]);
});

it('notices are published to everybody', async () => {
  const notice = { title: 'Maintenance', noticeType: 'notice', content: 'Tonight.' };
  const { noticeId } = dataOf<{ noticeId: number }>(await admin('POST', '/system/notice', notice));
  await admin('POST', '/system/notice', { ...notice, title: 'Draft', status: 0 });
  const guest = await host.login('guest', 'quite-a-secret-7');
  const published = (await guest('GET', '/system/notice/published')).body.rows ?? [];
  expect(published.map((row) => row['title'])).toEqual(['Maintenance']);
  await admin('PUT', '/system/notice', { noticeId, status: 0 });
  expect((await guest('GET', '/system/notice/published')).body.total).toBe(0);
  expect((await admin('DELETE', `/system/notice/${noticeId}`)).status).toBe(200);
});
