import type { IncomingHttpHeaders } from 'node:http';
import type { PlatformKey } from '../../../data/index.ts';
import { cookieValues } from '../cookies/cookie-values.ts';

const PURPOSE = 'oidc-logout';
/** Longer tokens leave no room in a cookie: the provider then asks before it ends its session. */
export const LONGEST_ID_TOKEN = 2400;

/** Which provider the session of a browser came from. */
export interface LoginOrigin {
  readonly provider: string;
  readonly idToken?: string | undefined;
}

interface Place {
  /** Path of `/auth` in browsers. */
  readonly path: string;
  readonly secure: boolean;
}

/** Remembers in the browser at which provider a logout ends a session, too. */
export class LogoutCookie {
  readonly #key: PlatformKey;
  readonly #name: string;

  constructor(key: PlatformKey, platformId: string) {
    this.#key = key;
    this.#name = `platform_oidc_end_${platformId}`;
  }

  /** `Set-Cookie`. */
  write(origin: LoginOrigin, seconds: number, place: Place): string {
    const body = Buffer.from(JSON.stringify(origin)).toString('base64url');
    return this.#cookie(`${body}.${this.#key.hmac(PURPOSE, body)}`, seconds, place);
  }

  clear(place: Place): string {
    return this.#cookie('', 0, place);
  }

  read(headers: IncomingHttpHeaders): LoginOrigin | undefined {
    for (const value of cookieValues(headers.cookie, this.#name)) {
      const [body = '', code = ''] = value.split('.', 2);
      if (!this.#key.matches(PURPOSE, body, code)) continue;
      return JSON.parse(Buffer.from(body, 'base64url').toString()) as LoginOrigin;
    }
    return undefined;
  }

  #cookie(value: string, seconds: number, { path, secure }: Place): string {
    return `${this.#name}=${value}; Path=${path}; Max-Age=${seconds}; SameSite=Strict; HttpOnly${secure ? '; Secure' : ''}`;
  }
}
