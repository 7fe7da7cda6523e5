import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { startTestHost, type TestHost } from '../../testing/host.ts';
import { ProviderBrowser } from './testing/provider-browser.ts';
import { providerOf } from './testing/provider-of.ts';

const PEOPLE = { ada: { preferred_username: 'ada' }, eve: { preferred_username: 'eve' } };
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

let directory: string;
let server: Server;
let issuer: string;
let host: TestHost;
let key: CryptoKey;

beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  directory = await mkdtemp(join(tmpdir(), 'platform-backchannel-'));
  const common = { 'client-id': 'platform', 'client-secret': 'client-secret', 'allow-http': true };
  const providers = {
    corporate: { ...common, issuer, name: 'Corporate', create: true },
    away: { ...common, issuer: 'http://127.0.0.1:9', name: 'Away' },
  };
  await writeFile(join(directory, 'oidc.yml'), stringify(providers));
  host = await startTestHost({ directory, args: ['--oidc.providers=oidc.yml'] });
  const pair = await generateKeyPair('RS256', { extractable: true });
  key = pair.privateKey;
  const jwk = { ...(await exportJWK(key)), kid: 'k', alg: 'RS256', use: 'sig' };
  const client = {
    redirect_uris: [`${host.origin}/prod-api/auth/oidc/corporate/callback`],
    backchannel_logout_uri: `${host.origin}/auth/oidc/corporate/backchannel-logout`,
    backchannel_logout_session_required: true,
  };
  // It warns of its memory, which is for tests.
  const warnings = vi.spyOn(console, 'warn').mockReturnValue();
  const more = {
    features: { backchannelLogout: { enabled: true } },
    jwks: { keys: [jwk] },
    // Its own way out refuses addresses of this machine, where the test's host is.
    fetch: (url: string | URL | Request, options?: RequestInit) =>
      fetch(url, { ...options, dispatcher: undefined }),
  };
  server.on('request', providerOf(issuer, PEOPLE, client, more));
  warnings.mockRestore();
});
afterAll(async () => {
  await host.stop();
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});

/** A browser in which a person has logged in, and whether its session lasts. */
async function loggedIn(person: string) {
  const browser = new ProviderBrowser(host.origin);
  await browser.through(person);
  const { data } = await browser.session();
  const client = host.as(data?.token ?? '');
  const status = async (): Promise<number> => (await client('GET', '/auth/sessions')).status;
  expect(await status()).toBe(200);
  return { browser, status, token: data?.token ?? '' };
}

/** Logs out at the provider, which tells the host. */
async function leave(browser: ProviderBrowser): Promise<void> {
  const page = await (await browser.get(`${issuer}/session/end`)).text();
  const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
  const body = new URLSearchParams({ xsrf, logout: 'yes' });
  expect((await browser.get(action, { method: 'POST', body })).status).toBeLessThan(400);
}

let count = 0;
const tokenOf = (change: Record<string, unknown>): Promise<string> => {
  const iat = Math.floor(host.clock.now() / 1000);
  const jti = `token-${(count += 1)}`;
  const claims = { iss: issuer, aud: 'platform', iat, exp: iat + 120, jti, events: { [EVENT]: {} } };
  return new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key);
};

async function send(logout_token: string, provider = 'corporate', to = host) {
  const body = new URLSearchParams({ logout_token });
  const address = `${to.origin}/auth/oidc/${provider}/backchannel-logout`;
  const response = await fetch(address, { method: 'POST', body });
  const { error } = (await response.json()) as { error?: string };
  return { status: response.status, error, cache: response.headers.get('cache-control') };
}

it('a logout at the provider ends the session that came from there, and no other', async () => {
  // The provider's tokens are of its own clock.
  host.clock.advance(Date.now() - host.clock.now());
  const [one, other] = [await loggedIn('ada'), await loggedIn('ada')];
  await leave(one.browser);
  expect(await one.status()).toBe(401);
  expect(await other.status()).toBe(200);
  const admin = await host.admin();
  await vi.waitFor(async () => {
    const rows = (await admin('GET', '/system/loginLog/list?userName=ada')).body.rows ?? [];
    expect(rows.map(({ event, success }) => [event, success])).toContainEqual(['logout', expect.anything()]);
  });
});

it('a token with a person alone ends all of their sessions from that provider, once', async () => {
  const [one, other, eve] = [await loggedIn('ada'), await loggedIn('ada'), await loggedIn('eve')];
  const token = await tokenOf({ sub: 'ada' });
  expect(await send(token)).toEqual({ status: 200, error: undefined, cache: 'no-store' });
  expect([await one.status(), await other.status(), await eve.status()]).toEqual([401, 401, 200]);
  const later = await loggedIn('ada');
  expect(await send(token)).toEqual({ status: 400, error: 'OIDC_LOGOUT_INVALID', cache: 'no-store' });
  expect(await later.status()).toBe(200);
});

it('a logout that one host was told of ends the session on another one, and counts there as used', async () => {
  const second = join(directory, 'second');
  for (const part of ['config', 'oidc.yml'])
    await cp(join(directory, part), join(second, part), { recursive: true });
  const args = ['--oidc.providers=oidc.yml', `--database.file=${join(directory, 'platform.db')}`];
  const other = await startTestHost({ directory: second, args });
  try {
    const ada = await loggedIn('ada');
    const there = other.as(ada.token);
    expect((await there('GET', '/auth/sessions')).status).toBe(200);
    const token = await tokenOf({ sub: 'ada' });
    expect(await send(token)).toMatchObject({ status: 200 });
    expect(await send(token, 'corporate', other)).toMatchObject({ error: 'OIDC_LOGOUT_INVALID' });
    // Without Redis hosts compare sessions with the database every ten seconds.
    other.clock.advance(11_000);
    await expect.poll(async () => (await there('GET', '/auth/sessions')).status).toBe(401);
  } finally {
    await other.stop();
  }
});

it('a session is ended only together with its person, and one that nobody has is no failure', async () => {
  const eve = await loggedIn('eve');
  expect(await send(await tokenOf({ sub: 'ada', sid: 'of-nobody' }))).toMatchObject({ status: 200 });
  expect(await send(await tokenOf({ sid: 'of-nobody' }))).toMatchObject({ status: 200 });
  expect(await eve.status()).toBe(200);
});

it('what is no token of this provider is refused with 400, as the specification asks', async () => {
  const eve = await loggedIn('eve');
  const refused = { status: 400, error: 'OIDC_LOGOUT_INVALID', cache: 'no-store' };
  expect(await send('no.token')).toEqual(refused);
  expect(await send(await tokenOf({ sub: 'eve', aud: 'other' }))).toEqual(refused);
  expect(await send(await tokenOf({ sub: 'eve' }), 'away')).toMatchObject({ error: 'OIDC_LOGOUT_FAILED' });
  expect(await send('', 'corporate')).toMatchObject({ status: 400, error: 'VALIDATION_FAILED' });
  expect(await send('x', 'none')).toMatchObject({ status: 404, error: 'OIDC_PROVIDER_UNKNOWN' });
  expect(await eve.status()).toBe(200);
});

it('after a second factor the session still knows where it came from', async () => {
  const admin = await host.admin();
  await admin('POST', '/system/config', { configKey: 'login.second-factor', configValue: 'required' });
  const browser = new ProviderBrowser(host.origin);
  await browser.through('eve');
  const { data } = await browser.session();
  expect(data?.next).toBe('enrol');
  const [, body = ''] = /^([^.]+)\./.exec(String((data as { ticket?: string }).ticket)) ?? [];
  const ticket = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown;
  expect(ticket).toMatchObject({ origin: { provider: 'corporate', subject: 'eve' } });
});
