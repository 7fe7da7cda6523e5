import { hash, randomBytes } from 'node:crypto';
import { PlatformError, type Clock, type Page, type PageQuery } from '../../kernel/index.ts';
import type { CatalogToken, CatalogTokenStore } from '../records/catalog-token-store.ts';

const SCHEME = 'pct_';
const FORM = /^pct_[\w-]{43}$/;
/** Number of stored characters that identify a token. */
const PREFIX_LENGTH = 10;
const DAY_MS = 86_400_000;
/** Minimum interval between updates of a token's last use. */
const USE_UPDATE_INTERVAL_MS = 60_000;

export interface IssuedToken extends CatalogToken {
  /** The token itself, returned only once. */
  readonly token: string;
}

/** Interface tokens with which user editions read the catalog. (spec: Authentication 5) */
export class CatalogTokens {
  readonly #store: CatalogTokenStore;
  readonly #clock: Clock;

  constructor(store: CatalogTokenStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  page(page: PageQuery): Promise<Page<CatalogToken>> {
    return this.#store.page(page);
  }

  /** @param expiresInDays default: valid until revoked */
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

  /**
   * Revokes a token at once, on every node. Safe to repeat.
   *
   * @throws CATALOG_TOKEN_NOT_FOUND (404)
   */
  async revoke(tokenId: number): Promise<CatalogToken> {
    const token = await this.#get(tokenId);
    if (token.revokedTime !== null) return token;
    await this.#store.revoke(token, new Date(this.#clock.now()).toISOString());
    return this.#get(tokenId);
  }

  /** @throws CATALOG_TOKEN_INVALID (401) (spec: Errors, catalog token invalid) */
  async check(token: string | undefined, address: string): Promise<void> {
    if (token === undefined) throw invalid('the token is missing');
    const known = FORM.test(token) ? await this.#store.byHash(hash('sha256', token, 'hex')) : undefined;
    if (!known) throw invalid('the token is unknown');
    if (known.revokedTime !== null) throw invalid('the token was revoked');
    const now = this.#clock.now();
    if (known.expireTime !== null && Date.parse(known.expireTime) <= now)
      throw invalid('the token has expired');
    if (known.lastUsedTime !== null && now - Date.parse(known.lastUsedTime) < USE_UPDATE_INTERVAL_MS) return;
    const last_used_time = new Date(now).toISOString();
    await this.#store.update(known.tokenId, { last_used_time, last_used_ip: address });
  }

  async #get(tokenId: number): Promise<CatalogToken> {
    const token = await this.#store.byId(tokenId);
    if (token) return token;
    throw new PlatformError({
      code: 'CATALOG_TOKEN_NOT_FOUND',
      status: 404,
      message: 'This catalog token does not exist.',
      fix: 'Reload the list of tokens.',
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
