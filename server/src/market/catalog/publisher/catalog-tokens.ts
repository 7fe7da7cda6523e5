import { hash, randomBytes } from 'node:crypto';
import { PlatformError, type Clock, type Page, type PageQuery } from '../../../kernel/index.ts';
import type { CatalogToken, TokenStore } from './token-store.ts';

const SCHEME = 'pct_';
const FORM = /^pct_[\w-]{43}$/;
/** Characters of a token that are kept to tell it by. */
const PREFIX_LENGTH = 10;
const DAY_MS = 86_400_000;
/** A token in steady use is not written at each request. */
const USE_RECORDED_MS = 60_000;

export interface IssuedToken extends CatalogToken {
  /** The token itself, told this once. */
  readonly token: string;
}

/** Interface tokens, by which user editions read this publisher's catalog. (spec: Authentication 5) */
export class CatalogTokens {
  readonly #store: TokenStore;
  readonly #clock: Clock;

  constructor(store: TokenStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  page(page: PageQuery): Promise<Page<CatalogToken>> {
    return this.#store.page(page);
  }

  /** @param expiresInDays none: it holds until it is revoked */
  async issue(
    name: string,
    expiresInDays: number | undefined,
    issuedBy: string | null,
  ): Promise<IssuedToken> {
    const token = SCHEME + randomBytes(32).toString('base64url');
    const expireTime =
      expiresInDays === undefined ? null : new Date(this.#clock.now() + expiresInDays * DAY_MS).toISOString();
    const tokenPrefix = token.slice(0, PREFIX_LENGTH);
    const tokenHash = hash('sha256', token, 'hex');
    const tokenId = await this.#store.insert({ name, tokenPrefix, tokenHash, expireTime, issuedBy });
    return { ...(await this.#get(tokenId)), token };
  }

  /** At once, on every node; a token that is revoked already stays as it is. @throws CATALOG_TOKEN_NOT_FOUND (404) */
  async revoke(tokenId: number): Promise<CatalogToken> {
    const token = await this.#get(tokenId);
    if (token.revokedTime !== null) return token;
    await this.#store.update(tokenId, { revoked_time: new Date(this.#clock.now()).toISOString() });
    return this.#get(tokenId);
  }

  /** @throws CATALOG_TOKEN_INVALID (401) (spec: Errors, catalog token invalid) */
  async check(token: string | undefined, address: string): Promise<void> {
    if (token === undefined) throw invalid('there is none');
    const known = FORM.test(token) ? await this.#store.byHash(hash('sha256', token, 'hex')) : undefined;
    if (!known) throw invalid('it is not known here');
    if (known.revokedTime !== null) throw invalid('it was revoked');
    const now = this.#clock.now();
    if (known.expireTime !== null && Date.parse(known.expireTime) <= now) throw invalid('it has expired');
    if (known.lastUsedTime !== null && now - Date.parse(known.lastUsedTime) < USE_RECORDED_MS) return;
    const last_used_time = new Date(now).toISOString();
    await this.#store.update(known.tokenId, { last_used_time, last_used_ip: address });
  }

  async #get(tokenId: number): Promise<CatalogToken> {
    const token = await this.#store.byId(tokenId);
    if (token) return token;
    throw new PlatformError({
      code: 'CATALOG_TOKEN_NOT_FOUND',
      status: 404,
      message: 'There is no such catalog token.',
      fix: 'Load the list of tokens again.',
    });
  }
}

function invalid(reason: string): PlatformError {
  return new PlatformError({
    code: 'CATALOG_TOKEN_INVALID',
    status: 401,
    message: `catalog interface token check failed: ${reason}.`,
    fix: "Issue a token in the publisher's console, and set it as app-market.catalog.token of the user edition.",
  });
}
