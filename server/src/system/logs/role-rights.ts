import type { Database } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import type { RightsLog } from './rights-log.ts';

interface RoleState {
  readonly roleKey: string;
  readonly tenantId: string;
  readonly permissions: string[];
}

/** Roles of one statement, within the databases' limits of parameters. */
const BATCH = 1000;

/**
 * Records how changes of menus, and of the menus that roles have, change what roles permit. Super
 * administrators may do everything with any menus.
 */
export class RoleRights {
  readonly #database: Database;
  readonly #log: RightsLog;

  constructor(database: Database, log: RightsLog) {
    this.#database = database;
    this.#log = log;
  }

  /**
   * Runs a change within a transaction, and records for each of these roles, in the log of its
   * tenant, the permissions that it has given or taken.
   *
   * @param roleIds of any tenants
   * @param appCode application whose permissions change
   */
  async watching<T>(roleIds: readonly number[], change: () => Promise<T>, appCode?: string): Promise<T> {
    if (roleIds.length === 0) return change();
    return this.#database.transaction(async () => {
      const before = await this.#states(roleIds);
      const result = await change();
      const after = await this.#states(roleIds);
      const entries = [...before].map(([roleId, { roleKey, tenantId, permissions }]) => ({
        kind: 'role-permissions' as const,
        subject: roleKey,
        tenantId,
        before: permissions,
        after: after.get(roleId)?.permissions ?? [],
        ...(appCode === undefined ? {} : { appCode }),
      }));
      await this.#log.record(...entries);
      return result;
    });
  }

  /** The roles of all tenants that have one of these menus. */
  async having(menuIds: readonly number[]): Promise<number[]> {
    const roleIds = new Set<number>();
    for (let at = 0; at < menuIds.length; at += BATCH) {
      const rows = await this.#database.query
        .selectFrom('sys_role_menu')
        .where('menu_id', 'in', menuIds.slice(at, at + BATCH))
        .select('role_id')
        .distinct()
        .execute();
      for (const row of rows) roleIds.add(row.role_id);
    }
    return [...roleIds];
  }

  async #states(roleIds: readonly number[]): Promise<Map<number, RoleState>> {
    const states = new Map<number, RoleState>();
    for (let at = 0; at < roleIds.length; at += BATCH) {
      const batch = roleIds.slice(at, at + BATCH);
      const roles = await requestContext.runIgnoringTenant(() =>
        this.#database.query
          .selectFrom('sys_role')
          .where('role_id', 'in', batch)
          .where('is_super', '=', false)
          .select(['role_id', 'role_key', 'tenant_id'])
          .execute(),
      );
      for (const role of roles) {
        states.set(role.role_id, { roleKey: role.role_key, tenantId: role.tenant_id, permissions: [] });
      }
      for (const { role_id: roleId, perms } of await this.#permissions(batch)) {
        states.get(roleId)?.permissions.push(perms ?? '');
      }
    }
    return states;
  }

  #permissions(roleIds: readonly number[]) {
    return this.#database.query
      .selectFrom('sys_role_menu as rm')
      .innerJoin('sys_menu as m', 'm.menu_id', 'rm.menu_id')
      .where('rm.role_id', 'in', roleIds)
      .where('m.status', '=', 1)
      .where('m.perms', 'is not', null)
      .where('m.perms', '!=', '')
      .select(['rm.role_id', 'm.perms'])
      .distinct()
      .orderBy('m.perms')
      .execute();
  }
}
