import type { ScriptToken } from '@platform/host-api';
import type { Clock, LoginUser, Page, PageQuery } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';
import { assertHolds } from '../shared/authority.ts';
import type { Sessions } from '../auth/sessions.ts';
import { createScriptToken, tokenHash } from '../auth/token.ts';
import type { RightsLog } from '../logs/rights-log.ts';
import { conflict, found, notFound } from '../shared/failures.ts';
import { batchesOf, contains, pageOfRows, type Ordering } from '../shared/paging.ts';

/** Tokens of one user. */
const MAX_TOKENS = 50;

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Milliseconds until it expires. */
  readonly lastsMs: number;
}

export interface ScriptTokenFilter {
  readonly name?: string;
  readonly userName?: string;
}

const ordering: Ordering = {
  columns: { name: 'k.name', userName: 'u.user_name', expires: 'k.expires', lastUsed: 'k.last_used' },
  by: 'k.token_id',
  direction: 'desc',
  unique: 'k.token_id',
};

export interface ScriptTokenParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly rights: RightsLog;
}

/** Tokens for scripts of the tenant in context. (design 11.7, 16-19) */
export class ScriptTokens {
  readonly #parts: ScriptTokenParts;

  constructor(parts: ScriptTokenParts) {
    this.#parts = parts;
  }

  /**
   * Issues a token with a part of the owner's permissions. Only its hash is stored.
   *
   * @throws PRIVILEGE_EXCEEDED (403), TOKEN_LIMIT (409)
   */
  async issue(owner: LoginUser, token: NewToken): Promise<ScriptToken & { readonly token: string }> {
    const { database, ids, clock, rights } = this.#parts;
    assertHolds(owner, token.scopes);
    if ((await this.own(owner)).length >= MAX_TOKENS) {
      throw conflict('TOKEN_LIMIT', `You already have ${MAX_TOKENS} tokens.`, 'Revoke one first.');
    }
    const text = createScriptToken();
    const tokenId = ids.next();
    await database.transaction(async () => {
      await database.query
        .insertInto('sys_token')
        .values({
          token_id: tokenId,
          user_id: owner.userId,
          name: token.name.trim(),
          token_hash: tokenHash(text) ?? '',
          scopes_json: JSON.stringify(token.scopes.toSorted()),
          expires: new Date(clock.now() + token.lastsMs).toISOString(),
        })
        .execute();
      await rights.record({
        kind: 'script-token',
        subject: `${owner.userName}: ${token.name}`,
        before: [],
        after: token.scopes,
      });
    });
    const [row] = await this.#select({}).where('k.token_id', '=', tokenId).execute();
    return { ...viewOf(found(row, 'token')), token: text };
  }

  async own({ userId }: LoginUser): Promise<ScriptToken[]> {
    const rows = await this.#select({}).where('k.user_id', '=', userId).orderBy('k.token_id').execute();
    return rows.map(viewOf);
  }

  async list(filter: ScriptTokenFilter, page: PageQuery): Promise<Page<ScriptToken>> {
    const { total, rows } = await pageOfRows(this.#select(filter), page, ordering);
    return { total, rows: rows.map(viewOf) };
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), at once */
  export(filter: ScriptTokenFilter, page: PageQuery): AsyncIterable<readonly ScriptToken[]> {
    return batchesOf(this.#select(filter), page, ordering, (rows) => rows.map(viewOf));
  }

  /**
   * Revokes tokens at once.
   *
   * @param userId only tokens of this user
   * @throws RECORD_NOT_FOUND (404)
   */
  async revoke(tokenIds: readonly number[], userId?: number): Promise<number> {
    const { database, sessions, rights } = this.#parts;
    const owners = await database.transaction(async () => {
      const rows = await this.#select({})
        .where('k.token_id', 'in', tokenIds)
        .$if(userId !== undefined, (query) => query.where('k.user_id', '=', userId ?? 0))
        .execute();
      if (rows.length < tokenIds.length) throw notFound('token');
      await database.query.deleteFrom('sys_token').where('token_id', 'in', tokenIds).execute();
      for (const { userName, name, scopes } of rows.map(viewOf)) {
        const subject = `${userName}: ${name}`;
        await rights.record({ kind: 'script-token', subject, before: scopes, after: [] });
      }
      return rows.map((row) => row.userId);
    });
    sessions.refreshUsers(owners);
    return tokenIds.length;
  }

  /**
   * Revokes all tokens of a user at once.
   *
   * @returns how many there were
   * @throws RECORD_NOT_FOUND (404) for a user of another tenant
   */
  async revokeOf(userId: number): Promise<number> {
    const users = this.#parts.database.query.selectFrom('sys_user').where('user_id', '=', userId);
    found(await users.select('user_id').executeTakeFirst(), 'user');
    const rows = await this.#select({}).where('k.user_id', '=', userId).execute();
    if (rows.length === 0) return 0;
    return this.revoke(
      rows.map(({ tokenId }) => tokenId),
      userId,
    );
  }

  #select({ name, userName }: ScriptTokenFilter) {
    return this.#parts.database.query
      .selectFrom('sys_token as k')
      .innerJoin('sys_user as u', 'u.user_id', 'k.user_id')
      .select([
        'k.token_id as tokenId',
        'k.name',
        'k.user_id as userId',
        'u.user_name as userName',
        'k.scopes_json as scopes',
        'k.expires',
        'k.last_used as lastUsed',
        'k.last_ip as lastIp',
        'k.create_time as createTime',
      ])
      .$if(!!name, (query) => query.where(contains('k.name', name ?? '')))
      .$if(!!userName, (query) => query.where(contains('u.user_name', userName ?? '')));
  }
}

function viewOf<T extends { readonly scopes: string }>(row: T): Omit<T, 'scopes'> & { scopes: string[] } {
  return { ...row, scopes: JSON.parse(row.scopes) as string[] };
}
