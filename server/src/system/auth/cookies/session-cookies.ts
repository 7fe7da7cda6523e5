import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { PlatformKey } from '../../../data/index.ts';
import { PlatformError, type CookieSessions, type RequestContext } from '../../../kernel/index.ts';
import { cookieValues } from './cookie-values.ts';
import { isSameOrigin } from './same-origin.ts';

/** The routes that begin a session, whatever the browser still has of an earlier one. */
const LOGINS: ReadonlySet<string> = new Set(['/auth/login', '/auth/login/totp', '/auth/login/password']);
const OIDC_SESSION = /^\/auth\/oidc\/[^/]+\/session$/;
const CSRF = 'csrf';

/**
 * Names of the two cookies of this platform; cookies know no ports, so its id is in them. (design
 * 16-17)
 */
export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
}

/** @param configured `session.cookie-name`; empty: named by the platform's id */
export function cookieNames(configured: string, platformId: string): CookieNames {
  return configured === ''
    ? { session: `platform_session_${platformId}`, csrf: `platform_csrf_${platformId}` }
    : { session: configured, csrf: `${configured}_csrf` };
}

/**
 * Sessions that browsers carry: the token in a cookie that no script reads, and a code in one that
 * scripts of this origin read and repeat in `X-CSRF-Token`. (design 9.8-59, 11.8-14)
 */
export class SessionCookies implements CookieSessions {
  readonly names: CookieNames;
  readonly #key: PlatformKey;

  constructor(names: CookieNames, key: PlatformKey) {
    this.names = names;
    this.#key = key;
  }

  tokenOf(request: IncomingMessage, path: string): string | undefined {
    return LOGINS.has(path) || OIDC_SESSION.test(path) ? undefined : this.tokenIn(request.headers);
  }

  /**
   * @returns no token, but an empty text, where it is not clear which cookie is this platform's own
   */
  tokenIn(headers: IncomingHttpHeaders): string | undefined {
    const [token, ...others] = cookieValues(headers.cookie, this.names.session);
    return others.every((other) => other === token) ? token : '';
  }

  refusal(
    request: IncomingMessage,
    { user, host }: Pick<RequestContext, 'user' | 'host'>,
  ): PlatformError | undefined {
    if (!user || request.method === 'GET' || request.method === 'HEAD') return undefined;
    const code = request.headers['x-csrf-token'];
    const matches = typeof code === 'string' && this.#key.matches(CSRF, String(user.sessionId), code);
    return matches && isSameOrigin(request.headers, host) ? undefined : forged();
  }

  /** @throws CSRF_TOKEN_INVALID (403) when another page asks for a session */
  assertSameOrigin(headers: IncomingHttpHeaders, host: string | undefined): void {
    if (!isSameOrigin(headers, host)) throw forged();
  }

  /**
   * `Set-Cookie` of a session that begins.
   *
   * @param seconds until the session ends at the latest
   */
  issue(session: { token: string; sessionId: number }, seconds: number, secure: boolean): [string, string] {
    return [
      cookie(this.names.session, session.token, seconds, secure, '; HttpOnly'),
      cookie(this.names.csrf, this.#key.hmac(CSRF, String(session.sessionId)), seconds, secure),
    ];
  }

  /** `Set-Cookie` of a session that has ended. */
  clear(secure: boolean): [string, string] {
    return [cookie(this.names.session, '', 0, secure, '; HttpOnly'), cookie(this.names.csrf, '', 0, secure)];
  }
}

function cookie(name: string, value: string, seconds: number, secure: boolean, more = ''): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure ? '; Secure' : ''}${more}`;
}

function forged(): PlatformError {
  return new PlatformError({
    code: 'CSRF_TOKEN_INVALID',
    status: 403,
    message: 'The request uses a browser session, but was not sent by a page of that session.',
    fix: 'Send the value of the readable cookie in X-CSRF-Token, from a page of this address. Scripts log in for a token instead.',
  });
}
