import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN_PASSWORD, dataOf, startTestHost, type Answer, type TestHost } from '../../testing/host.ts';
import { WaitingRoom } from './waiting-room.ts';

let host: TestHost;
beforeAll(
  async () =>
    (host = await startTestHost({ args: ['--server.trust-proxy=true', '--session.lock-seconds=60'] })),
);
afterAll(() => host.stop());

const from = (ip: string, username: string, password = 'wrong-password') =>
  host.anonymous('POST', '/auth/login', { username, password }, { 'x-forwarded-for': ip });
const retryAfter = (answer: Answer): number => Number(answer.headers.get('retry-after'));

async function fail(ip: string, username: string, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) expect((await from(ip, username)).status).toBe(401);
}

async function user(userName: string): Promise<number> {
  const admin = await host.login('admin', ADMIN_PASSWORD);
  const answer = await admin('POST', '/system/user', {
    userName,
    nickName: userName,
    password: ADMIN_PASSWORD,
  });
  return dataOf<{ userId: number }>(answer).userId;
}

describe('findings: security 17: failed logins', () => {
  it.each(['known', 'ghost'])(
    'of %s: the sixth attempt must wait, even with the right password',
    async (name) => {
      if (name === 'known') await user(name);
      await fail('192.0.2.1', name, 5);
      const locked = await from('192.0.2.1', name, ADMIN_PASSWORD);
      expect({ status: locked.status, error: locked.body.error }).toEqual({
        status: 429,
        error: 'LOGIN_LOCKED',
      });
      expect(retryAfter(locked)).toBeGreaterThan(50);
      expect(retryAfter(locked)).toBeLessThanOrEqual(60);
      host.clock.advance(61_000);
      await fail('192.0.2.1', name, 1);
      expect(retryAfter(await from('192.0.2.1', name))).toBeGreaterThan(100);
    },
  );

  it('apply to the network in each of its spellings only, so the owner can log in', async () => {
    await user('owner');
    await fail('198.51.100.1', 'owner', 5);
    for (const ip of ['198.51.100.200', '::ffff:198.51.100.3']) {
      expect((await from(ip, 'owner', ADMIN_PASSWORD)).status).toBe(429);
    }
    expect((await from('203.0.113.9', 'owner', ADMIN_PASSWORD)).status).toBe(200);
    // The network that was wrong still waits.
    expect((await from('198.51.100.1', 'owner', ADMIN_PASSWORD)).status).toBe(429);
  });

  it('over many networks never lock an account, but delay responses, also for the right password', async () => {
    await user('many');
    for (let i = 0; i < 7; i += 1) await fail(`10.0.${i}.1`, 'many', 1);
    const wait = vi.spyOn(WaitingRoom.prototype, 'wait');
    const before = performance.now();
    expect((await from('10.1.0.1', 'many', ADMIN_PASSWORD)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(900);
    expect(wait.mock.lastCall?.[0]).toBeGreaterThan(900);
    expect((await from('10.1.0.1', 'many', ADMIN_PASSWORD)).status).toBe(200);
    expect(wait.mock.lastCall?.[0]).toBe(0);
    wait.mockRestore();
  });

  it('are reported to the owner once', async () => {
    await user('told');
    for (let i = 0; i < 6; i += 1) await fail(`10.2.${i}.1`, 'told', 1);
    const told = await host.login('told', ADMIN_PASSWORD);
    await expect
      .poll(async () => (await told('GET', '/system/message/list')).body.rows?.map((row) => row['title']))
      .toEqual(['Failed logins to your account']);
  });

  it('outlast a restart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'platform-restart-'));
    const options = { directory, args: ['--session.lock-seconds=60'] };
    const attempt = { username: 'ghost', password: 'wrong-password' };
    const before = await startTestHost(options);
    for (let i = 0; i < 5; i += 1) await before.anonymous('POST', '/auth/login', attempt);
    await before.stop();
    const after = await startTestHost(options);
    expect((await after.anonymous('POST', '/auth/login', attempt)).body.error).toBe('LOGIN_LOCKED');
    await after.stop();
    await rm(directory, { recursive: true });
  });

  it('that happen at the same time all count', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => from('192.0.2.77', 'parallel')));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15);
  });

  it('are cleared by an administrator, with a manual lock', async () => {
    const userId = await user('helped');
    await fail('192.0.2.8', 'helped', 5);
    const admin = await host.login('admin', ADMIN_PASSWORD);
    expect((await admin('PUT', `/system/user/${userId}/unlock`)).status).toBe(200);
    expect((await from('192.0.2.8', 'helped', ADMIN_PASSWORD)).status).toBe(200);
  });
});

describe('PUT /system/user/{id}/lock', () => {
  it('ends the sessions, and shows the lock only to callers with the password', async () => {
    const userId = await user('locked');
    const own = await host.login('locked', ADMIN_PASSWORD);
    const admin = await host.login('admin', ADMIN_PASSWORD);
    expect((await admin('PUT', `/system/user/${userId}/lock`)).status).toBe(200);
    expect((await own('GET', '/system/user/getInfo')).status).toBe(401);
    expect((await from('192.0.2.9', 'locked')).body.error).toBe('LOGIN_FAILED');
    const answer = await from('192.0.2.9', 'locked', ADMIN_PASSWORD);
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 403,
      error: 'ACCOUNT_LOCKED',
    });
    expect((await admin('PUT', `/system/user/${userId}/unlock`)).status).toBe(200);
    expect((await from('192.0.2.9', 'locked', ADMIN_PASSWORD)).status).toBe(200);
  });

  it('refuses the own account', async () => {
    const admin = await host.login('admin', ADMIN_PASSWORD);
    const me = dataOf<{ user: { userId: number } }>(await admin('GET', '/system/user/getInfo'));
    expect((await admin('PUT', `/system/user/${me.user.userId}/lock`)).body.error).toBe('USER_SELF');
  });
});

describe('the waiting room', () => {
  it('admits a limited number, releases those who leave, and refuses others at once', async () => {
    const room = new WaitingRoom(2);
    const leaving = new AbortController();
    const stay = new AbortController();
    const first = room.wait(60_000, leaving.signal);
    const second = room.wait(60_000, stay.signal);
    await expect(room.wait(5_000, stay.signal)).rejects.toMatchObject({
      code: 'LOGIN_RATE_LIMITED',
      seconds: 5,
    });
    leaving.abort();
    await expect(first).rejects.toMatchObject({ status: 429 });
    await room.wait(1, stay.signal);
    stay.abort();
    await expect(second).rejects.toMatchObject({ status: 429 });
  });
});
