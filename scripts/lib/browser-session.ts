/** Credentials of a login. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly tenantId?: string;
}

/** State of a browser after login, as `storageState` of Playwright. */
export interface BrowserSession {
  readonly cookies: Array<{
    name: string;
    value: string;
    domain: string;
    path: string;
    expires: number;
    httpOnly: boolean;
    secure: boolean;
    sameSite: 'Strict';
  }>;
  readonly origins: Array<{ origin: string; localStorage: Array<{ name: string; value: string }> }>;
}

/**
 * Logs in as the shell does, for browsers that begin with a session.
 *
 * @param frontend address of the shell
 */
export async function browserSession(frontend: string, credentials: Credentials): Promise<BrowserSession> {
  const response = await fetch(`${frontend}/prod-api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
    body: JSON.stringify(credentials),
  });
  if (!response.ok) throw new Error(`The login was refused: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { csrfCookie: string; expiresIn: number } };
  const since = Date.now();
  const expiresAt = since + data.expiresIn * 1000;
  const mark = JSON.stringify({ csrfCookie: data.csrfCookie, since, expiresAt });
  return {
    cookies: response.headers.getSetCookie().map((cookie) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      return {
        name,
        value,
        domain: new URL(frontend).hostname,
        path: '/',
        expires: Math.floor(expiresAt / 1000),
        httpOnly: cookie.includes('HttpOnly'),
        secure: false,
        sameSite: 'Strict' as const,
      };
    }),
    origins: [{ origin: frontend, localStorage: [{ name: 'platform.session', value: mark }] }],
  };
}

/** Proves once more that it is the person, for a session of `browserSession`. */
export async function proveAgain({ cookies, origins }: BrowserSession, password: string): Promise<void> {
  const frontend = origins[0]?.origin ?? '';
  const csrf = cookies.find(({ httpOnly }) => !httpOnly)?.value ?? '';
  const response = await fetch(`${frontend}/prod-api/auth/proof`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      'x-csrf-token': csrf,
    },
    body: JSON.stringify({ password }),
  });
  if (!response.ok) throw new Error(`The proof was refused: ${await response.text()}`);
}
