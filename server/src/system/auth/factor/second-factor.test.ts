import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataOf, startTestHost, type Answer, type Client, type TestHost } from '../../testing/host.ts';

const PASSWORD = 'seven-blue-kites';

interface LoginAnswer {
  readonly token?: string;
  readonly next?: string;
  readonly ticket?: string;
  readonly enrolment?: { readonly secret: string; readonly uri: string; readonly qr: string };
  readonly recoveryCodes?: string[];
}

let host: TestHost;
let admin: Client;
let count = 0;
let name: string;
let userId: number;
beforeAll(async () => (host = await startTestHost({ args: ['--server.trust-proxy=true'] })));
afterAll(() => host.stop());
beforeEach(async () => {
  admin = await host.admin();
  name = `user${(count += 1)}`;
  const added = await admin('POST', '/system/user', { userName: name, nickName: name, password: PASSWORD });
  ({ userId } = dataOf<{ userId: number }>(added));
});

const from = { 'x-forwarded-for': '192.0.2.1' };
const password = (headers: Record<string, string> = from) =>
  host.anonymous('POST', '/auth/login', { username: name, password: PASSWORD }, headers);
const second = (ticket: string | undefined, code: string, headers: Record<string, string> = from) =>
  host.anonymous('POST', '/auth/login/totp', { ticket, code }, headers);
/** The code that an authenticator shows, `steps` periods from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: host.clock.now() + steps * 30_000 });
const errorOf = ({ status, body }: Answer) => [status, body.error];
const nextPeriod = () => host.clock.advance(30_000);

/** A user with an authenticator, and a client that has been logged in before. */
async function enrolled(): Promise<{ client: Client; secret: string; recoveryCodes: string[] }> {
  const client = await host.login(name, PASSWORD);
  const { secret } = dataOf<{ secret: string }>(await client('POST', '/auth/second-factor'));
  const confirmed = await client('POST', '/auth/second-factor/confirm', { code: codeOf(secret) });
  nextPeriod();
  return { client, secret, ...dataOf<{ recoveryCodes: string[] }>(confirmed) };
}

async function ticket(): Promise<string> {
  const { next, ticket: given, token } = dataOf<LoginAnswer>(await password());
  expect([next, token]).toEqual(['totp', undefined]);
  return given ?? '';
}

async function setting(configKey: string, configValue: string): Promise<() => Promise<unknown>> {
  const { configId } = dataOf<{ configId: number }>(
    await admin('POST', '/system/config', { configKey, configValue }),
  );
  return () => admin('DELETE', `/system/config/${configId}`);
}

describe('setting an authenticator up', () => {
  it('takes its first code, ends the other sessions, and shows ten recovery codes', async () => {
    const other = await host.login(name, PASSWORD);
    const { client, recoveryCodes } = await enrolled();
    expect(recoveryCodes).toHaveLength(10);
    expect((await other('GET', '/auth/sessions')).status).toBe(401);
    expect(dataOf(await client('GET', '/auth/second-factor'))).toMatchObject({
      policy: 'allowed',
      enrolled: true,
      recoveryCodesLeft: 10,
    });
    const rows = (await admin('GET', `/system/user/list?userName=${name}`)).body.rows ?? [];
    expect(rows[0]?.['secondFactor']).toBe(true);
  });

  it('counts for nothing before its first code', async () => {
    const client = await host.login(name, PASSWORD);
    const started = await client('POST', '/auth/second-factor');
    expect(started.headers.get('cache-control')).toBe('no-store');
    const wrong = await client('POST', '/auth/second-factor/confirm', { code: '000000' });
    expect(errorOf(wrong)).toEqual([400, 'SECOND_FACTOR_WRONG']);
    expect(dataOf<LoginAnswer>(await password()).token).toBeDefined();
  });

  it('needs a fresh proof, as does removing it', async () => {
    const client = await host.login(name, PASSWORD);
    host.clock.advance(16 * 60_000);
    expect(errorOf(await client('POST', '/auth/second-factor'))).toEqual([403, 'PROOF_NEEDED']);
    expect(errorOf(await client('DELETE', '/auth/second-factor'))).toEqual([403, 'PROOF_NEEDED']);
    expect(errorOf(await client('POST', '/auth/second-factor/recovery-codes'))).toEqual([
      403,
      'PROOF_NEEDED',
    ]);
  });

  it('is refused twice, and without a start', async () => {
    const client = await host.login(name, PASSWORD);
    const early = await client('POST', '/auth/second-factor/confirm', { code: '123456' });
    expect(errorOf(early)).toEqual([409, 'SECOND_FACTOR_MISSING']);
    expect(errorOf(await client('DELETE', '/auth/second-factor'))).toEqual([409, 'SECOND_FACTOR_MISSING']);
    const { client: again } = await enrolled();
    expect(errorOf(await again('POST', '/auth/second-factor'))).toEqual([409, 'SECOND_FACTOR_PRESENT']);
  });

  it('keeps neither secret nor recovery codes readable in the database', async () => {
    const { recoveryCodes, secret } = await enrolled();
    for (const file of ['platform.db', 'platform.db-wal']) {
      const bytes = await readFile(`${host.directory}/${file}`).catch(() => Buffer.alloc(0));
      expect(bytes.includes(secret)).toBe(false);
      for (const code of recoveryCodes) {
        expect(bytes.includes(code) || bytes.includes(code.replaceAll('-', ''))).toBe(false);
      }
    }
  });
});

describe('a login with an authenticator', () => {
  it('has two steps, and logs the second as the login', async () => {
    const { secret } = await enrolled();
    const done = await second(await ticket(), codeOf(secret));
    expect(done.headers.get('cache-control')).toBe('no-store');
    const { token = '' } = dataOf<LoginAnswer>(done);
    expect((await host.as(token)('GET', '/system/user/getInfo')).status).toBe(200);
  });

  it('gives a browser its cookies with the second step only', async () => {
    const { secret } = await enrolled();
    const browser = { ...from, 'x-session': 'cookie' };
    const first = await password(browser);
    expect(first.headers.getSetCookie()).toEqual([]);
    const foreign = { ...browser, 'sec-fetch-site': 'cross-site' };
    const given = dataOf<LoginAnswer>(first).ticket;
    expect(errorOf(await second(given, codeOf(secret), foreign))).toEqual([403, 'CSRF_TOKEN_INVALID']);
    const done = await second(given, codeOf(secret), { ...browser, cookie: 'platform_session_x=old' });
    expect(done.headers.getSetCookie()).toHaveLength(2);
    expect(dataOf<LoginAnswer>(done).token).toBeUndefined();
  });

  it('takes a code once, also of requests at the same time', async () => {
    const { secret } = await enrolled();
    const code = codeOf(secret);
    const given = await ticket();
    const answers = await Promise.all(
      [1, 2, 3].map((at) => second(given, code, { 'x-forwarded-for': `198.51.10${at}.1` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(errorOf(await second(given, code))).toEqual([401, 'SECOND_FACTOR_WRONG']);
  });

  it('takes codes of the neighbouring time steps, none before one that was used', async () => {
    const { secret } = await enrolled();
    nextPeriod();
    nextPeriod();
    expect((await second(await ticket(), codeOf(secret, 1))).status).toBe(200);
    expect(errorOf(await second(await ticket(), codeOf(secret, 0)))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    expect(errorOf(await second(await ticket(), codeOf(secret, -1)))).toEqual([401, 'SECOND_FACTOR_WRONG']);
  });

  it('takes each recovery code once, in any spelling', async () => {
    const { recoveryCodes, client } = await enrolled();
    const [code = ''] = recoveryCodes;
    expect((await second(await ticket(), ` ${code.toUpperCase()} `)).status).toBe(200);
    expect(errorOf(await second(await ticket(), code))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    expect(dataOf(await client('GET', '/auth/second-factor'))).toMatchObject({ recoveryCodesLeft: 9 });
    const { recoveryCodes: next } = dataOf<{ recoveryCodes: string[] }>(
      await client('POST', '/auth/second-factor/recovery-codes'),
    );
    expect(errorOf(await second(await ticket(), recoveryCodes[1] ?? ''))).toEqual([
      401,
      'SECOND_FACTOR_WRONG',
    ]);
    const elsewhere = { 'x-forwarded-for': '198.51.100.9' };
    expect((await second(await ticket(), next[0] ?? '', elsewhere)).status).toBe(200);
  });

  it('counts wrong codes as wrong logins, which the right password does not take back', async () => {
    await enrolled();
    const network = { 'x-forwarded-for': '203.0.113.7' };
    const outcomes: unknown[] = [];
    for (let at = 0; at < 3; at += 1) {
      const first = await password(network);
      outcomes.push(first.status);
      outcomes.push((await second(dataOf<LoginAnswer>(first).ticket, '000000', network)).status);
    }
    expect(outcomes).toEqual([200, 401, 200, 401, 200, 429]);
    expect(errorOf(await password(network))).toEqual([429, 'LOGIN_LOCKED']);
    // Elsewhere, the owner can still log in.
    expect((await password({ 'x-forwarded-for': '192.0.2.77' })).status).toBe(200);
  });

  it.each([
    '',
    'x',
    'x.y',
    'e30.x',
    'bnVsbA.x',
    `${Buffer.from('{"userId":1,"step":"totp","until":9e15}').toString('base64url')}.x`,
  ])('refuses the ticket %j', async (forged) => {
    const answer = await second(forged, '123456');
    expect([400, 401]).toContain(answer.status);
    if (forged) expect(answer.body.error).toBe('LOGIN_TICKET_INVALID');
  });

  it('refuses a ticket after five minutes, of another user, and after a new password', async () => {
    const { secret } = await enrolled();
    const late = await ticket();
    host.clock.advance(5 * 60_000);
    expect(errorOf(await second(late, codeOf(secret)))).toEqual([401, 'LOGIN_TICKET_INVALID']);
    const given = await ticket();
    const [body = '', code = ''] = given.split('.');
    const content = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const other = Buffer.from(JSON.stringify({ ...content, userId: userId - 1 })).toString('base64url');
    expect(errorOf(await second(`${other}.${code}`, codeOf(secret)))).toEqual([401, 'LOGIN_TICKET_INVALID']);
    await (
      await host.admin()
    )('PUT', `/system/user/${userId}/password`, { password: 'other-blue-kites' });
    expect(errorOf(await second(given, codeOf(secret)))).toEqual([401, 'LOGIN_TICKET_INVALID']);
  });

  it('says that the account is locked or disabled only after the code', async () => {
    const { secret } = await enrolled();
    const given = await ticket();
    await (
      await host.admin()
    )('PUT', `/system/user/${userId}/lock`, {});
    expect(errorOf(await second(given, codeOf(secret)))).toEqual([403, 'ACCOUNT_LOCKED']);
  });
});

describe('a proof', () => {
  it('takes a code once, and not a wrong one', async () => {
    const { client, secret } = await enrolled();
    host.clock.advance(16 * 60_000);
    const code = codeOf(secret);
    const refused = await client('POST', '/auth/proof', { code: '000000' });
    expect(errorOf(refused)).toEqual([400, 'PROOF_FAILED']);
    expect(refused.body.details).toEqual({ field: 'code' });
    expect((await client('POST', '/auth/proof', { code })).status).toBe(200);
    expect(errorOf(await client('POST', '/auth/proof', { code }))).toEqual([400, 'PROOF_FAILED']);
    expect(errorOf(await client('POST', '/auth/proof', {}))).toEqual([400, 'VALIDATION_FAILED']);
    expect((await client('DELETE', '/auth/second-factor')).status).toBe(200);
    expect(dataOf<LoginAnswer>(await password()).token).toBeDefined();
  });
});

describe('the policy of the tenant', () => {
  it('off lets nobody set one up, and still asks who has one', async () => {
    const { secret } = await enrolled();
    const restore = await setting('login.second-factor', 'off');
    const adminOff = await (await host.admin())('POST', '/auth/second-factor');
    expect(errorOf(adminOff)).toEqual([409, 'SECOND_FACTOR_OFF']);
    expect((await second(await ticket(), codeOf(secret))).status).toBe(200);
    await restore();
  });

  it('required sets one up within the login', async () => {
    const restore = await setting('login.second-factor', 'required');
    const first = dataOf<LoginAnswer>(await password());
    await restore();
    expect(first).toMatchObject({
      next: 'enrol',
      enrolment: { uri: expect.stringContaining('otpauth://totp/') as string },
    });
    expect(first.token).toBeUndefined();
    const secret = first.enrolment?.secret ?? '';
    expect(errorOf(await second(first.ticket, '000000'))).toEqual([401, 'SECOND_FACTOR_WRONG']);
    const done = dataOf<LoginAnswer>(await second(first.ticket, codeOf(secret)));
    expect(done.recoveryCodes).toHaveLength(10);
    expect((await host.as(done.token ?? '')('GET', '/auth/sessions')).status).toBe(200);
    nextPeriod();
    expect(errorOf(await second(first.ticket, codeOf(secret)))).toEqual([409, 'SECOND_FACTOR_PRESENT']);
    await ticket();
  });

  it('may require it of holders of a role, who cannot remove it', async () => {
    const { client } = await enrolled();
    const role = dataOf<{ roleId: number }>(
      await admin('POST', '/system/role', { roleName: name, roleKey: name }),
    );
    await admin('PUT', '/system/user', { userId, roleIds: [role.roleId] });
    const restore = await setting('login.second-factor-roles', `other, ${name}`);
    const status = dataOf(await client('GET', '/auth/second-factor'));
    const removed = await client('DELETE', '/auth/second-factor');
    await restore();
    expect(status).toMatchObject({ policy: 'required' });
    expect(errorOf(removed)).toEqual([409, 'SECOND_FACTOR_REQUIRED']);
    expect((await client('DELETE', '/auth/second-factor')).status).toBe(200);
  });

  it('is one of three', async () => {
    const wrong = { configKey: 'login.second-factor', configValue: 'Required' };
    expect(errorOf(await admin('POST', '/system/config', wrong))).toEqual([400, 'CONFIG_VALUE_REFUSED']);
  });

  it('is the stronger one of the own tenant and of the platform', async () => {
    const tenant = { tenantId: `t${count}`, name: 'T', adminUserName: 'boss', adminPassword: PASSWORD };
    await admin('POST', '/system/tenant', tenant);
    const boss = await host.login('boss', PASSWORD, tenant.tenantId);
    const policy = async () => dataOf<{ policy: string }>(await boss('GET', '/auth/second-factor')).policy;
    const own = { configKey: 'login.second-factor', configValue: 'off' };
    const { configId } = dataOf<{ configId: number }>(await boss('POST', '/system/config', own));
    expect(await policy()).toBe('off');
    for (const value of ['allowed', 'required']) {
      const restore = await setting('login.second-factor', value);
      expect(await policy()).toBe(value);
      await restore();
    }
    const ofPlatform = await setting('login.second-factor-roles', 'admin');
    const ofTenant = { configKey: 'login.second-factor-roles', configValue: 'other' };
    await boss('POST', '/system/config', ofTenant);
    expect(await policy()).toBe('required');
    await ofPlatform();
    expect(await policy()).toBe('off');
    await boss('PUT', '/system/config', { configId, configValue: 'required' });
    expect(await policy()).toBe('required');
  });

  it('is never less than what the platform requires, and cannot be set so', async () => {
    const tenant = { tenantId: `w${count}`, name: 'T', adminUserName: 'boss', adminPassword: PASSWORD };
    await admin('POST', '/system/tenant', tenant);
    const boss = await host.login('boss', PASSWORD, tenant.tenantId);
    const off = { configKey: 'login.second-factor', configValue: 'off' };
    const { configId } = dataOf<{ configId: number }>(await boss('POST', '/system/config', off));
    const restore = await setting('login.second-factor', 'required');
    expect(dataOf(await boss('GET', '/auth/second-factor'))).toMatchObject({
      policy: 'required',
      byPlatform: true,
    });
    const change = (configValue: string) => boss('PUT', '/system/config', { configId, configValue });
    expect(errorOf(await change('allowed'))).toEqual([409, 'CONFIG_TOO_WEAK']);
    expect((await change('required')).status).toBe(200);
    await boss('DELETE', `/system/config/${configId}`);
    expect(errorOf(await boss('POST', '/system/config', off))).toEqual([409, 'CONFIG_TOO_WEAK']);
    await restore();
    expect((await boss('POST', '/system/config', off)).status).toBe(200);
  });
});

describe('a reset by an administrator', () => {
  it('removes the factor and ends the sessions', async () => {
    const { client } = await enrolled();
    expect((await admin('DELETE', `/system/user/${userId}/second-factor`)).status).toBe(200);
    expect((await client('GET', '/auth/sessions')).status).toBe(401);
    expect(dataOf<LoginAnswer>(await password()).token).toBeDefined();
  });

  it('needs a proof, and is not for oneself or another tenant', async () => {
    await enrolled();
    const own = dataOf<{ user: { userId: number } }>(await admin('GET', '/system/user/getInfo')).user.userId;
    expect(errorOf(await admin('DELETE', `/system/user/${own}/second-factor`))).toEqual([409, 'USER_SELF']);
    const tenant = { tenantId: `r${count}`, name: 'T', adminUserName: 'boss', adminPassword: PASSWORD };
    await admin('POST', '/system/tenant', tenant);
    const boss = await host.login('boss', PASSWORD, tenant.tenantId);
    const foreign = await boss('DELETE', `/system/user/${userId}/second-factor`);
    expect(errorOf(foreign)).toEqual([404, 'RECORD_NOT_FOUND']);
    host.clock.advance(16 * 60_000);
    const late = await admin('DELETE', `/system/user/${userId}/second-factor`);
    expect(errorOf(late)).toEqual([403, 'PROOF_NEEDED']);
  });

  it('takes factor and codes away with the user', async () => {
    await enrolled();
    expect((await admin('DELETE', `/system/user/${userId}`)).status).toBe(200);
    const { DATABASE } = await import('../../../data/index.ts');
    const { query } = host.services.use(DATABASE);
    for (const table of ['sys_user_factor', 'sys_recovery_code'] as const) {
      expect(await query.selectFrom(table).where('user_id', '=', userId).selectAll().execute()).toEqual([]);
    }
  });
});
