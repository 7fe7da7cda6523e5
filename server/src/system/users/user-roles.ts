import type { Database } from '../../data/index.ts';
import { PlatformError, type LoginUser } from '../../kernel/index.ts';
import { assertHolds } from '../shared/authority.ts';
import { ALL_PERMISSIONS, rolePermissions } from '../auth/grants.ts';
import type { RightsLog } from '../logs/rights-log.ts';

interface RemovedUser {
  readonly userId: number;
  readonly userName: string;
}

/** Which roles a user has. */
export class UserRoles {
  readonly #database: Database;
  readonly #log: RightsLog;

  constructor(database: Database, log: RightsLog) {
    this.#database = database;
    this.#log = log;
  }

  /**
   * Gives a user exactly these roles of the tenant in context. What changes must be within the
   * actor's own rights.
   *
   * @throws ROLE_UNKNOWN (400) for a role that this tenant does not have
   * @throws PRIVILEGE_EXCEEDED (403)
   */
  async assign(actor: LoginUser, userId: number, roleIds: readonly number[]): Promise<void> {
    const wanted = new Set(roleIds);
    const held = new Set(await this.#held(userId));
    const added = [...wanted].filter((id) => !held.has(id));
    const removed = [...held].filter((id) => !wanted.has(id));
    await this.#assertWithin(actor, [...added, ...removed]);
    const before = await this.#keys([...held]);
    if (removed.length > 0) {
      await this.#database.query
        .deleteFrom('sys_user_role')
        .where('user_id', '=', userId)
        .where('role_id', 'in', removed)
        .execute();
    }
    if (added.length > 0) {
      await this.#database.query
        .insertInto('sys_user_role')
        .values(added.map((roleId) => ({ user_id: userId, role_id: roleId })))
        .execute();
    }
    await this.#log.record({
      kind: 'user-roles',
      subject: await this.#nameOf(userId),
      before,
      after: await this.#keys([...wanted]),
    });
  }

  /** Takes all roles from users who are removed. */
  async clear(users: readonly RemovedUser[]): Promise<void> {
    for (const { userId, userName } of users) {
      const before = await this.#keys(await this.#held(userId));
      await this.#log.record({ kind: 'user-roles', subject: userName, before, after: [] });
    }
    const userIds = users.map(({ userId }) => userId);
    await this.#database.query.deleteFrom('sys_user_role').where('user_id', 'in', userIds).execute();
  }

  /** Records the roles of a user who has been put back. */
  async recordRestored({ userId, userName }: RemovedUser): Promise<void> {
    const after = await this.#keys(await this.#held(userId));
    await this.#log.record({ kind: 'user-roles', subject: userName, before: [], after });
  }

  async #keys(roleIds: readonly number[]): Promise<string[]> {
    if (roleIds.length === 0) return [];
    const rows = await this.#database.query
      .selectFrom('sys_role')
      .where('role_id', 'in', roleIds)
      .select('role_key')
      .orderBy('role_key')
      .execute();
    return rows.map((row) => row.role_key);
  }

  async #nameOf(userId: number): Promise<string> {
    const row = await this.#database.query
      .selectFrom('sys_user')
      .where('user_id', '=', userId)
      .select('user_name')
      .executeTakeFirst();
    return row?.user_name ?? String(userId);
  }

  async #held(userId: number): Promise<number[]> {
    const rows = await this.#database.query
      .selectFrom('sys_user_role')
      .where('user_id', '=', userId)
      .select('role_id')
      .execute();
    return rows.map((row) => row.role_id);
  }

  async #assertWithin(actor: LoginUser, roleIds: readonly number[]): Promise<void> {
    if (roleIds.length === 0) return;
    const roles = await this.#database.query
      .selectFrom('sys_role')
      .where('role_id', 'in', roleIds)
      .select(['role_id', 'is_super'])
      .execute();
    if (roles.length < roleIds.length) {
      throw new PlatformError({
        code: 'ROLE_UNKNOWN',
        status: 400,
        message: 'One of the roles does not exist.',
        fix: 'Reload the list of roles.',
      });
    }
    if (roles.some((role) => role.is_super)) assertHolds(actor, [ALL_PERMISSIONS]);
    assertHolds(actor, await rolePermissions(this.#database, roleIds));
  }
}
