import type { Database } from '../../data/index.ts';
import { PlatformError, type LoginUser } from '../../kernel/index.ts';
import { assertHolds } from '../shared/authority.ts';
import type { MenuAccess } from '../menus/menu-access.ts';
import type { RoleRights } from '../logs/role-rights.ts';

/** Which menus a role has. */
export class RoleMenus {
  readonly #database: Database;
  readonly #access: MenuAccess;
  readonly #rights: RoleRights;

  constructor(database: Database, access: MenuAccess, rights: RoleRights) {
    this.#database = database;
    this.#access = access;
    this.#rights = rights;
  }

  async ids(roleId: number): Promise<number[]> {
    const rows = await this.#database.query
      .selectFrom('sys_role_menu')
      .where('role_id', '=', roleId)
      .select('menu_id')
      .orderBy('menu_id')
      .execute();
    return rows.map((row) => row.menu_id);
  }

  /**
   * Gives a role exactly these menus. What changes must be within the actor's own rights; menus of
   * applications that the tenant has disabled stay with the role, since nobody could choose them.
   *
   * @throws MENU_UNKNOWN (400), PRIVILEGE_EXCEEDED (403), TENANT_MENU_REFUSED (403)
   */
  async assign(actor: LoginUser, roleId: number, menuIds: readonly number[]): Promise<void> {
    const wanted = new Set(menuIds);
    const held = new Set(await this.ids(roleId));
    const added = [...wanted].filter((id) => !held.has(id));
    const shown = new Set((await this.#access.inTenant(actor.tenantId)).map((menu) => menu.menuId));
    const removed = [...held].filter((id) => !wanted.has(id) && shown.has(id));
    await this.#assertWithin(actor, [...added, ...removed], added);
    if (added.some((id) => !shown.has(id))) throw notOfTenant();
    await this.#rights.watching([roleId], async () => {
      if (removed.length > 0) {
        await this.#database.query
          .deleteFrom('sys_role_menu')
          .where('role_id', '=', roleId)
          .where('menu_id', 'in', removed)
          .execute();
      }
      await this.#insert(roleId, added);
    });
  }

  /** Gives a role further menus, which it does not have, for any caller. */
  async add(roleId: number, menuIds: readonly number[]): Promise<void> {
    await this.#rights.watching([roleId], () => this.#insert(roleId, menuIds));
  }

  /** Takes menus from every role of the tenant in context. */
  async withdraw(menuIds: readonly number[]): Promise<void> {
    if (menuIds.length === 0) return;
    const { query } = this.#database;
    const roles = await query.selectFrom('sys_role').select('role_id').execute();
    const roleIds = roles.map((role) => role.role_id);
    if (roleIds.length === 0) return;
    await this.#rights.watching(roleIds, async () => {
      await query
        .deleteFrom('sys_role_menu')
        .where('role_id', 'in', roleIds)
        .where('menu_id', 'in', menuIds)
        .execute();
    });
  }

  /** Takes all menus from roles. */
  async clear(roleIds: readonly number[]): Promise<void> {
    await this.#rights.watching(roleIds, async () => {
      await this.#database.query.deleteFrom('sys_role_menu').where('role_id', 'in', roleIds).execute();
    });
  }

  async #insert(roleId: number, menuIds: readonly number[]): Promise<void> {
    if (menuIds.length === 0) return;
    await this.#database.query
      .insertInto('sys_role_menu')
      .values(menuIds.map((menuId) => ({ role_id: roleId, menu_id: menuId })))
      .execute();
  }

  async #assertWithin(actor: LoginUser, changed: readonly number[], added: readonly number[]): Promise<void> {
    if (changed.length === 0) return;
    const menus = await this.#database.query
      .selectFrom('sys_menu')
      .where('menu_id', 'in', changed)
      .select(['menu_id', 'perms'])
      .execute();
    const known = new Set(menus.map((menu) => menu.menu_id));
    if (added.some((id) => !known.has(id))) {
      throw new PlatformError({
        code: 'MENU_UNKNOWN',
        status: 400,
        message: 'One of the menus does not exist.',
        fix: 'Reload the list of menus.',
      });
    }
    assertHolds(
      actor,
      menus.flatMap((menu) => menu.perms || []),
    );
  }
}

function notOfTenant(): PlatformError {
  return new PlatformError({
    code: 'TENANT_MENU_REFUSED',
    status: 403,
    message: 'One of the menus is not among those that the tenant has.',
    fix: 'Reload the list of menus. An application has to be installed and enabled.',
  });
}
