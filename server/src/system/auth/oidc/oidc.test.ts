import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { dataOf, startTestHost, type Client, type TestHost } from '../../testing/host.ts';
import { readProviders } from './providers-file.ts';
import { ProviderBrowser } from './testing/provider-browser.ts';
import { providerOf } from './testing/provider-of.ts';

/** People that the provider knows, by the name that they log in with there. */
const PEOPLE: Record<string, Record<string, unknown>> = {
  ada: {
    preferred_username: 'Ada',
    name: 'Ada L.',
    email: 'ada@example.com',
    email_verified: true,
    groups: ['staff'],
  },
  eve: { preferred_username: 'eve', email: 'boss@example.com', email_verified: false, groups: [] },
  boss: { preferred_username: 'other', email: 'boss@example.com', email_verified: true, groups: [] },
  admin: { preferred_username: 'admin', email: 'x@example.com', email_verified: true, groups: ['staff'] },
};

let directory: string;
let server: Server;
let issuer: string;
let host: TestHost;
let admin: Client;

class Browser extends ProviderBrowser {
  constructor() {
    super(host.origin);
  }
}

beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  directory = await mkdtemp(join(tmpdir(), 'platform-oidc-'));
  const common = { issuer, 'client-id': 'platform', 'client-secret': 'client-secret', 'allow-http': true };
  const providers = {
    corporate: { ...common, name: 'Corporate', create: true, match: 'email', roles: { staff: 'clerk' } },
    strict: { ...common, name: 'Strict', logout: true },
    away: { ...common, name: 'Away', issuer: 'http://127.0.0.1:9' },
  };
  await writeFile(join(directory, 'oidc.yml'), stringify(providers));
  host = await startTestHost({ directory, args: ['--oidc.providers=oidc.yml'] });
  admin = await host.admin();
  const callbacks = Object.keys(providers).map((id) => `${host.origin}/prod-api/auth/oidc/${id}/callback`);
  // It warns of its keys and its memory, which are for tests.
  const warnings = vi.spyOn(console, 'warn').mockReturnValue();
  const client = { redirect_uris: callbacks, post_logout_redirect_uris: [`${host.origin}/login`] };
  server.on('request', providerOf(issuer, PEOPLE, client));
  warnings.mockRestore();
});
afterAll(async () => {
  await host.stop();
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});

describe('a login with a provider', () => {
  it('adds the person with the roles of the claims, and finds them again by subject', async () => {
    const role = await admin('POST', '/system/role', { roleName: 'Clerk', roleKey: 'clerk' });
    expect(role.status).toBe(200);
    const browser = new Browser();
    expect(await browser.through('ada', 'corporate', '?redirect=%2Fmarket')).toBe(
      '/login?oidc=corporate&redirect=%2Fmarket',
    );
    const { data } = await browser.session();
    const info = await host.as(data?.token ?? '')('GET', '/system/user/getInfo');
    expect(info.body.data).toMatchObject({ user: { userName: 'ada', nickName: 'Ada L.' }, roles: ['clerk'] });
    PEOPLE['ada'] = { ...PEOPLE['ada'], preferred_username: 'renamed', groups: [] };
    const again = new Browser();
    await again.through('ada');
    const second = await again.session();
    const later = await host.as(second.data?.token ?? '')('GET', '/system/user/getInfo');
    expect(later.body.data).toMatchObject({ user: { userName: 'ada' }, roles: [] });
    const logged = (await (await host.admin())('GET', '/system/rightsLog/list?subject=ada')).body.rows ?? [];
    expect(logged.map(({ kind, added, removed, cause }) => [kind, added, removed, cause])).toEqual([
      ['user-roles', [], ['clerk'], 'oidc:corporate'],
      ['user-roles', ['clerk'], [], 'oidc:corporate'],
      ['user-state', ['enabled'], [], 'oidc:corporate'],
    ]);
  });

  it('gives a browser its cookies, and the outcome once', async () => {
    const browser = new Browser();
    await browser.through('ada');
    const [[, flow] = []] = [...browser.cookies].filter(([key]) => key.includes('platform_oidc_'));
    expect(flow?.path).toBe('/prod-api/auth/oidc/corporate');
    const done = await browser.session('corporate', { 'x-session': 'cookie' });
    expect(done.data?.token).toBeUndefined();
    expect([...browser.cookies.keys()].some((key) => key.includes('platform_session_'))).toBe(true);
    expect((await browser.session()).error).toBe('OIDC_FLOW_LOST');
  });

  it('audit: gives no second session to a copy of the cookie', async () => {
    const browser = new Browser();
    await browser.through('ada');
    const copy = new Browser();
    for (const [key, cookie] of browser.cookies) copy.cookies.set(key, cookie);
    expect(await browser.session()).toMatchObject({ status: 200 });
    expect(await copy.session()).toMatchObject({ status: 401, error: 'OIDC_FLOW_LOST' });
  });

  it('links a user by a verified address only', async () => {
    const user = {
      userName: 'boss',
      nickName: 'Boss',
      password: 'seven-blue-kites',
      email: 'boss@example.com',
    };
    await admin('POST', '/system/user', user);
    const of = async (person: string) => {
      const browser = new Browser();
      await browser.through(person);
      const { data } = await browser.session();
      const info = await host.as(data?.token ?? '')('GET', '/system/user/getInfo');
      return dataOf<{ user: { userName: string } }>(info).user.userName;
    };
    expect(await of('eve')).toBe('eve');
    expect(await of('boss')).toBe('boss');
  });

  it('takes nobody over by name, and adds nobody where it may not', async () => {
    const browser = new Browser();
    await browser.through('admin');
    expect(await browser.session()).toMatchObject({ status: 403, error: 'OIDC_ACCOUNT_UNKNOWN' });
    const strict = new Browser();
    await strict.through('ada', 'strict');
    expect(await strict.session('strict')).toMatchObject({ status: 403, error: 'OIDC_ACCOUNT_UNKNOWN' });
  });

  it('is refused where the provider refuses', async () => {
    const browser = new Browser();
    await browser.through('nobody');
    expect(await browser.session()).toMatchObject({ status: 401, error: 'OIDC_CANCELLED' });
  });

  it('says that the provider is away, on the login page', async () => {
    const browser = new Browser();
    expect(await browser.through('ada', 'away')).toBe('/login?oidc=away');
    expect(await browser.session('away')).toMatchObject({ status: 503, error: 'OIDC_UNAVAILABLE' });
  });

  it('is for a locked account refused, and asks for its second factor', async () => {
    const browser = new Browser();
    await browser.through('ada');
    const rows = (await admin('GET', '/system/user/list?userName=ada')).body.rows ?? [];
    const userId = String(rows[0]?.['userId']);
    await admin('PUT', `/system/user/${userId}/lock`, {});
    expect(await browser.session()).toMatchObject({ status: 403, error: 'ACCOUNT_LOCKED' });
    await admin('PUT', `/system/user/${userId}/unlock`, {});
    const setting = { configKey: 'login.second-factor', configValue: 'required' };
    const { configId } = dataOf<{ configId: number }>(await admin('POST', '/system/config', setting));
    const next = new Browser();
    await next.through('ada');
    const { data } = await next.session();
    await admin('DELETE', `/system/config/${configId}`);
    expect(data).toMatchObject({ next: 'enrol' });
    expect(data?.token).toBeUndefined();
  });
});

describe('a proof by the provider', () => {
  it('is taken of the same person only', async () => {
    const browser = new Browser();
    await browser.through('ada');
    const { data } = await browser.session();
    const token = { authorization: `Bearer ${data?.token}` };
    await browser.through('ada', 'corporate', '?purpose=proof');
    expect(await browser.post('/auth/oidc/corporate/proof', token)).toMatchObject({ status: 200 });
    const other = new Browser();
    await other.through('eve', 'corporate', '?purpose=proof');
    const refused = await other.post('/auth/oidc/corporate/proof', token);
    expect(refused).toMatchObject({ error: 'OIDC_OTHER_PERSON' });
  });

  it('begins no session, and a login is no proof', async () => {
    const browser = new Browser();
    await browser.through('ada', 'corporate', '?purpose=proof');
    expect((await browser.session()).error).toBe('OIDC_FLOW_LOST');
    await browser.through('ada');
    const { data } = await browser.session();
    await browser.through('ada');
    const token = { authorization: `Bearer ${data?.token}` };
    const answer = await browser.post('/auth/oidc/corporate/proof', token);
    expect(answer).toMatchObject({ error: 'OIDC_FLOW_LOST' });
  });

  it('is none where the provider takes an earlier login for it', async () => {
    const browser = new Browser();
    await browser.through('ada');
    const { data } = await browser.session();
    const token = { authorization: `Bearer ${data?.token}` };
    expect(await browser.through('ada stale', 'corporate', '?purpose=proof')).toBe(
      '/login/return?oidc=corporate',
    );
    const answer = await browser.post('/auth/oidc/corporate/proof', token);
    expect(answer).toMatchObject({ status: 401, error: 'OIDC_NOT_FRESH' });
  });

  it('is what people without a password have', async () => {
    const browser = new Browser();
    await browser.through('ada');
    const ada = host.as((await browser.session()).data?.token ?? '');
    expect(dataOf(await ada('GET', '/auth/proof'))).toEqual({
      password: false,
      code: false,
      providers: [{ id: 'corporate', name: 'Corporate' }],
    });
    expect((await ada('POST', '/auth/proof', { password: 'x' })).body.error).toBe('PROOF_FAILED');
    const ways = dataOf(await (await host.admin())('GET', '/auth/proof'));
    expect(ways).toEqual({ password: true, code: false, providers: [] });
  });
});

describe('accounts at providers', () => {
  interface Linked {
    identityId: number;
    provider: string;
    subject: string;
  }
  const linkedOf = async (client: Client) => dataOf<Linked[]>(await client('GET', '/auth/identities'));
  /** A browser that is logged in with a token. */
  const link = async (browser: Browser, token: string, person: string) => {
    const authorization = { authorization: `Bearer ${token}` };
    const begun = await browser.post('/auth/oidc/strict/link', authorization);
    if (!begun.data?.location) return begun;
    expect(await browser.follow(person, begun.data.location)).toBe('/system/account?oidc=strict');
    return browser.post('/auth/oidc/strict/identity', authorization);
  };
  const tokenOf = async (person: string) => {
    const browser = new Browser();
    await browser.through(person);
    return (await browser.session()).data?.token ?? '';
  };

  it('are linked by whoever has proved to be the user, and then log in', async () => {
    const token = await tokenOf('ada');
    const ada = host.as(token);
    expect(await linkedOf(ada)).toMatchObject([
      { provider: 'corporate', providerName: 'Corporate', available: true, subject: 'ada@example.com' },
    ]);
    expect(await link(new Browser(), token, 'ada')).toMatchObject({ status: 200 });
    expect((await linkedOf(ada)).map(({ provider }) => provider)).toEqual(['corporate', 'strict']);
    const browser = new Browser();
    await browser.through('ada', 'strict');
    expect(await browser.session('strict')).toMatchObject({ status: 200 });
    host.clock.advance(16 * 60_000);
    expect((await ada('POST', '/auth/oidc/strict/link')).body.error).toBe('PROOF_NEEDED');
    const [first] = await linkedOf(ada);
    expect((await ada('DELETE', `/auth/identities/${first?.identityId}`)).body.error).toBe('PROOF_NEEDED');
  });

  it('are linked by nobody else with the same browser, and never to a second user', async () => {
    const [ada, eve] = [await tokenOf('ada'), await tokenOf('eve')];
    const browser = new Browser();
    const begun = await browser.post('/auth/oidc/strict/link', { authorization: `Bearer ${eve}` });
    await browser.follow('eve', begun.data?.location ?? '');
    const other = await browser.post('/auth/oidc/strict/identity', { authorization: `Bearer ${ada}` });
    expect(other.error).toBe('OIDC_FLOW_LOST');
    expect((await link(new Browser(), eve, 'ada')).error).toBe('OIDC_IDENTITY_TAKEN');
    expect((await linkedOf(host.as(eve))).map(({ provider }) => provider)).toEqual(['corporate']);
    expect((await link(new Browser(), eve, 'nobody')).error).toBe('OIDC_CANCELLED');
  });

  it('are unlinked, but for the only way in', async () => {
    const ada = host.as(await tokenOf('ada'));
    const [first, second] = await linkedOf(ada);
    const unlink = (identityId = 0) => ada('DELETE', `/auth/identities/${identityId}`);
    const eve = host.as(await tokenOf('eve'));
    expect((await eve('DELETE', `/auth/identities/${second?.identityId}`)).status).toBe(404);
    expect((await unlink(second?.identityId)).status).toBe(200);
    expect((await unlink(first?.identityId)).body).toMatchObject({ code: 409, error: 'OIDC_ONLY_WAY_IN' });
    const changes = await (
      await host.admin()
    )('GET', '/system/rightsLog/list?kind=user-credentials&subject=ada');
    expect(changes.body.rows?.slice(0, 2)).toMatchObject([
      { subject: 'ada', removed: ['strict: ada@example.com'] },
      { subject: 'ada', added: ['strict: ada@example.com'] },
    ]);
    const boss = host.as(await tokenOf('boss'));
    const [own] = await linkedOf(boss);
    expect((await boss('DELETE', `/auth/identities/${own?.identityId}`)).status).toBe(200);
    expect(await linkedOf(boss)).toEqual([]);
  });
});

describe('a logout', () => {
  it('ends the session at the provider where it is configured, and leads back to the login page', async () => {
    const token = await (async () => {
      const corporate = new Browser();
      await corporate.through('ada');
      return corporate.session();
    })();
    const link = new Browser();
    const authorization = { authorization: `Bearer ${token.data?.token}` };
    const begun = await link.post('/auth/oidc/strict/link', authorization);
    await link.follow('ada', begun.data?.location ?? '');
    await link.post('/auth/oidc/strict/identity', authorization);

    const browser = new Browser();
    await browser.through('ada', 'strict');
    const { data } = await browser.session('strict');
    const out = await browser.post('/auth/logout', { authorization: `Bearer ${data?.token}` });
    const address = new URL(out.data?.location ?? '');
    expect(address.origin).toBe(issuer);
    expect(address.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${host.origin}/login`);
    expect((await browser.get(address.href)).status).toBe(200);
    expect([...browser.cookies.keys()].some((key) => key.includes('platform_oidc_end'))).toBe(false);
  });

  it('leaves the session at other providers, and after a login with a password', async () => {
    const browser = new Browser();
    await browser.through('ada');
    const { data } = await browser.session();
    const out = await browser.post('/auth/logout', { authorization: `Bearer ${data?.token}` });
    expect(out).toMatchObject({ status: 200, data: {} });
  });
});

describe('a forged answer', () => {
  const callback = (browser: Browser, query: string) =>
    browser.get(`${host.origin}/prod-api/auth/oidc/corporate/callback?${query}`);

  it('without the cookie, or with another state, begins nothing', async () => {
    const browser = new Browser();
    await callback(browser, 'code=x&state=y');
    expect((await browser.session()).error).toBe('OIDC_FLOW_LOST');
    const begun = new Browser();
    await begun.get(`${host.origin}/prod-api/auth/oidc/corporate/start`);
    await callback(begun, 'code=x&state=y');
    expect((await begun.session()).error).toBe('OIDC_REFUSED');
  });

  it('with a cookie that was changed, or of another provider, is none', async () => {
    const browser = new Browser();
    await browser.through('ada');
    const [key, cookie] = [...browser.cookies].find(([name]) => name.includes('platform_oidc_')) ?? [
      '',
      undefined,
    ];
    const [body = '', code = ''] = (cookie?.value ?? '').split('.');
    const content = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...content, userId: 1 })).toString('base64url');
    const path = '/';
    browser.cookies.set(key, { value: `${forged}.${code}`, path });
    expect((await browser.session()).error).toBe('OIDC_FLOW_LOST');
    browser.cookies.set(key, { value: `${body}.${code}`, path });
    expect((await browser.session('strict')).error).toBe('OIDC_FLOW_LOST');
    host.clock.advance(61_000);
    expect((await browser.session()).error).toBe('OIDC_FLOW_LOST');
    admin = await host.admin();
  });

  it('leads to no other site', async () => {
    const browser = new Browser();
    const location = await browser.through('ada', 'corporate', '?redirect=%2F%2Fevil.example');
    expect(location).toBe('/login?oidc=corporate');
  });
});

it('the providers are listed without their secrets', async () => {
  const answer = await host.anonymous('GET', '/auth/oidc');
  expect(answer.body.data).toEqual([
    { id: 'corporate', name: 'Corporate' },
    { id: 'strict', name: 'Strict' },
    { id: 'away', name: 'Away' },
  ]);
  expect((await host.anonymous('GET', '/auth/oidc/none/start')).body.error).toBe('OIDC_PROVIDER_UNKNOWN');
});

it('administrators of the platform see how providers are configured, without secrets, and check them', async () => {
  const platform = await host.admin();
  const listed = await platform('GET', '/system/loginProvider');
  expect(listed.text).not.toContain('client-secret');
  expect(dataOf<unknown[]>(listed)[0]).toEqual({
    id: 'corporate',
    name: 'Corporate',
    issuer,
    clientId: 'platform',
    secretSet: true,
    scopes: 'openid email profile',
    tenant: '000000',
    match: 'email',
    create: true,
    roles: [{ claim: 'staff', role: 'clerk' }],
    secondFactor: false,
    logout: false,
    redirectAddress: `${host.origin}/prod-api/auth/oidc/corporate/callback`,
    logoutAddress: `${host.origin}/login`,
    backchannelAddress: `${host.origin}/prod-api/auth/oidc/corporate/backchannel-logout`,
  });
  const check = async (id: string) => dataOf(await platform('POST', `/system/loginProvider/${id}/check`));
  expect(await check('strict')).toEqual({ reached: true, problem: null, endsSessions: true, pkce: true });
  expect(await check('away')).toMatchObject({ reached: false, problem: expect.any(String) as string });
  const tenant = { tenantId: 'acme', name: 'A', adminUserName: 'boss', adminPassword: 'seven-blue-kites' };
  await platform('POST', '/system/tenant', tenant);
  const boss = await host.login('boss', 'seven-blue-kites', 'acme');
  expect((await boss('GET', '/system/loginProvider')).status).toBe(403);
});

it.each([
  ['a: { name: A }', /required property 'issuer'/],
  ['a: { name: A, issuer: "http://x", client-id: c }', /https/],
  ['a: { name: A, issuer: "https://x", client-id: c, mach: email }', /additional/],
  ['a: [', /cannot be used/],
])('a file with %j is refused', async (content, message) => {
  const file = join(directory, 'wrong.yml');
  await writeFile(file, content);
  expect(() => readProviders(file)).toThrow(expect.objectContaining({ code: 'OIDC_PROVIDERS_INVALID' }));
  expect(() => readProviders(file)).toThrow(message);
});
