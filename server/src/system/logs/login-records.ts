import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { found } from '../shared/failures.ts';
import { allRows, contains, pageOfRows, type Ordering } from '../shared/paging.ts';

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
  readonly beginTime?: string;
  readonly endTime?: string;
}

const ordering: Ordering = {
  columns: { createTime: 'create_time', userName: 'user_name' },
  by: 'login_id',
  direction: 'desc',
  unique: 'login_id',
};

/** Reads and clears the login log of the tenant in context. */
export class LoginRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(filter: LoginFilter, page: PageQuery): Promise<Page<LoginRow>> {
    return pageOfRows(this.#select(filter), page, ordering);
  }

  export(filter: LoginFilter, page: PageQuery): Promise<LoginRow[]> {
    return allRows(this.#select(filter), page, ordering);
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

  async clear(): Promise<number> {
    const result = await this.#database.query.deleteFrom('sys_login_log').executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  #select({ userName, ip, success, beginTime, endTime }: LoginFilter) {
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
      .$if(!!beginTime, (query) => query.where('create_time', '>=', new Date(beginTime ?? 0).toISOString()))
      .$if(!!endTime, (query) => query.where('create_time', '<=', new Date(endTime ?? 0).toISOString()));
  }
}
