import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import type { DataScope } from '../shared/data-scope.ts';
import { found } from '../shared/failures.ts';
import { idsOf } from '../shared/ids.ts';
import { batchesOf, contains, pageOfRows, type Ordering } from '../shared/paging.ts';

export interface RoleRow {
  readonly roleId: number;
  readonly roleName: string;
  readonly roleKey: string;
  readonly orderNum: number;
  readonly status: 0 | 1;
  readonly isSuper: boolean;
  readonly dataScope: DataScope;
  readonly remark: string | null;
  readonly createTime: string;
  readonly updateTime: string;
}

export interface RoleFilter {
  /** A part of the name or of the key. */
  readonly name?: string;
  /** Separated by commas. */
  readonly roleIds?: string;
  readonly roleKeys?: string;
  readonly roleName?: string;
  readonly roleKey?: string;
  readonly status?: 0 | 1;
}

const ordering: Ordering = {
  columns: { roleName: 'role_name', roleKey: 'role_key', orderNum: 'order_num', createTime: 'create_time' },
  by: 'order_num',
  direction: 'asc',
  unique: 'role_id',
};

/** Reads the roles of the tenant in context. */
export class RoleQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(filter: RoleFilter, page: PageQuery): Promise<Page<RoleRow>> {
    return pageOfRows(this.#select(filter), page, ordering);
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), at once */
  export(filter: RoleFilter, page: PageQuery): AsyncIterable<readonly RoleRow[]> {
    return batchesOf(this.#select(filter), page, ordering, (rows) => rows);
  }

  /** @throws RECORD_NOT_FOUND (404) also for a role of another tenant */
  async get(roleId: number): Promise<RoleRow> {
    return found(await this.#select({}).where('role_id', '=', roleId).executeTakeFirst(), 'role');
  }

  /** Departments of a role whose data scope is `chosen`. */
  async deptIds(roleId: number): Promise<number[]> {
    const rows = await this.#database.query
      .selectFrom('sys_role_dept')
      .where('role_id', '=', roleId)
      .select('dept_id')
      .orderBy('dept_id')
      .execute();
    return rows.map((row) => row.dept_id);
  }

  #select({ name, roleIds, roleKeys, roleName, roleKey, status }: RoleFilter) {
    return this.#database.query
      .selectFrom('sys_role')
      .select([
        'role_id as roleId',
        'role_name as roleName',
        'role_key as roleKey',
        'order_num as orderNum',
        'status',
        'is_super as isSuper',
        'data_scope as dataScope',
        'remark',
        'create_time as createTime',
        'update_time as updateTime',
      ])
      .$if(!!name, (query) =>
        query.where((eb) => eb.or([contains('role_name', name ?? ''), contains('role_key', name ?? '')])),
      )
      .$if(!!roleIds, (query) => query.where('role_id', 'in', idsOf(roleIds ?? '')))
      .$if(!!roleKeys, (query) => query.where('role_key', 'in', roleKeys?.split(',') ?? []))
      .$if(!!roleName, (query) => query.where(contains('role_name', roleName ?? '')))
      .$if(!!roleKey, (query) => query.where(contains('role_key', roleKey ?? '')))
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 1));
  }
}
