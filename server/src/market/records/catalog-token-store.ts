import type { Updateable } from 'kysely';
import type { Database, HostSchema, Ids } from '../../data/index.ts';
import type { Page, PageQuery } from '../../kernel/index.ts';
import type { RightsLog } from '../../system/index.ts';

/** A stored interface token; only its hash is kept. */
export interface CatalogToken {
  readonly tokenId: number;
  readonly name: string;
  /** The first characters of the token. */
  readonly tokenPrefix: string;
  readonly expireTime: string | null;
  readonly lastUsedTime: string | null;
  readonly lastUsedIp: string | null;
  readonly revokedTime: string | null;
  readonly issuedBy: string | null;
  readonly createTime: string;
}

/** Rights of a token. */
const RIGHTS = ['catalog'];

const columns = [
  'token_id as tokenId',
  'name',
  'token_prefix as tokenPrefix',
  'expire_time as expireTime',
  'last_used_time as lastUsedTime',
  'last_used_ip as lastUsedIp',
  'revoked_time as revokedTime',
  'issued_by as issuedBy',
  'create_time as createTime',
] as const;

/** Interface tokens of the catalog, `app_catalog_token`. */
export class CatalogTokenStore {
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #rights: RightsLog;

  constructor(database: Database, ids: Ids, rights: RightsLog) {
    this.#database = database;
    this.#ids = ids;
    this.#rights = rights;
  }

  byHash(tokenHash: string): Promise<CatalogToken | undefined> {
    return this.#database.query
      .selectFrom('app_catalog_token')
      .select(columns)
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
  }

  byId(tokenId: number): Promise<CatalogToken | undefined> {
    return this.#database.query
      .selectFrom('app_catalog_token')
      .select(columns)
      .where('token_id', '=', tokenId)
      .executeTakeFirst();
  }

  /** A page of tokens, newest first. */
  async page({ pageNum, pageSize }: PageQuery): Promise<Page<CatalogToken>> {
    const { query } = this.#database;
    const { total } = await query
      .selectFrom('app_catalog_token')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await query
      .selectFrom('app_catalog_token')
      .select(columns)
      .orderBy('token_id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    return { total: Number(total), rows };
  }

  async insert(token: {
    readonly name: string;
    readonly tokenPrefix: string;
    readonly tokenHash: string;
    readonly expireTime: string | null;
    readonly issuedBy: string | null;
  }): Promise<number> {
    const tokenId = this.#ids.next();
    await this.#database.transaction(async () => {
      await this.#database.query
        .insertInto('app_catalog_token')
        .values({
          token_id: tokenId,
          name: token.name,
          token_prefix: token.tokenPrefix,
          token_hash: token.tokenHash,
          expire_time: token.expireTime,
          issued_by: token.issuedBy,
        })
        .execute();
      await this.#rights.record({ kind: 'catalog-token', subject: token.name, before: [], after: RIGHTS });
    });
    return tokenId;
  }

  async revoke({ tokenId, name }: CatalogToken, at: string): Promise<void> {
    await this.#database.transaction(async () => {
      await this.update(tokenId, { revoked_time: at });
      await this.#rights.record({ kind: 'catalog-token', subject: name, before: RIGHTS, after: [] });
    });
  }

  async update(tokenId: number, change: Updateable<HostSchema['app_catalog_token']>): Promise<void> {
    await this.#database.query
      .updateTable('app_catalog_token')
      .set(change)
      .where('token_id', '=', tokenId)
      .execute();
  }
}
