import type { RightsChangeDetail, RightsChangeRow, RightsKind } from '@platform/host-api';
import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { found } from '../shared/failures.ts';
import { batchesOf, contains, pageOfRows, type Ordering } from '../shared/paging.ts';

export interface RightsFilter {
  readonly kind?: RightsKind;
  readonly subject?: string;
  readonly userName?: string;
  readonly appCode?: string;
  /** A right that was given or taken. */
  readonly right?: string;
  readonly beginTime?: string;
  readonly endTime?: string;
}

const ordering: Ordering = {
  columns: { createTime: 'create_time', subject: 'subject', kind: 'kind' },
  by: 'entry_id',
  direction: 'desc',
  unique: 'entry_id',
};

/** Reads the changes of rights in the tenant in context. */
export class RightsRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(filter: RightsFilter, page: PageQuery): Promise<Page<RightsChangeRow>> {
    const { total, rows } = await pageOfRows(this.#select(filter), page, ordering);
    return { total, rows: rows.map(viewOf) };
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), at once */
  export(filter: RightsFilter, page: PageQuery): AsyncIterable<readonly RightsChangeRow[]> {
    return batchesOf(this.#select(filter), page, ordering, (rows) => rows.map(viewOf));
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(entryId: number): Promise<RightsChangeDetail> {
    const row = await this.#select({})
      .where('entry_id', '=', entryId)
      .select('before_json as before')
      .executeTakeFirst();
    const { before: written, ...view } = viewOf(found(row, 'log entry'));
    const before = listOf(written);
    const after = [...before.filter((each) => !view.removed.includes(each)), ...view.added];
    return { ...view, before, after };
  }

  #select(filter: RightsFilter) {
    const { kind, subject, userName, appCode, right, beginTime, endTime } = filter;
    const written = JSON.stringify(right ?? '');
    return this.#database.query
      .selectFrom('sys_rights_log')
      .select([
        'entry_id as entryId',
        'kind',
        'subject',
        'app_code as appCode',
        'added_json as added',
        'removed_json as removed',
        'cause',
        'user_id as userId',
        'user_name as userName',
        'user_tenant as userTenant',
        'ip',
        'request_id as requestId',
        'create_time as createTime',
      ])
      .$if(!!kind, (query) => query.where('kind', '=', kind ?? ''))
      .$if(!!subject, (query) => query.where(contains('subject', subject ?? '')))
      .$if(!!userName, (query) => query.where(contains('user_name', userName ?? '')))
      .$if(!!appCode, (query) => query.where('app_code', '=', appCode ?? ''))
      .$if(!!right, (query) =>
        query.where((eb) => eb.or([contains('added_json', written), contains('removed_json', written)])),
      )
      .$if(!!beginTime, (query) => query.where('create_time', '>=', new Date(beginTime ?? 0).toISOString()))
      .$if(!!endTime, (query) => query.where('create_time', '<=', new Date(endTime ?? 0).toISOString()));
  }
}

const listOf = (json: string): string[] => JSON.parse(json) as string[];

function viewOf<T extends { readonly kind: string; readonly added: string; readonly removed: string }>(
  row: T,
): Omit<T, 'kind' | 'added' | 'removed'> & { kind: RightsKind; added: string[]; removed: string[] } {
  return { ...row, kind: row.kind as RightsKind, added: listOf(row.added), removed: listOf(row.removed) };
}
