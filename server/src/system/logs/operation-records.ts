import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { found } from '../shared/failures.ts';
import { allRows, contains, pageOfRows, type Ordering } from '../shared/paging.ts';

export interface OperationRow {
  readonly operId: number;
  readonly title: string;
  readonly appCode: string | null;
  readonly method: string;
  readonly url: string;
  readonly userId: number | null;
  readonly userName: string | null;
  readonly ip: string | null;
  readonly requestId: string | null;
  readonly params: string | null;
  readonly status: number;
  readonly error: string | null;
  readonly durationMs: number;
  readonly createTime: string;
}

export interface OperationFilter {
  readonly title?: string;
  readonly userName?: string;
  readonly appCode?: string;
  readonly failed?: boolean;
  readonly beginTime?: string;
  readonly endTime?: string;
}

const ordering: Ordering = {
  columns: { createTime: 'create_time', durationMs: 'duration_ms', status: 'status' },
  by: 'oper_id',
  direction: 'desc',
  unique: 'oper_id',
};

/** Reads and clears the operation log of the tenant in context. */
export class OperationRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(filter: OperationFilter, page: PageQuery): Promise<Page<OperationRow>> {
    return pageOfRows(this.#select(filter), page, ordering);
  }

  export(filter: OperationFilter, page: PageQuery): Promise<OperationRow[]> {
    return allRows(this.#select(filter), page, ordering);
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(operId: number): Promise<OperationRow> {
    return found(await this.#select({}).where('oper_id', '=', operId).executeTakeFirst(), 'log entry');
  }

  /** @returns how many entries were removed; entries of another tenant are none of them */
  async remove(operIds: readonly number[]): Promise<number> {
    const result = await this.#database.query
      .deleteFrom('sys_oper_log')
      .where('oper_id', 'in', operIds)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  async clear(): Promise<number> {
    const result = await this.#database.query.deleteFrom('sys_oper_log').executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  #select(filter: OperationFilter) {
    const { title, userName, appCode, failed, beginTime, endTime } = filter;
    return this.#database.query
      .selectFrom('sys_oper_log')
      .select([
        'oper_id as operId',
        'title',
        'app_code as appCode',
        'method',
        'url',
        'user_id as userId',
        'user_name as userName',
        'ip',
        'request_id as requestId',
        'params_json as params',
        'status',
        'error',
        'duration_ms as durationMs',
        'create_time as createTime',
      ])
      .$if(!!title, (query) => query.where(contains('title', title ?? '')))
      .$if(!!userName, (query) => query.where(contains('user_name', userName ?? '')))
      .$if(!!appCode, (query) => query.where('app_code', '=', appCode ?? ''))
      .$if(failed === true, (query) => query.where('status', '>=', 400))
      .$if(failed === false, (query) => query.where('status', '<', 400))
      .$if(!!beginTime, (query) => query.where('create_time', '>=', new Date(beginTime ?? 0).toISOString()))
      .$if(!!endTime, (query) => query.where('create_time', '<=', new Date(endTime ?? 0).toISOString()));
  }
}
