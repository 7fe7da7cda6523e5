import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { dataOf, startTestHost, type Answer, type Client, type TestHost } from '../testing/host.ts';

const DAY = 86_400_000;
const FIRST = 'Seven-blue-kites-0';

let host: TestHost;
let admin: Client;
let count = 0;
beforeAll(async () => {
  const args = ['--password.history=3', '--password.max-age-days=90', '--password.classes=2'];
  host = await startTestHost({ args: [...args, '--password.min-length=12'] });
  admin = await host.admin();
});
afterAll(() => host.stop());

const errorOf = ({ status, body }: Answer) => [status, body.error];
const login = (username: string, password: string, headers: Record<string, string> = {}) =>
  host.anonymous('POST', '/auth/login', { username, password }, headers);
const renew = (ticket: string | undefined, newPassword: string, headers: Record<string, string> = {}) =>
  host.anonymous('POST', '/auth/login/password', { ticket, newPassword }, headers);

async function user(): Promise<{ name: string; userId: number }> {
  admin = await adminNow();
  const name = `aged${(count += 1)}`;
  const answer = await admin('POST', '/system/user', { userName: name, nickName: name, password: FIRST });
  return { name, userId: dataOf<{ userId: number }>(answer).userId };
}

/** The administrator's own password expires, too. */
async function adminNow(): Promise<Client> {
  const { query } = host.services.use(DATABASE);
  const changed = { password_changed_at: new Date(host.clock.now()).toISOString() };
  await requestContext.runAs('000000', () =>
    query.updateTable('sys_user').set(changed).where('user_name', '=', 'admin').execute(),
  );
  return host.admin();
}

describe('the rules of the operator', () => {
  it.each(['Short-pass1', 'nineteencharacters'])('refuse %j wherever a password is set', async (weak) => {
    const { name, userId } = await user();
    const added = await admin('POST', '/system/user', { userName: 'x1', nickName: 'x', password: weak });
    expect(errorOf(added)).toEqual([400, 'PASSWORD_TOO_WEAK']);
    const reset = await admin('PUT', `/system/user/${userId}/password`, { password: weak });
    expect(errorOf(reset)).toEqual([400, 'PASSWORD_TOO_WEAK']);
    const own = await host.login(name, FIRST);
    const change = { oldPassword: FIRST, newPassword: weak };
    expect(errorOf(await own('PUT', '/system/user/profile/password', change))).toEqual([
      400,
      'PASSWORD_TOO_WEAK',
    ]);
  });

  it('let no generated password fail', async () => {
    const answer = await admin('POST', '/system/user', { userName: 'generated', nickName: 'G' });
    const { password = '' } = dataOf<{ password?: string }>(answer);
    expect(dataOf<{ token?: string }>(await login('generated', password)).token).toBeDefined();
  });
});

describe('the history', () => {
  it('refuses the last three passwords, and takes the fourth again', async () => {
    const { name, userId } = await user();
    let current = FIRST;
    const change = async (newPassword: string) => {
      const own = await host.login(name, current);
      const answer = await own('PUT', '/system/user/profile/password', { oldPassword: current, newPassword });
      if (answer.status === 200) current = newPassword;
      return answer;
    };
    expect(errorOf(await change(FIRST))).toEqual([409, 'PASSWORD_UNCHANGED']);
    expect((await change('Seven-blue-kites-1')).status).toBe(200);
    expect((await change('Seven-blue-kites-2')).status).toBe(200);
    expect(errorOf(await change(FIRST))).toEqual([409, 'PASSWORD_REUSED']);
    expect(errorOf(await change('Seven-blue-kites-1'))).toEqual([409, 'PASSWORD_REUSED']);
    expect((await change('Seven-blue-kites-3')).status).toBe(200);
    expect((await change(FIRST)).status).toBe(200);
    const { query } = host.services.use(DATABASE);
    const kept = () =>
      query.selectFrom('sys_password_history').where('user_id', '=', userId).selectAll().execute();
    expect(await kept()).toHaveLength(2);
    expect(JSON.stringify(await kept())).not.toContain('kites');
    await admin('DELETE', `/system/user/${userId}`);
    expect(await kept()).toEqual([]);
  });
});

describe('an expired password', () => {
  it('is replaced within the login, before there is a session', async () => {
    const { name } = await user();
    host.clock.advance(89 * DAY);
    expect(dataOf<{ token?: string }>(await login(name, FIRST)).token).toBeDefined();
    const before = await host.login(name, FIRST);
    host.clock.advance(DAY);
    const first = await login(name, FIRST, { 'x-session': 'cookie' });
    expect(first.headers.getSetCookie()).toEqual([]);
    const { next, ticket, token } = dataOf<{ next: string; ticket: string; token?: string }>(first);
    expect([next, token]).toEqual(['password', undefined]);
    expect(errorOf(await renew(ticket, FIRST))).toEqual([409, 'PASSWORD_UNCHANGED']);
    expect(errorOf(await renew(ticket, 'weak'))).toEqual([400, 'PASSWORD_TOO_WEAK']);
    // A ticket for one step is none for another.
    const asCode = await host.anonymous('POST', '/auth/login/totp', { ticket, code: '123456' });
    expect(errorOf(asCode)).toEqual([401, 'LOGIN_TICKET_INVALID']);
    const done = await renew(ticket, 'Seven-blue-kites-9', { 'x-session': 'cookie' });
    expect(done.headers.getSetCookie()).toHaveLength(2);
    expect((await before('GET', '/auth/sessions')).status).toBe(401);
    expect(errorOf(await renew(ticket, 'Seven-blue-kites-8'))).toEqual([401, 'LOGIN_TICKET_INVALID']);
    expect(dataOf<{ token?: string }>(await login(name, 'Seven-blue-kites-9')).token).toBeDefined();
  });

  it('of a locked account stays', async () => {
    const { name, userId } = await user();
    host.clock.advance(90 * DAY);
    const { ticket } = dataOf<{ ticket: string }>(await login(name, FIRST));
    admin = await adminNow();
    await admin('PUT', `/system/user/${userId}/lock`, {});
    expect(errorOf(await renew(ticket, 'Seven-blue-kites-9'))).toEqual([403, 'ACCOUNT_LOCKED']);
  });
});
