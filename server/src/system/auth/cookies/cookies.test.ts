import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, dataOf, startTestHost, type Answer, type TestHost } from '../../testing/host.ts';

let host: TestHost;
let other: TestHost;
beforeAll(async () => ([host, other] = await Promise.all([startTestHost(), startTestHost()])));
afterAll(() => Promise.all([host.stop(), other.stop()]));

/** Cookies of a browser after a login. */
interface Browser {
  readonly session: string;
  readonly csrf: string;
  readonly csrfName: string;
  readonly sessionName: string;
  readonly setCookies: readonly string[];
}

const cookieLogin = (at: TestHost, headers: Record<string, string> = {}) =>
  at.anonymous(
    'POST',
    '/auth/login',
    { username: 'admin', password: ADMIN_PASSWORD },
    { 'x-session': 'cookie', ...headers },
  );

function browserOf(answer: Answer): Browser {
  const setCookies = answer.headers.getSetCookie();
  const [session = '', csrf = ''] = setCookies.map((cookie) => cookie.split(';', 1)[0] ?? '');
  const [sessionName = ''] = session.split('=');
  const [csrfName = ''] = csrf.split('=');
  return { session, csrf, csrfName, sessionName, setCookies };
}

async function logIn(at: TestHost = host): Promise<Browser> {
  const answer = await cookieLogin(at);
  expect(answer.status).toBe(200);
  return browserOf(answer);
}

const valueOf = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1);
const CHANGE = ['PUT', '/system/user/profile', { nickName: 'Administrator' }] as const;

/** A changing request with cookies, a code and headers as given. */
const change = (at: TestHost, cookie: string, csrf?: string, headers: Record<string, string> = {}) =>
  at.anonymous(...CHANGE, { cookie, ...(csrf === undefined ? {} : { 'x-csrf-token': csrf }), ...headers });
const read = (at: TestHost, cookie: string, headers: Record<string, string> = {}) =>
  at.anonymous('GET', '/system/user/getInfo', undefined, { cookie, ...headers });

let browser: Browser;
beforeEach(async () => (browser = await logIn()));

describe('findings: security 15: a browser session', () => {
  it('sets a cookie hidden from scripts and a readable one; the response contains no token', async () => {
    const answer = await cookieLogin(host);
    const { setCookies, session, csrfName } = browserOf(answer);
    expect(setCookies[0]).toMatch(
      /^platform_session_[a-z0-9]{8}=[\w-]{43}; Path=\/; Max-Age=259200; SameSite=Strict; HttpOnly$/,
    );
    expect(setCookies[1]).toMatch(
      /^platform_csrf_[a-z0-9]{8}=[\w-]{43}; Path=\/; Max-Age=259200; SameSite=Strict$/,
    );
    expect(answer.body.data).toEqual({ csrfCookie: csrfName, expiresIn: 259_200 });
    expect(answer.text).not.toContain(valueOf(session));
  });

  it('reads with the cookie alone, and writes with the code', async () => {
    expect((await read(host, browser.session)).status).toBe(200);
    const head = await fetch(`${host.origin}/system/user/getInfo`, {
      method: 'HEAD',
      headers: { cookie: browser.session },
    });
    expect(head.status).toBe(200);
    expect((await change(host, `${browser.session}; ${browser.csrf}`, valueOf(browser.csrf))).status).toBe(
      200,
    );
  });

  it('is listed and ended like others', async () => {
    const list = await host.anonymous('GET', '/auth/sessions', undefined, { cookie: browser.session });
    const rows = dataOf<Array<{ sessionId: number; current: boolean }>>(list);
    const current = rows.find((row) => row.current);
    const admin = await host.admin();
    expect((await admin('DELETE', `/system/online/${current?.sessionId}`)).status).toBe(200);
    expect((await read(host, browser.session)).body.error).toBe('SESSION_EXPIRED');
  });

  it('ends by logout, which clears the cookies', async () => {
    const answer = await host.anonymous('POST', '/auth/logout', undefined, {
      cookie: browser.session,
      'x-csrf-token': valueOf(browser.csrf),
    });
    expect(answer.headers.getSetCookie()).toEqual([
      `${browser.sessionName}=; Path=/; Max-Age=0; SameSite=Strict; HttpOnly`,
      `${browser.csrfName}=; Path=/; Max-Age=0; SameSite=Strict`,
    ]);
    expect((await read(host, browser.session)).status).toBe(401);
  });

  it('is replaced by the next login, with any old cookies', async () => {
    const next = browserOf(await cookieLogin(host, { cookie: browser.session }));
    expect((await read(host, browser.session)).status).toBe(401);
    expect((await read(host, next.session)).status).toBe(200);
  });

  it('is Secure over HTTPS, as reported by a trusted proxy only', async () => {
    const proxied = await startTestHost({ args: ['--server.trust-proxy=true'] });
    const https = browserOf(await cookieLogin(proxied, { 'x-forwarded-proto': 'https' }));
    expect(https.setCookies.every((cookie) => cookie.includes('; Secure'))).toBe(true);
    const believed = browserOf(await cookieLogin(host, { 'x-forwarded-proto': 'https' }));
    expect(believed.setCookies.some((cookie) => cookie.includes('Secure'))).toBe(false);
    await proxied.stop();
  });

  it('uses the configured name', async () => {
    const named = await startTestHost({ args: ['--session.cookie-name=mine'] });
    const { sessionName, csrfName } = await logIn(named);
    expect([sessionName, csrfName]).toEqual(['mine', 'mine_csrf']);
    await named.stop();
  });

  it('starts on request only: scripts get a token', async () => {
    const answer = await host.anonymous('POST', '/auth/login', {
      username: 'admin',
      password: ADMIN_PASSWORD,
    });
    expect(answer.body.data).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      expiresIn: 259_200,
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('a forged request', () => {
  const forged = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'CSRF_TOKEN_INVALID' });
  };

  it('is refused without a code, with a wrong one, with the cookie name only, or with two codes', async () => {
    const code = valueOf(browser.csrf);
    await forged(change(host, browser.session));
    await forged(change(host, `${browser.session}; ${browser.csrf}`));
    await forged(change(host, browser.session, ''));
    await forged(change(host, browser.session, code.slice(1)));
    await forged(change(host, browser.session, `${code}, ${code}`));
    await forged(change(host, browser.session, code.toUpperCase()));
    await forged(change(host, browser.session, 'A'.repeat(8000)));
  });

  it('is refused with the code of another session or another platform', async () => {
    const second = await logIn();
    await forged(change(host, browser.session, valueOf(second.csrf)));
    const foreign = await logIn(other);
    await forged(change(host, browser.session, valueOf(foreign.csrf)));
  });

  it('is refused even if the attacker has written the readable cookie', async () => {
    const mine = 'B'.repeat(43);
    await forged(change(host, `${browser.session}; ${browser.csrfName}=${mine}`, mine));
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'is refused by %s, whether or not the route exists',
    async (method) => {
      await forged(host.anonymous(method, '/nowhere', undefined, { cookie: browser.session }));
    },
  );

  it.each([
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['sec-fetch-site', 'same-origin, cross-site'],
    ['sec-fetch-site', ''],
    ['origin', 'null'],
    ['origin', 'https://evil.example'],
    ['origin', 'file://'],
    ['origin', 'no address'],
    ['origin', 'http://127.0.0.1:1'],
  ])('is refused with %s: %s, even with the right code', async (name, value) => {
    await forged(change(host, browser.session, valueOf(browser.csrf), { [name]: value }));
  });

  it('is refused with an origin that only an untrusted proxy names', async () => {
    await forged(
      change(host, browser.session, valueOf(browser.csrf), {
        origin: 'https://evil.example',
        'x-forwarded-host': 'evil.example',
      }),
    );
  });

  it('is refused by a page without an origin, such as a local file, that a person has opened', async () => {
    const headers = { origin: 'null', 'sec-fetch-site': 'none' };
    await forged(change(host, browser.session, valueOf(browser.csrf), headers));
  });

  it('does not act as the user on a public route', async () => {
    await forged(host.anonymous('POST', '/open/none/thing', {}, { cookie: browser.session }));
  });

  it('cannot log in: a foreign page cannot put its own session into the browser', async () => {
    await forged(cookieLogin(host, { 'sec-fetch-site': 'cross-site' }));
    await forged(cookieLogin(host, { origin: 'https://evil.example' }));
    await forged(cookieLogin(host, { origin: 'null' }));
  });
});

describe('a request of the own page', () => {
  it.each([
    ['sec-fetch-site', 'same-origin'],
    ['sec-fetch-site', 'none'],
  ])('is accepted with %s: %s', async (name, value) => {
    expect((await change(host, browser.session, valueOf(browser.csrf), { [name]: value })).status).toBe(200);
  });

  it('is accepted with its origin, and behind a development server that rewrites Host', async () => {
    const code = valueOf(browser.csrf);
    expect((await change(host, browser.session, code, { origin: host.origin })).status).toBe(200);
    const proxied = { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' };
    expect((await change(host, browser.session, code, proxied)).status).toBe(200);
  });

  it('is accepted behind a trusted proxy that names the host', async () => {
    const proxied = await startTestHost({ args: ['--server.trust-proxy=true'] });
    const { session, csrf } = await logIn(proxied);
    const headers = {
      origin: 'https://shop.example',
      'x-forwarded-host': 'shop.example',
      'x-forwarded-proto': 'https',
    };
    expect((await change(proxied, session, valueOf(csrf), headers)).status).toBe(200);
    await proxied.stop();
  });
});

describe('a token beside a cookie', () => {
  it.each(['Bearer wrong', `Bearer ${'A'.repeat(43)}`, 'Bearer', 'bearer x'])(
    'decides: %s: 401',
    async (authorization) => {
      expect((await read(host, browser.session, { authorization })).status).toBe(401);
    },
  );

  it('needs no code when it is valid, with any cookie', async () => {
    const { token } = dataOf<{ token: string }>(
      await host.anonymous('POST', '/auth/login', { username: 'admin', password: ADMIN_PASSWORD }),
    );
    for (const cookie of [browser.session, `${browser.sessionName}=wrong`]) {
      const headers = { authorization: `bearer ${token}`, origin: 'https://elsewhere.example' };
      expect((await change(host, cookie, undefined, headers)).status).toBe(200);
    }
  });

  it('is ignored in a query', async () => {
    const token = valueOf(browser.session);
    for (const name of ['token', 'access_token', browser.sessionName]) {
      const answer = await host.anonymous('GET', `/system/user/getInfo?${name}=${token}`);
      expect(answer.body.error).toBe('UNAUTHENTICATED');
    }
  });
});

describe('other cookies', () => {
  it('of another platform on the machine are ignored', async () => {
    const foreign = await logIn(other);
    expect(foreign.sessionName).not.toBe(browser.sessionName);
    expect((await read(host, foreign.session)).body.error).toBe('UNAUTHENTICATED');
    expect((await read(host, `${foreign.session}; ${browser.session}`)).status).toBe(200);
    const renamed = `${browser.sessionName}=${valueOf(foreign.session)}`;
    expect((await read(host, renamed)).body.error).toBe('SESSION_EXPIRED');
  });

  it('of another page under the same name invalidate both', async () => {
    const attacker = await logIn();
    for (const cookie of [
      `${browser.session}; ${attacker.session}`,
      `${attacker.session};${browser.session}`,
      `${browser.session}; ${browser.sessionName}=`,
    ]) {
      expect((await read(host, cookie)).body.error).toBe('SESSION_EXPIRED');
    }
    expect((await read(host, `${browser.session}; ${browser.session}`)).status).toBe(200);
  });

  it.each(['', '"', `${'A'.repeat(44)}`, 'A'.repeat(15_000), '%00', "' or '1'='1", 'a=b=c'])(
    'with an invalid value are refused: %s',
    async (value) => {
      const answer = await read(host, `${browser.sessionName}=${value}`);
      expect([401, 431]).toContain(answer.status);
    },
  );

  it.each(['X-', 'x', ''])('with another name are ignored: %s', async (prefix) => {
    const name = prefix === '' ? browser.sessionName.toUpperCase() : prefix + browser.sessionName;
    const answer = await read(host, `${name}=${valueOf(browser.session)}; flag; =x; ;`);
    expect(answer.body.error).toBe('UNAUTHENTICATED');
  });

  it('do not block an open path', async () => {
    const cookie = `${browser.sessionName}=gone`;
    expect((await host.anonymous('GET', '/open/platform/config', undefined, { cookie })).status).toBe(200);
    expect((await host.anonymous('POST', '/open/none/thing', {}, { cookie })).status).toBe(404);
  });
});
