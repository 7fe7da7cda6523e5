import type { Database } from '../../data/index.ts';
import { PlatformError, type LoginUser } from '../../kernel/index.ts';
import { ALL_PERMISSIONS, assertHolds } from '../shared/authority.ts';
import { rolePermissions } from '../auth/grants.ts';
import type { RightsLog } from '../logs/rights-log.ts';
import type { DataScopes } from '../shared/data-scope.ts';
import { found } from '../shared/failures.ts';

interface NamedUser {
  readonly userId: number;
  readonly userName: string;
}

/** One role that users get, or lose. */
interface RoleChange {
  readonly roleId: number;
  readonly users: readonly NamedUser[];
  readonly given: boolean;
}

/** Which roles a user has. */
export class UserRoles {
  readonly #database: Database;
  readonly #scopes: DataScopes;
  readonly #log: RightsLog;

  constructor(database: Database, scopes: DataScopes, log: RightsLog) {
    this.#database = database;
    this.#scopes = scopes;
    this.#log = log;
  }

  /**
   * Gives a user exactly these roles of the tenant in context. What changes must be within the
   * actor's own rights, and the data that the actor sees. Runs in the caller's transaction.
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
    const limit = await this.#scopes.of(actor);
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
      await this.#scopes.assertWithin(limit, [userId]);
    }
    await this.#log.record({
      kind: 'user-roles',
      subject: await this.#nameOf(userId),
      before,
      after: await this.#keys([...wanted]),
    });
  }

  /**
   * Gives users one role of the tenant in context, or takes it from them, by the rules of `assign`.
   * A form that is open with one of these users reports it when it is saved.
   *
   * @returns those for whom it is a change
   * @throws RECORD_NOT_FOUND (404) for a role that this tenant does not have
   * @throws PRIVILEGE_EXCEEDED (403)
   */
  async change(actor: LoginUser, change: RoleChange): Promise<number[]> {
    const { roleId, users, given } = change;
    const role = await this.#database.query
      .selectFrom('sys_role')
      .where('role_id', '=', roleId)
      .select('role_key')
      .executeTakeFirst();
    const { role_key: key } = found(role, 'role');
    await this.#assertWithin(actor, [roleId]);
    const held = await this.#keysByUser(users.map(({ userId }) => userId));
    const keysOf = (userId: number): readonly string[] => held.get(userId) ?? [];
    const changed = users.filter(({ userId }) => keysOf(userId).includes(key) !== given);
    const userIds = changed.map(({ userId }) => userId);
    if (userIds.length === 0) return [];
    const limit = await this.#scopes.of(actor);
    await (given ? this.#give(roleId, userIds) : this.#take(roleId, userIds));
    if (given) await this.#scopes.assertWithin(limit, userIds);
    await this.#database.query
      .updateTable('sys_user')
      .set((eb) => ({ status: eb.ref('status') }))
      .where('user_id', 'in', userIds)
      .execute();
    await this.#log.record(
      ...changed.map(({ userId, userName }) => ({
        kind: 'user-roles' as const,
        subject: userName,
        before: keysOf(userId),
        after: given ? [...keysOf(userId), key].toSorted() : keysOf(userId).filter((each) => each !== key),
      })),
    );
    return userIds;
  }

  async #give(roleId: number, userIds: readonly number[]): Promise<void> {
    await this.#database.query
      .insertInto('sys_user_role')
      .values(userIds.map((userId) => ({ user_id: userId, role_id: roleId })))
      .execute();
  }

  async #take(roleId: number, userIds: readonly number[]): Promise<void> {
    await this.#database.query
      .deleteFrom('sys_user_role')
      .where('role_id', '=', roleId)
      .where('user_id', 'in', userIds)
      .execute();
  }

  /** Takes all roles from users who are removed. */
  async clear(users: readonly NamedUser[]): Promise<void> {
    for (const { userId, userName } of users) {
      const before = await this.#keys(await this.#held(userId));
      await this.#log.record({ kind: 'user-roles', subject: userName, before, after: [] });
    }
    const userIds = users.map(({ userId }) => userId);
    await this.#database.query.deleteFrom('sys_user_role').where('user_id', 'in', userIds).execute();
  }

  /** Records the roles of a user who has been put back. */
  async recordRestored({ userId, userName }: NamedUser): Promise<void> {
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

  async #keysByUser(userIds: readonly number[]): Promise<Map<number, string[]>> {
    const keys = new Map<number, string[]>();
    if (userIds.length === 0) return keys;
    const rows = await this.#database.query
      .selectFrom('sys_user_role as ur')
      .innerJoin('sys_role as r', 'r.role_id', 'ur.role_id')
      .where('ur.user_id', 'in', userIds)
      .select(['ur.user_id', 'r.role_key'])
      .orderBy('r.role_key')
      .execute();
    for (const { user_id: userId, role_key: key } of rows)
      keys.set(userId, [...(keys.get(userId) ?? []), key]);
    return keys;
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
