import type { ExpressionBuilder } from 'kysely';
import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Database, HostSchema } from '../../data/index.ts';
import type { FactorStore } from '../auth/factor/index.ts';
import { found } from '../shared/failures.ts';
import { isReached, type DataScopes } from '../shared/data-scope.ts';
import { idsOf } from '../shared/ids.ts';
import { batchesOnceKnown, contains, pageOfMatches, pageOfRows, type Ordering } from '../shared/paging.ts';

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
  readonly deptId: number | null;
  readonly remark: string | null;
  readonly createTime: string;
  readonly updateTime: string;
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
  readonly deptName: string | null;
  readonly postIds: readonly number[];
}

/** A user as a file has it. */
export interface ExportedUser extends UserListRow {
  /** Names from the top, as in `/ Head office / Sales`. */
  readonly deptPath: string | null;
  readonly postCodes: readonly string[];
}

export interface UserFilter {
  /** A part of the user name or of the name. */
  readonly name?: string;
  readonly userName?: string;
  readonly nickName?: string;
  readonly phone?: string;
  readonly status?: 0 | 1;
  /** Several, separated by commas. */
  readonly userIds?: string;
  readonly roleId?: number;
  readonly withoutRoleId?: number;
  /** With the departments below it. */
  readonly deptId?: number;
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

/** Users who have a role. */
const holdersOf = (eb: ExpressionBuilder<HostSchema, 'sys_user'>, roleId: number) =>
  eb.selectFrom('sys_user_role').select('user_id').where('role_id', '=', roleId);

/** Reads the users of the tenant in context who are within reach of the caller. (design 12.1-5) */
export class UserQueries {
  readonly #database: Database;
  readonly #factors: FactorStore;

  readonly #scopes: DataScopes;

  constructor(database: Database, factors: FactorStore, scopes: DataScopes) {
    this.#database = database;
    this.#factors = factors;
    this.#scopes = scopes;
  }

  async list(filter: UserFilter, page: PageQuery): Promise<Page<UserListRow>> {
    const isSearch = [filter.name, filter.userName, filter.nickName, filter.phone].some(Boolean);
    const pageOf = isSearch ? pageOfMatches : pageOfRows;
    const { total, rows } = await pageOf(await this.#reached(filter), page, ordering);
    return { total, rows: await this.#withRoles(rows) };
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), at the first batch */
  export(filter: UserFilter, page: PageQuery): AsyncIterable<readonly ExportedUser[]> {
    return batchesOnceKnown(
      () => this.#reached(filter),
      page,
      ordering,
      (rows) => this.#exported(rows),
    );
  }

  /** @throws RECORD_NOT_FOUND (404) also for a user of another tenant */
  async get(userId: number): Promise<UserListRow> {
    const query = await this.#reached({});
    const row = await query.where('user_id', '=', userId).executeTakeFirst();
    const [user] = await this.#withRoles([found(row, 'user')]);
    return found(user, 'user');
  }

  async #reached({ deptId, ...filter }: UserFilter) {
    const reach = await this.#scopes.ofCaller();
    const deptIds = deptId === undefined ? undefined : await this.#scopes.withChildren(deptId);
    return this.#select(filter)
      .$if(reach !== undefined, (query) => (reach ? query.where(isReached(reach)) : query))
      .$if(deptIds !== undefined, (query) => query.where('dept_id', 'in', deptIds ?? []));
  }

  #select(filter: Omit<UserFilter, 'deptId'>) {
    const { name, userName, nickName, phone, status, userIds, roleId, withoutRoleId } = filter;
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
        'dept_id as deptId',
        'remark',
        'create_time as createTime',
        'update_time as updateTime',
      ])
      .$if(!!name, (query) =>
        query.where((eb) => eb.or([contains('user_name', name ?? ''), contains('nick_name', name ?? '')])),
      )
      .$if(!!userName, (query) => query.where(contains('user_name', userName ?? '')))
      .$if(!!nickName, (query) => query.where(contains('nick_name', nickName ?? '')))
      .$if(!!phone, (query) => query.where(contains('phone', phone ?? '')))
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 1))
      .$if(!!userIds, (query) => query.where('user_id', 'in', idsOf(userIds ?? '')))
      .$if(roleId !== undefined, (query) => query.where('user_id', 'in', (eb) => holdersOf(eb, roleId ?? 0)))
      .$if(withoutRoleId !== undefined, (query) =>
        query.where('user_id', 'not in', (eb) => holdersOf(eb, withoutRoleId ?? 0)),
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
    const { departments, posts } = await this.#placesOf(users);
    return users.map((user) => ({
      ...user,
      deptName: departments.get(user.deptId ?? 0) ?? null,
      postIds: posts.get(user.userId) ?? [],
      roles: (byUser.get(user.userId) ?? []).map(({ user_id: _user, ...role }) => role),
      secondFactor: enrolled.has(user.userId),
    }));
  }

  async #exported(rows: readonly UserRow[]): Promise<ExportedUser[]> {
    const { query } = this.#database;
    const users = await this.#withRoles(rows);
    const depts = await query.selectFrom('sys_dept').select(['dept_id', 'parent_id', 'dept_name']).execute();
    const posts = await query.selectFrom('sys_post').select(['post_id', 'post_code']).execute();
    const deptOf = new Map(depts.map((dept) => [dept.dept_id, dept]));
    const codeOf = new Map(posts.map((post) => [post.post_id, post.post_code]));
    const pathOf = (deptId: number): string => {
      const dept = deptOf.get(deptId);
      return dept === undefined ? '' : `${pathOf(dept.parent_id)} / ${dept.dept_name}`;
    };
    return users.map((user) => ({
      ...user,
      deptPath: pathOf(user.deptId ?? 0).trim() || null,
      postCodes: user.postIds.flatMap((postId) => codeOf.get(postId) ?? []),
    }));
  }

  /** Names of departments, and posts by user. */
  async #placesOf(users: readonly UserRow[]) {
    const { query } = this.#database;
    const deptIds = [...new Set(users.flatMap(({ deptId }) => deptId ?? []))];
    const departments =
      deptIds.length === 0
        ? []
        : await query
            .selectFrom('sys_dept')
            .where('dept_id', 'in', deptIds)
            .select(['dept_id', 'dept_name'])
            .execute();
    const posts = await query
      .selectFrom('sys_user_post')
      .where(
        'user_id',
        'in',
        users.map(({ userId }) => userId),
      )
      .select(['user_id', 'post_id'])
      .orderBy('post_id')
      .execute();
    const byUser = new Map<number, number[]>();
    for (const row of posts) byUser.set(row.user_id, [...(byUser.get(row.user_id) ?? []), row.post_id]);
    return {
      departments: new Map(departments.map((row) => [row.dept_id, row.dept_name])),
      posts: byUser,
    };
  }
}
