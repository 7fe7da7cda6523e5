import type { IncomingHttpHeaders } from 'node:http';
import type { PlatformKey } from '../../../data/index.ts';
import type { Clock } from '../../../kernel/index.ts';
import { cookieValues } from '../cookies/cookie-values.ts';
import type { SessionOrigin } from '../sessions.ts';
import type { OidcFailure } from './failures.ts';

/** Time for a person to log in at the provider and return. */
const SECONDS = 600;
/** Time for the login page to begin the session. */
export const OUTCOME_SECONDS = 60;
const PURPOSE = 'oidc-flow';

/** Purpose of the visit to the provider. */
export type FlowPurpose = 'login' | 'proof' | 'link';

/** State kept while the person is at the provider. */
export interface Flow {
  readonly kind: 'flow';
  readonly purpose: FlowPurpose;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirect: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** With `link`: who wants to link an account, and has proved to be that user. */
  readonly userId?: number;
}

/** A person whom the provider has confirmed. */
export type Person = {
  /** Marks it as taken. Missing where a host of an earlier version wrote it. */
  readonly once?: string;
} & (
  | {
      readonly kind: 'user';
      readonly purpose: 'login' | 'proof';
      readonly userId: number;
      /** Missing where a host of an earlier version wrote the outcome. */
      readonly origin?: SessionOrigin;
      /** For the logout at the provider, which then asks nobody. */
      readonly idToken?: string;
    }
  | {
      readonly kind: 'account';
      readonly userId: number;
      readonly subject: string;
      readonly subjectName: string | null;
    }
);

/** The outcome of the flow, until the page fetches it, once. */
export type Outcome = Person | { readonly kind: 'failed'; readonly code: OidcFailure };

interface CookiePlace {
  readonly provider: string;
  /** Path of the provider's routes in browsers. */
  readonly path: string;
  readonly secure: boolean;
}

/**
 * A cookie of its own for logins with a provider: signed, hidden from scripts, `Lax` because the
 * provider sends the browser back, and for these routes alone. (design 11.8-15)
 */
export class FlowCookie {
  readonly #key: PlatformKey;
  readonly #clock: Clock;
  readonly #prefix: string;

  constructor(key: PlatformKey, clock: Clock, platformId: string) {
    this.#key = key;
    this.#clock = clock;
    this.#prefix = `platform_oidc_${platformId}`;
  }

  /** `Set-Cookie`. */
  write(content: Flow | Outcome, place: CookiePlace): string {
    const seconds = content.kind === 'flow' ? SECONDS : OUTCOME_SECONDS;
    const until = this.#clock.now() + seconds * 1000;
    const signed = { ...content, provider: place.provider, until };
    const body = Buffer.from(JSON.stringify(signed)).toString('base64url');
    return this.#cookie(`${body}.${this.#key.hmac(PURPOSE, body)}`, seconds, place);
  }

  clear(place: CookiePlace): string {
    return this.#cookie('', 0, place);
  }

  read(headers: IncomingHttpHeaders, provider: string): Flow | Outcome | undefined {
    for (const value of cookieValues(headers.cookie, this.#prefix)) {
      const [body = '', code = ''] = value.split('.', 2);
      if (!this.#key.matches(PURPOSE, body, code)) continue;
      const content = JSON.parse(Buffer.from(body, 'base64url').toString()) as (Flow | Outcome) & {
        provider: string;
        until: number;
      };
      if (content.provider === provider && content.until > this.#clock.now()) return content;
    }
    return undefined;
  }

  #cookie(value: string, seconds: number, { path, secure }: CookiePlace): string {
    return `${this.#prefix}=${value}; Path=${path}; Max-Age=${seconds}; SameSite=Lax; HttpOnly${secure ? '; Secure' : ''}`;
  }
}
