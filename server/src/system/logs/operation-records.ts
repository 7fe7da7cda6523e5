import type { Database } from '../../data/index.ts';
import { found } from '../shared/failures.ts';
import { KeyedList, type KeyedPage, type KeyedQuery } from '../shared/keyed-pages.ts';
import { contains } from '../shared/paging.ts';

export interface OperationRow {
  readonly operId: number;
  readonly title: string;
  readonly appCode: string | null;
  readonly method: string;
  readonly url: string;
  readonly userId: number | null;
  readonly userName: string | null;
  /** Tenant that the user, of the platform's own tenant, looked into. */
  readonly actingTenant: string | null;
  readonly ip: string | null;
  readonly requestId: string | null;
  readonly params: string | null;
  readonly status: number;
  readonly error: string | null;
  readonly durationMs: number;
  readonly createTime: string;
}

/** An entry with what it changed. */
export interface OperationDetail extends OperationRow {
  readonly before: string | null;
  readonly after: string | null;
}

export interface OperationFilter {
  readonly title?: string;
  /** With commas between them. */
  readonly titles?: string;
  readonly userName?: string;
  readonly method?: string;
  readonly requestId?: string;
  readonly appCode?: string;
  readonly failed?: boolean;
  readonly beginTime?: string;
  readonly endTime?: string;
}

/** Reads and clears the operation log of the tenant in context. */
export class OperationRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), PAGE_KEY_INVALID (400) */
  list(filter: OperationFilter, query: KeyedQuery): Promise<KeyedPage<OperationRow>> {
    return this.#listOf(filter).page(query);
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400) */
  export(filter: OperationFilter, query: KeyedQuery): AsyncIterable<readonly OperationRow[]> {
    return this.#listOf(filter).batches(query);
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(operId: number): Promise<OperationDetail> {
    const row = await this.#select({})
      .where('oper_id', '=', operId)
      .select(['before_json as before', 'after_json as after'])
      .executeTakeFirst();
    return found(row, 'log entry');
  }

  /** @returns how many entries were removed; entries of another tenant are none of them */
  async remove(operIds: readonly number[]): Promise<number> {
    const result = await this.#database.query
      .deleteFrom('sys_oper_log')
      .where('oper_id', 'in', operIds)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  /** @param before removes older entries only. @returns how many were removed */
  async clear(before?: string): Promise<number> {
    const result = await this.#database.query
      .deleteFrom('sys_oper_log')
      .$if(before !== undefined, (query) =>
        query.where('create_time', '<', new Date(before ?? 0).toISOString()),
      )
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  #listOf(filter: OperationFilter) {
    return new KeyedList(this.#database, this.#select(filter), 'operId', 'oper_id');
  }

  #select(filter: OperationFilter) {
    const { userName, method, requestId, appCode, failed, beginTime, endTime } = filter;
    const { title = '', titles = '' } = filter;
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
        'acting_tenant as actingTenant',
        'ip',
        'request_id as requestId',
        'params_json as params',
        'status',
        'error',
        'duration_ms as durationMs',
        'create_time as createTime',
      ])
      .$if(title !== '' || titles !== '', (query) =>
        query.where((eb) =>
          eb.or([
            ...(title === '' ? [] : [contains('title', title)]),
            ...(titles === '' ? [] : [eb('title', 'in', titles.split(','))]),
          ]),
        ),
      )
      .$if(!!userName, (query) => query.where(contains('user_name', userName ?? '')))
      .$if(!!method, (query) => query.where('method', '=', method ?? ''))
      .$if(!!requestId, (query) => query.where('request_id', '=', requestId ?? ''))
      .$if(!!appCode, (query) => query.where('app_code', '=', appCode ?? ''))
      .$if(failed === true, (query) => query.where('status', '>=', 400))
      .$if(failed === false, (query) => query.where('status', '<', 400))
      .$if(!!beginTime, (query) => query.where('create_time', '>=', new Date(beginTime ?? 0).toISOString()))
      .$if(!!endTime, (query) => query.where('create_time', '<=', new Date(endTime ?? 0).toISOString()));
  }
}
