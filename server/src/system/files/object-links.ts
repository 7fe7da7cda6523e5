import type { PlatformKey } from '../../data/index.ts';
import { PlatformError, type Clock } from '../../kernel/index.ts';

const PURPOSE = 'object link';
const LONGEST_SECONDS = 7 * 24 * 3600;
/** Default lifetime of a link, in seconds. */
const DEFAULT_SECONDS = 3600;

/** The claims of a link besides the object; the signature covers all of them. */
export interface LinkClaims {
  readonly tenant: string;
  /** Seconds since 1970, as text: what is signed is what was sent. */
  readonly expires: string;
  readonly signature: string;
}

/** Links to private objects, bound to object, tenant and time. (design 11.8-17) */
export class ObjectLinks {
  readonly #key: PlatformKey;
  readonly #clock: Clock;

  constructor(key: PlatformKey, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
  }

  /** @param seconds see {@link linkSeconds} */
  create(ossId: number, tenant: string, seconds: number): { readonly url: string; readonly expires: number } {
    const expires = Math.floor(this.#clock.now() / 1000) + seconds;
    const signature = this.#key.hmac(PURPOSE, claimText(String(ossId), tenant, String(expires)));
    const query = new URLSearchParams({ tenant, expires: String(expires), signature });
    return { url: `${contentUrl(ossId, 'link')}?${query.toString()}`, expires };
  }

  /** @throws OBJECT_LINK_INVALID, OBJECT_LINK_EXPIRED (403) */
  assertValid(ossId: string, { tenant, expires, signature }: LinkClaims): void {
    if (!this.#key.matches(PURPOSE, claimText(ossId, tenant, expires), signature)) {
      throw new PlatformError({
        code: 'OBJECT_LINK_INVALID',
        status: 403,
        message: 'The link to this file was changed, or created by another platform.',
        fix: 'Request a new link and use it unchanged.',
      });
    }
    if (Number(expires) * 1000 > this.#clock.now()) return;
    throw new PlatformError({
      code: 'OBJECT_LINK_EXPIRED',
      status: 403,
      message: 'The link to this file has expired.',
      fix: 'Request a new link.',
    });
  }
}

/** Address of a private object for browsers: with a login, or as a link. */
export function contentUrl(ossId: number, by: 'content' | 'link' = 'content'): string {
  return `/prod-api/resource/oss/${ossId}/${by}`;
}

/** Whole seconds that a link holds. @throws LINK_DURATION_INVALID (400) */
export function linkSeconds(seconds = DEFAULT_SECONDS): number {
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  throw new PlatformError({
    code: 'LINK_DURATION_INVALID',
    status: 400,
    message: 'The validity of a link must be 1 to 604800 whole seconds (seven days).',
    fix: 'Set expiresIn to a value in this range.',
  });
}

const claimText = (...claims: readonly string[]): string => JSON.stringify(claims);
