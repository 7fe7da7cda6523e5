import type { Database, Ids } from '../../data/index.ts';
import type { LoginUser } from '../../kernel/index.ts';
import { ALL_PERMISSIONS, assertHolds } from '../shared/authority.ts';
import { rolePermissions } from '../auth/grants.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { RightsLog } from '../logs/rights-log.ts';
import { ADMIN_ROLE_KEY } from '../shared/admin-role.ts';
import { changesOf } from '../shared/changes.ts';
import { stateOf } from '../shared/states.ts';
import { conflict, taken, notFound, unlessTaken } from '../shared/failures.ts';
import type { DataScope, DataScopes } from '../shared/data-scope.ts';
import type { Restored } from '../undo/removals.ts';
import { keepingASuperAdmin } from '../users/super-admins.ts';
import type { RoleDepartments } from './role-departments.ts';
import type { RoleMenus } from './role-menus.ts';

export interface NewRole {
  readonly roleName: string;
  readonly roleKey: string;
  readonly orderNum?: number;
  readonly status?: 0 | 1;
  readonly remark?: string | null;
  readonly menuIds?: readonly number[];
  readonly dataScope?: DataScope;
  readonly deptIds?: readonly number[];
}

export interface RoleChange extends Partial<NewRole> {
  readonly roleId: number;
}

export interface RoleCommandParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly sessions: Sessions;
  readonly menus: RoleMenus;
  readonly log: RightsLog;
  readonly departments: RoleDepartments;
  readonly scopes: DataScopes;
}

/** Changes roles of the tenant in context; live sessions follow at once. */
export class RoleCommands {
  readonly #parts: RoleCommandParts;

  constructor(parts: RoleCommandParts) {
    this.#parts = parts;
  }

  /** @throws ROLE_KEY_TAKEN (409), MENU_UNKNOWN (400), PRIVILEGE_EXCEEDED (403) */
  async create(actor: LoginUser, role: NewRole): Promise<number> {
    const { database, ids, menus, log, departments } = this.#parts;
    const roleId = ids.next();
    const dataScope = role.dataScope ?? 'own';
    const store = async (): Promise<void> => {
      await database.query
        .insertInto('sys_role')
        .values({
          role_id: roleId,
          role_name: role.roleName,
          role_key: role.roleKey,
          order_num: role.orderNum ?? 0,
          status: role.status ?? 1,
          remark: role.remark ?? null,
          data_scope: dataScope,
        })
        .execute();
      await departments.assign(roleId, { ...role, dataScope });
      await log.record(roleState(role.roleKey, [], [stateOf(role.status ?? 1)]));
      await log.record(roleData(role.roleKey, [], await departments.reachOf(roleId)));
      await menus.assign(actor, roleId, role.menuIds ?? []);
    };
    await unlessTaken(
      () => keyTaken(role.roleKey),
      () => database.transaction(store),
    );
    return roleId;
  }

  /**
   * @throws RECORD_NOT_FOUND, ROLE_BUILT_IN, ROLE_KEY_TAKEN, MENU_UNKNOWN, PRIVILEGE_EXCEEDED,
   *   LAST_SUPER_ADMIN
   */
  async update(actor: LoginUser, change: RoleChange): Promise<void> {
    const { database, menus, sessions, log, departments, scopes } = this.#parts;
    const { roleId } = change;
    const store = async (): Promise<void> => {
      const [role] = await this.#manageable(actor, [roleId]);
      const keyChanges = change.roleKey !== undefined && change.roleKey !== role?.role_key;
      if (role?.role_key === ADMIN_ROLE_KEY && (keyChanges || change.status === 0)) {
        throw builtIn('its key and its state cannot be changed');
      }
      const limit = await scopes.of(actor);
      const reach = await departments.reachOf(roleId);
      const columns = changesOf({
        role_name: change.roleName,
        role_key: change.roleKey,
        order_num: change.orderNum,
        status: change.status,
        data_scope: change.dataScope,
        remark: change.remark,
      });
      if (columns) {
        await database.query.updateTable('sys_role').set(columns).where('role_id', '=', roleId).execute();
      }
      if (role && change.status !== undefined) {
        await log.record(roleState(role.role_key, [stateOf(role.status)], [stateOf(change.status)]));
      }
      await departments.assign(roleId, change);
      await log.record(roleData(role?.role_key ?? '', reach, await departments.reachOf(roleId)));
      if (change.dataScope !== undefined && change.dataScope !== role?.data_scope)
        await scopes.assertWithin(limit, await this.#usersOf([roleId]));
      if (change.menuIds) await menus.assign(actor, roleId, change.menuIds);
    };
    await unlessTaken(
      () => keyTaken(change.roleKey ?? ''),
      () => keepingASuperAdmin(database, store),
    );
    sessions.refreshAll();
  }

  /** @throws RECORD_NOT_FOUND, ROLE_BUILT_IN, ROLE_IN_USE, PRIVILEGE_EXCEEDED */
  async remove(actor: LoginUser, roleIds: readonly number[]): Promise<number> {
    const { database, sessions, menus, log, departments } = this.#parts;
    await database.transaction(async () => {
      const roles = await this.#manageable(actor, roleIds);
      if (roles.some((role) => role.role_key === ADMIN_ROLE_KEY)) throw builtIn('it cannot be removed');
      await this.#assertUnused(roleIds);
      await menus.clear(roleIds);
      await departments.clear(roleIds);
      await log.record(...roles.map((role) => roleState(role.role_key, [stateOf(role.status)], ['removed'])));
      await database.query.deleteFrom('sys_role').where('role_id', 'in', roleIds).execute();
    });
    sessions.refreshAll();
    return roleIds.length;
  }

  /** Puts a removed role back. @throws PRIVILEGE_EXCEEDED (403) where it has more than the actor */
  async restore({ actor, recordId: roleId, insert }: Restored): Promise<void> {
    const { database, sessions, log } = this.#parts;
    await insert();
    for (const { role_key: subject, status } of await this.#manageable(actor, [roleId])) {
      await log.record(roleState(subject, ['removed'], [stateOf(status)]));
      const after = await rolePermissions(database, [roleId]);
      await log.record({ kind: 'role-permissions', subject, before: [], after });
    }
    database.afterCommit(() => sessions.refreshAll());
  }

  /** The roles, all of this tenant and none with more rights than the actor. */
  async #manageable(actor: LoginUser, roleIds: readonly number[]) {
    const { database } = this.#parts;
    const roles = await database.query
      .selectFrom('sys_role')
      .where('role_id', 'in', roleIds)
      .select(['role_id', 'role_key', 'is_super', 'status', 'data_scope'])
      .execute();
    if (roles.length < roleIds.length) throw notFound('role');
    if (roles.some((role) => role.is_super)) assertHolds(actor, [ALL_PERMISSIONS]);
    assertHolds(actor, await rolePermissions(database, roleIds));
    return roles;
  }

  async #usersOf(roleIds: readonly number[]): Promise<number[]> {
    const rows = await this.#parts.database.query
      .selectFrom('sys_user_role')
      .where('role_id', 'in', roleIds)
      .select('user_id')
      .execute();
    return rows.map((row) => row.user_id);
  }

  async #assertUnused(roleIds: readonly number[]): Promise<void> {
    if ((await this.#usersOf(roleIds)).length === 0) return;
    throw conflict('ROLE_IN_USE', 'The role is assigned to users.', 'Remove the role from its users first.');
  }
}

const roleState = (subject: string, before: string[], after: string[]) => ({
  kind: 'role-state' as const,
  subject,
  before,
  after,
});

const roleData = (subject: string, before: string[], after: string[]) => ({
  kind: 'role-data' as const,
  subject,
  before,
  after,
});

function keyTaken(roleKey: string) {
  return taken(
    'roleKey',
    'ROLE_KEY_TAKEN',
    `A role with the key ${roleKey} already exists.`,
    'Choose another key.',
  );
}

function builtIn(what: string) {
  return conflict(
    'ROLE_BUILT_IN',
    `This is the role of the tenant's administrator: ${what}.`,
    'Add another role.',
  );
}
