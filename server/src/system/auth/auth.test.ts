import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, dataOf, startTestHost, type TestHost } from '../testing/host.ts';

let host: TestHost;
beforeAll(async () => (host = await startTestHost()));
afterAll(() => host.stop());

const login = (username: string, password: string, tenantId?: string) =>
  host.anonymous('POST', '/auth/login', { username, password, tenantId });

describe('login', () => {
  it('returns a valid token of 256 bits with its lifetime in seconds', async () => {
    const answer = await login('admin', ADMIN_PASSWORD);
    const { token, expiresIn } = dataOf<{ token: string; expiresIn: number }>(answer);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(expiresIn).toBe(72 * 3600);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const info = await host.as(token)('GET', '/system/user/getInfo');
    expect(info.body.data).toMatchObject({
      user: { userName: 'admin', nickName: 'Administrator', tenantId: '000000' },
      roles: ['admin'],
      permissions: ['*:*:*'],
      tenant: { tenantId: '000000' },
    });
  });

  it('ignores case and surrounding blanks of user names', async () => {
    expect((await login(' ADMIN ', ADMIN_PASSWORD)).status).toBe(200);
  });

  it('responds equally to a wrong password, an unknown user and an unknown tenant', async () => {
    const answers = [
      await login('admin', 'wrong-password'),
      await login('nobody', 'wrong-password'),
      await login('admin', ADMIN_PASSWORD, 'nowhere'),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect({ ...body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' });
      expect(body.error).toBe('LOGIN_FAILED');
    }
  });

  it('limits attempts from one address', async () => {
    const limited = await startTestHost({ args: ['--session.login-rate-max=3'] });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const answer = await limited.anonymous('POST', '/auth/login', { username: `u${i}x`, password: 'x' });
      statuses.push(answer.status);
      if (i === 3) {
        expect(answer.body.error).toBe('LOGIN_RATE_LIMITED');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    await limited.stop();
  });

  it('treats the addresses of one IPv6 network as one', async () => {
    const args = ['--session.login-rate-max=3', '--server.trust-proxy=true'];
    const limited = await startTestHost({ args });
    const from = async (ip: string) => {
      const wrong = { username: `u${ip.length}`, password: 'x' };
      return (await limited.anonymous('POST', '/auth/login', wrong, { 'x-forwarded-for': ip })).status;
    };
    const statuses: number[] = [];
    for (const end of ['1', '22', '333', '4444']) statuses.push(await from(`2001:db8:0:ff::${end}`));
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(await from('2001:db8:0:100::1')).toBe(401);
    await limited.stop();
  });
});

describe('sessions', () => {
  it('end by logout, at once', async () => {
    const client = await host.admin();
    expect((await client('POST', '/auth/logout')).status).toBe(200);
    const after = await client('GET', '/system/user/getInfo');
    expect(after.status).toBe(401);
    expect(after.body.error).toBe('SESSION_EXPIRED');
  });

  it('end after the idle time, which each use renews', async () => {
    const client = await host.admin();
    for (let i = 0; i < 3; i += 1) {
      host.clock.advance(119 * 60_000);
      expect((await client('GET', '/auth/sessions')).status).toBe(200);
    }
    host.clock.advance(121 * 60_000);
    expect((await client('GET', '/auth/sessions')).body.error).toBe('SESSION_EXPIRED');
  });

  it('end after the absolute time, even if they are used', async () => {
    const client = await host.admin();
    for (let i = 0; i < 71; i += 1) {
      host.clock.advance(3_600_000);
      expect((await client('GET', '/auth/sessions')).status).toBe(200);
    }
    host.clock.advance(3_600_000);
    expect((await client('GET', '/auth/sessions')).status).toBe(401);
  });

  it('are listed, and ended one by one, by their owner only', async () => {
    const [first, second] = [await host.admin(), await host.admin()];
    const own = dataOf<Array<{ sessionId: number; current: boolean }>>(await first('GET', '/auth/sessions'));
    const current = own.filter((session) => session.current);
    expect(current).toHaveLength(1);
    const others = own.filter((session) => !session.current);
    for (const { sessionId } of others) {
      expect((await first('DELETE', `/auth/sessions/${sessionId}`)).status).toBe(200);
    }
    expect((await second('GET', '/auth/sessions')).status).toBe(401);
    expect((await first('DELETE', '/auth/sessions/12345')).body.error).toBe('RECORD_NOT_FOUND');
  });

  it('survive a restart of the host', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'platform-restart-'));
    const before = await startTestHost({ directory });
    const { token } = dataOf<{ token: string }>(
      await before.anonymous('POST', '/auth/login', { username: 'admin', password: ADMIN_PASSWORD }),
    );
    expect((await before.as(token)('GET', '/auth/sessions')).status).toBe(200);
    await before.stop();
    const after = await startTestHost({ directory });
    expect((await after.as(token)('GET', '/auth/sessions')).status).toBe(200);
    await after.stop();
    await rm(directory, { recursive: true });
  });

  it('store no token in the database', async () => {
    const { readFile } = await import('node:fs/promises');
    const { token } = dataOf<{ token: string }>(await login('admin', ADMIN_PASSWORD));
    const files = ['platform.db', 'platform.db-wal'].map((name) => `${host.directory}/${name}`);
    for (const file of files) {
      const bytes = await readFile(file).catch(() => Buffer.alloc(0));
      expect(bytes.includes(token)).toBe(false);
    }
  });
});
