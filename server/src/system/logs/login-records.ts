import type { Database } from '../../data/index.ts';
import { found } from '../shared/failures.ts';
import { KeyedList, type KeyedPage, type KeyedQuery } from '../shared/keyed-pages.ts';
import { contains } from '../shared/paging.ts';

export interface LoginRow {
  readonly loginId: number;
  readonly userName: string;
  readonly userId: number | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly event: string;
  readonly success: boolean;
  readonly reason: string | null;
  readonly createTime: string;
}

export interface LoginFilter {
  readonly userName?: string;
  readonly ip?: string;
  readonly success?: boolean;
  readonly event?: string;
  readonly beginTime?: string;
  readonly endTime?: string;
}

/** Reads and clears the login log of the tenant in context. */
export class LoginRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), PAGE_KEY_INVALID (400) */
  list(filter: LoginFilter, query: KeyedQuery): Promise<KeyedPage<LoginRow>> {
    return this.#listOf(filter).page(query);
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400) */
  export(filter: LoginFilter, query: KeyedQuery): AsyncIterable<readonly LoginRow[]> {
    return this.#listOf(filter).batches(query);
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(loginId: number): Promise<LoginRow> {
    return found(await this.#select({}).where('login_id', '=', loginId).executeTakeFirst(), 'log entry');
  }

  /** @returns how many entries were removed; entries of another tenant are none of them */
  async remove(loginIds: readonly number[]): Promise<number> {
    const result = await this.#database.query
      .deleteFrom('sys_login_log')
      .where('login_id', 'in', loginIds)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  /** @param before removes older entries only. @returns how many were removed */
  async clear(before?: string): Promise<number> {
    const result = await this.#database.query
      .deleteFrom('sys_login_log')
      .$if(before !== undefined, (query) =>
        query.where('create_time', '<', new Date(before ?? 0).toISOString()),
      )
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  #listOf(filter: LoginFilter) {
    return new KeyedList(this.#database, this.#select(filter), 'loginId', 'login_id');
  }

  #select({ userName, ip, success, event, beginTime, endTime }: LoginFilter) {
    return this.#database.query
      .selectFrom('sys_login_log')
      .select([
        'login_id as loginId',
        'user_name as userName',
        'user_id as userId',
        'ip',
        'user_agent as userAgent',
        'event',
        'success',
        'reason',
        'create_time as createTime',
      ])
      .$if(!!userName, (query) => query.where(contains('user_name', userName ?? '')))
      .$if(!!ip, (query) => query.where(contains('ip', ip ?? '')))
      .$if(success !== undefined, (query) => query.where('success', '=', success ?? true))
      .$if(!!event, (query) => query.where('event', '=', event ?? ''))
      .$if(!!beginTime, (query) => query.where('create_time', '>=', new Date(beginTime ?? 0).toISOString()))
      .$if(!!endTime, (query) => query.where('create_time', '<=', new Date(endTime ?? 0).toISOString()));
  }
}
