import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defineModule, defineRoute, eventStream, HTTP } from '../../kernel/index.ts';
import { startTestHost, type Client, type TestHost } from '../testing/host.ts';

const PASSWORD = 'seven-blue-kites';

/** One stream as the host makes them, one as an application writes it by hand. */
const streaming = defineModule({
  name: 'streaming',
  depends: ['http'],
  setup: (ctx) =>
    ctx.use(HTTP).routes([
      defineRoute({
        method: 'GET',
        url: '/stream/events',
        auth: 'login',
        summary: 'x',
        handler: (call) => eventStream(call, () => () => undefined),
      }),
      defineRoute({
        method: 'GET',
        url: '/stream/own',
        auth: 'login',
        summary: 'x',
        handler: (call) => {
          call.reply.header('content-type', 'text/event-stream');
          const stream = new PassThrough();
          stream.write(': open\n\n');
          return stream;
        },
      }),
    ]),
});

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost({ modules: [streaming] });
  admin = await host.admin();
  const tenant = { tenantId: 'acme', name: 'Acme', adminUserName: 'boss', adminPassword: PASSWORD };
  await admin('POST', '/system/tenant', tenant);
  const made = await admin('POST', '/system/user', {
    userName: 'evelyn',
    nickName: 'Eve',
    password: PASSWORD,
  });
  expect(made.body).toMatchObject({ code: 200 });
});
afterAll(() => host.stop());

async function login(username: string, tenantId = '000000') {
  const answer = await host.anonymous('POST', '/auth/login', { username, password: PASSWORD, tenantId });
  return (answer.body.data as unknown as { token: string }).token;
}

/** Opens both streams. @returns what waits for their end, which is to be no failure to a browser */
async function open(session: string | Record<string, string>): Promise<() => Promise<unknown>> {
  const headers = typeof session === 'string' ? { authorization: `Bearer ${session}` } : session;
  const responses = await Promise.all(
    ['/stream/events', '/stream/own'].map((path) => fetch(host.origin + path, { headers })),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const texts = Promise.all(responses.map((response) => response.text()));
  return async () => expect(await texts).toEqual([': open\n\n', ': open\n\n']);
}
const idOf = async (userName: string): Promise<number> => {
  const { rows = [] } = (await admin('GET', `/system/user/list?userName=${userName}`)).body;
  return Number(rows[0]?.['userId']);
};

describe('findings: security 9: event streams end', () => {
  it('with a logout, without affecting others', async () => {
    const [gone, stays] = [await login('evelyn'), await login('evelyn')];
    const [end, other] = [await open(gone), await open(stays)];
    let over = false;
    void other().then(() => (over = true));
    await host.as(gone)('POST', '/auth/logout');
    await end();
    expect(over).toBe(false);
    await host.as(stays)('POST', '/auth/logout');
    await expect.poll(() => over).toBe(true);
  });

  it('with a browser session that logs out or is ended elsewhere', async () => {
    for (const byLogout of [true, false]) {
      const answer = await host.anonymous(
        'POST',
        '/auth/login',
        { username: 'evelyn', password: PASSWORD },
        { 'x-session': 'cookie' },
      );
      const cookie = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '');
      const code = cookie[1]?.split('=')[1] ?? '';
      const end = await open({ cookie: cookie.join('; ') });
      if (byLogout) {
        const headers = { cookie: cookie.join('; '), 'x-csrf-token': code };
        expect((await host.anonymous('POST', '/auth/logout', undefined, headers)).status).toBe(200);
      } else {
        const { rows = [] } = (await admin('GET', '/system/online/list?userName=evelyn')).body;
        await admin('DELETE', `/system/online/${rows.map((row) => row['sessionId']).join(',')}`);
      }
      await end();
    }
  });

  it('with a disabled user', async () => {
    const end = await open(await login('evelyn'));
    const answer = await admin('PUT', `/system/user/${await idOf('evelyn')}/status`, { status: 0 });
    expect(answer.status).toBe(200);
    await end();
  });

  it('with a disabled or expired tenant', async () => {
    const end = await open(await login('boss', 'acme'));
    await admin('PUT', '/system/tenant', { tenantId: 'acme', status: 0 });
    await end();
    await admin('PUT', '/system/tenant', { tenantId: 'acme', status: 1 });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const again = await open(await login('boss', 'acme'));
    const soon = new Date(host.clock.now() + 60_000).toISOString();
    await admin('PUT', '/system/tenant', { tenantId: 'acme', expireTime: soon });
    host.clock.advance(61_000);
    await admin('PUT', '/system/user', { userId: 1, nickName: 'Admin' });
    // Nobody tells of a time that has passed: the streams ask every ten seconds.
    vi.advanceTimersByTime(10_000);
    await again();
  });
});
