import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { PlatformError, requestContext, type LoginUser } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { ALL_PERMISSIONS } from './authority.ts';
import { withBelow } from './dept-tree.ts';

/** Records that a role shows. */
export type DataScope = 'all' | 'deptTree' | 'dept' | 'own' | 'chosen';

/** Combined scope of a person's roles; undefined where it is unrestricted. */
export interface Reach {
  readonly userId: number;
  /** Records of these departments, */
  readonly deptIds: readonly number[];
  /** and of those that the person has made. */
  readonly own: boolean;
}

/** Which records people see by the data scopes of their roles, which add up. (design 12.1-5) */
export class DataScopes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Scope of the current user. Unrestricted outside of requests, such as in jobs. */
  ofCaller(): Promise<Reach | undefined> {
    const user = requestContext.current()?.user;
    return user ? this.of(user) : Promise.resolve(undefined);
  }

  async of({ userId, permissions }: Pick<LoginUser, 'userId' | 'permissions'>): Promise<Reach | undefined> {
    if (permissions.includes(ALL_PERMISSIONS)) return undefined;
    const { query } = this.#database;
    const roles = await query
      .selectFrom('sys_user_role as ur')
      .innerJoin('sys_role as r', 'r.role_id', 'ur.role_id')
      .where('ur.user_id', '=', userId)
      .where('r.status', '=', 1)
      .select(['r.role_id', 'r.data_scope'])
      .execute();
    if (roles.some((role) => role.data_scope === 'all')) return undefined;
    const scopes = new Set(roles.map((role) => role.data_scope));
    const deptIds = new Set<number>();
    if (scopes.has('dept') || scopes.has('deptTree')) {
      const user = await query
        .selectFrom('sys_user')
        .where('user_id', '=', userId)
        .select('dept_id')
        .executeTakeFirst();
      const deptId = user?.dept_id ?? null;
      if (deptId !== null) {
        const below = scopes.has('deptTree') ? await this.withChildren(deptId) : [deptId];
        for (const id of below) deptIds.add(id);
      }
    }
    const chosen = roles.filter((role) => role.data_scope === 'chosen').map((role) => role.role_id);
    if (chosen.length > 0) {
      const rows = await query
        .selectFrom('sys_role_dept')
        .where('role_id', 'in', chosen)
        .select('dept_id')
        .execute();
      for (const row of rows) deptIds.add(row.dept_id);
    }
    return { userId, deptIds: [...deptIds], own: scopes.has('own') };
  }

  /** A department and all below it. */
  withChildren(deptId: number): Promise<number[]> {
    return withBelow(this.#database, [deptId]);
  }

  /**
   * Makes sure that users see no departments beyond a limit, as they are stored now. Within a
   * transaction, a change that gives them more is undone by the error.
   *
   * @param limit what the actor saw before the change; undefined where that is everything
   * @throws PRIVILEGE_EXCEEDED (403)
   */
  async assertWithin(limit: Reach | undefined, userIds: readonly number[]): Promise<void> {
    if (!limit) return;
    for (const userId of userIds)
      if (!isWithin(await this.of({ userId, permissions: [] }), limit)) throw tooWide();
  }

  /**
   * Makes sure that the caller reaches departments, before records are put into them or roles are
   * given them.
   *
   * @throws DEPT_OUT_OF_REACH (403)
   */
  async assertReaches(deptIds: readonly number[]): Promise<void> {
    const reach = await this.ofCaller();
    if (!reach || deptIds.every((deptId) => reach.deptIds.includes(deptId))) return;
    throw new PlatformError({
      code: 'DEPT_OUT_OF_REACH',
      status: 403,
      message: 'The department is outside of the data that your roles show.',
      fix: 'Choose another department, or ask for a role with a wider data scope.',
    });
  }
}

/**
 * Nobody gives away, or takes control of, more data than they see themselves. What users make is
 * theirs, and not asked for.
 */
function isWithin(reach: Reach | undefined, limit: Reach): boolean {
  return reach?.deptIds.every((deptId) => limit.deptIds.includes(deptId)) ?? false;
}

/** The refusal of what would show more data than the actor sees. */
export function tooWide(): PlatformError {
  return new PlatformError({
    code: 'PRIVILEGE_EXCEEDED',
    status: 403,
    message: 'This change concerns data that your own roles do not show.',
    fix: 'Choose a narrower data scope, or ask an administrator who sees that data.',
  });
}

/** True for users within reach: of its departments, the person, and those made by the person. */
export function isReached({ userId, deptIds, own }: Reach): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`${sql.ref('user_id')} = ${userId}`];
  if (deptIds.length > 0) parts.push(sql<SqlBool>`${sql.ref('dept_id')} in (${sql.join(deptIds)})`);
  if (own) parts.push(sql<SqlBool>`${sql.ref('create_by')} = ${userId}`);
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}
