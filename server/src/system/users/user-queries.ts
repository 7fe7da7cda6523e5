import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import type { FactorStore } from '../auth/factor/index.ts';
import { found } from '../shared/failures.ts';
import { allRows, contains, pageOfRows, type Ordering } from '../shared/paging.ts';

export interface UserRow {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly avatar: string | null;
  readonly status: 0 | 1;
  readonly lastLoginTime: string | null;
  readonly lastLoginIp: string | null;
  /** Locked by hand until then. */
  readonly lockedUntil: string | null;
  readonly remark: string | null;
  readonly createTime: string;
}

export interface RoleRef {
  readonly roleId: number;
  readonly roleKey: string;
  readonly roleName: string;
}

export interface UserListRow extends UserRow {
  readonly roles: readonly RoleRef[];
  /** An authenticator is set up. */
  readonly secondFactor: boolean;
}

export interface UserFilter {
  readonly userName?: string;
  readonly nickName?: string;
  readonly phone?: string;
  readonly status?: 0 | 1;
  readonly roleId?: number;
}

const ordering: Ordering = {
  columns: {
    userName: 'user_name',
    nickName: 'nick_name',
    status: 'status',
    createTime: 'create_time',
    lastLoginTime: 'last_login_time',
  },
  by: 'user_id',
  direction: 'asc',
  unique: 'user_id',
};

/** Reads the users of the tenant in context. */
export class UserQueries {
  readonly #database: Database;
  readonly #factors: FactorStore;

  constructor(database: Database, factors: FactorStore) {
    this.#database = database;
    this.#factors = factors;
  }

  async list(filter: UserFilter, page: PageQuery): Promise<Page<UserListRow>> {
    const { total, rows } = await pageOfRows(this.#select(filter), page, ordering);
    return { total, rows: await this.#withRoles(rows) };
  }

  async export(filter: UserFilter, page: PageQuery): Promise<UserListRow[]> {
    return this.#withRoles(await allRows(this.#select(filter), page, ordering));
  }

  /** @throws RECORD_NOT_FOUND (404) also for a user of another tenant */
  async get(userId: number): Promise<UserListRow> {
    const row = await this.#select({}).where('user_id', '=', userId).executeTakeFirst();
    const [user] = await this.#withRoles([found(row, 'user')]);
    return found(user, 'user');
  }

  #select(filter: UserFilter) {
    const { userName, nickName, phone, status, roleId } = filter;
    return this.#database.query
      .selectFrom('sys_user')
      .select([
        'user_id as userId',
        'user_name as userName',
        'nick_name as nickName',
        'email',
        'phone',
        'avatar',
        'status',
        'last_login_time as lastLoginTime',
        'last_login_ip as lastLoginIp',
        'locked_until as lockedUntil',
        'remark',
        'create_time as createTime',
      ])
      .$if(!!userName, (query) => query.where(contains('user_name', userName ?? '')))
      .$if(!!nickName, (query) => query.where(contains('nick_name', nickName ?? '')))
      .$if(!!phone, (query) => query.where(contains('phone', phone ?? '')))
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 1))
      .$if(roleId !== undefined, (query) =>
        query.where('user_id', 'in', (eb) =>
          eb
            .selectFrom('sys_user_role')
            .select('user_id')
            .where('role_id', '=', roleId ?? 0),
        ),
      );
  }

  async #withRoles(users: readonly UserRow[]): Promise<UserListRow[]> {
    if (users.length === 0) return [];
    const rows = await this.#database.query
      .selectFrom('sys_user_role as ur')
      .innerJoin('sys_role as r', 'r.role_id', 'ur.role_id')
      .where(
        'ur.user_id',
        'in',
        users.map((user) => user.userId),
      )
      .select(['ur.user_id', 'r.role_id as roleId', 'r.role_key as roleKey', 'r.role_name as roleName'])
      .orderBy('r.order_num')
      .execute();
    const byUser = Map.groupBy(rows, (row) => row.user_id);
    const enrolled = await this.#factors.enrolledAmong(users.map((user) => user.userId));
    return users.map((user) => ({
      ...user,
      roles: (byUser.get(user.userId) ?? []).map(({ user_id: _user, ...role }) => role),
      secondFactor: enrolled.has(user.userId),
    }));
  }
}
