import { DEFAULT_TENANT, hasPermission, type LoginUser, type ServiceRegistry } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { ALL_PERMISSIONS } from '../auth/grants.ts';
import { MENU_VISIBILITY } from './application-menus.ts';
import type { Menu } from './menu.ts';
import type { MenuRows } from './menu-rows.ts';
import { routerTree, type RouterNode } from './menu-tree.ts';

export interface MenuAccessParts {
  readonly database: Database;
  readonly rows: MenuRows;
  readonly services: ServiceRegistry;
  readonly edition: 'publisher' | 'user';
}

/** Which menus a user sees. */
export class MenuAccess {
  readonly #parts: MenuAccessParts;

  constructor(parts: MenuAccessParts) {
    this.#parts = parts;
  }

  /** The route tree of the enabled menus the user may see. (design 2.2) */
  async routers(user: LoginUser): Promise<RouterNode[]> {
    const menus = await this.inTenant(user.tenantId);
    if (user.permissions.includes(ALL_PERMISSIONS)) return routerTree(menus, () => true);
    const granted = await this.#granted(user);
    return routerTree(menus, (menu) => granted.has(menu.menuId));
  }

  /** Every menu for the platform's tenant; for others those of the host and of the applications they have. */
  async manageable(user: LoginUser): Promise<Menu[]> {
    return user.tenantId === DEFAULT_TENANT ? this.#parts.rows.all() : this.inTenant(user.tenantId);
  }

  /** Menus that the user may give to a role: those of the tenant whose permissions the user holds. */
  async grantable(user: LoginUser): Promise<Menu[]> {
    const menus = await this.inTenant(user.tenantId);
    return menus.filter((menu) => !menu.perms || hasPermission(user, menu.perms));
  }

  /** Menus of the host and of the applications that are enabled for the tenant. */
  async inTenant(tenantId: string): Promise<Menu[]> {
    const { rows, services, edition } = this.#parts;
    const applications = await services.find(MENU_VISIBILITY)?.visibleApplications(tenantId);
    const menus = await rows.all();
    return menus.filter(
      (menu) =>
        (menu.appCode === null || applications?.has(menu.appCode)) &&
        (edition === 'publisher' || !menu.perms?.startsWith('app:console:')),
    );
  }

  async #granted(user: LoginUser): Promise<ReadonlySet<number>> {
    const rows = await this.#parts.database.query
      .selectFrom('sys_user_role as ur')
      .innerJoin('sys_role as r', 'r.role_id', 'ur.role_id')
      .innerJoin('sys_role_menu as rm', 'rm.role_id', 'r.role_id')
      .where('ur.user_id', '=', user.userId)
      .where('r.status', '=', 1)
      .select('rm.menu_id')
      .distinct()
      .execute();
    return new Set(rows.map((row) => row.menu_id));
  }
}
