import type { Database } from '../../data/index.ts';
import type { LoginUser } from '../../kernel/index.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { DataScopes } from '../shared/data-scope.ts';
import { managedUsers } from '../users/managed-users.ts';
import { keepingASuperAdmin } from '../users/super-admins.ts';
import type { UserRoles } from '../users/user-roles.ts';

interface RoleUserParts {
  readonly database: Database;
  readonly scopes: DataScopes;
  readonly sessions: Sessions;
  readonly roles: UserRoles;
}

/**
 * Gives one role to several users of the tenant in context, or takes it from them: all or none, by
 * the rules of editing a single user.
 */
export class RoleUsers {
  readonly #parts: RoleUserParts;

  constructor(parts: RoleUserParts) {
    this.#parts = parts;
  }

  /**
   * @returns how many did not have it
   * @throws RECORD_NOT_FOUND (404), PRIVILEGE_EXCEEDED (403)
   */
  add(actor: LoginUser, roleId: number, userIds: readonly number[]): Promise<number> {
    return this.#change(actor, { roleId, userIds, given: true });
  }

  /**
   * @returns how many had it
   * @throws RECORD_NOT_FOUND (404), PRIVILEGE_EXCEEDED (403), LAST_SUPER_ADMIN (409)
   */
  remove(actor: LoginUser, roleId: number, userIds: readonly number[]): Promise<number> {
    return this.#change(actor, { roleId, userIds, given: false });
  }

  async #change(
    actor: LoginUser,
    { userIds, ...change }: { roleId: number; userIds: readonly number[]; given: boolean },
  ): Promise<number> {
    const { database, sessions, roles } = this.#parts;
    const changed = await keepingASuperAdmin(database, async () => {
      const managed = await managedUsers(this.#parts, actor, userIds);
      const users = managed.map((user) => ({ userId: user.user_id, userName: user.user_name }));
      return roles.change(actor, { ...change, users });
    });
    if (changed.length > 0) sessions.refreshUsers(changed);
    return changed.length;
  }
}
