import { createHash } from 'node:crypto';
import { DEFAULT_TENANT, permissionCheck, type LoginUser, type ServiceRegistry } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { ALL_PERMISSIONS } from '../shared/authority.ts';
import type { TenantLimits } from '../shared/tenant-limits.ts';
import { isOfOperators, isOfPlatform } from '../shared/platform-permissions.ts';
import { MENU_VISIBILITY } from './application-menus.ts';
import type { KnownMenus } from './known-menus.ts';
import type { Menu } from './menu.ts';
import type { MenuRows } from './menu-rows.ts';
import { placeOf, type PagePlace } from './page-place.ts';
import type { RouterNode } from '@platform/host-api';
import { routerTree, withoutBranches } from './menu-tree.ts';

/** Pages of what all tenants share: broker and storages. */
const SHARED_PAGES = new Set(['host:messaging', 'host:storages']);

const isShared = ({ menuKey, perms }: Menu): boolean =>
  isOfOperators(perms ?? '') || SHARED_PAGES.has(menuKey);

/** Whether tenants other than the platform's can have a menu. */
export const isOfTenants = (menu: Menu): boolean => !isShared(menu) && !isOfPlatform(menu.perms ?? '');

/** Looking into a tenant, even with all permissions, shows no pages of the platform itself. */
const isUsable = ({ perms }: Menu, { tenantId }: LoginUser): boolean =>
  tenantId === DEFAULT_TENANT || !isOfPlatform(perms ?? '');

export interface MenuAccessParts {
  readonly database: Database;
  readonly rows: MenuRows;
  readonly known: KnownMenus;
  readonly services: ServiceRegistry;
  readonly edition: 'publisher' | 'user';
  readonly limits: TenantLimits;
}

/** Facts that decide which menus a tenant has. */
interface TenantView {
  readonly applications: ReadonlySet<string>;
  /** Keys of the menus that its package lacks. */
  readonly excluded: readonly string[];
}

/** Menus, or the route tree of menus, that are not put together yet. */
export interface MenuView<T> {
  /** The same for as long as the result is; also for users who see the same. */
  readonly key: string;
  readonly build: () => readonly T[];
}

/** Which menus a user sees. */
export class MenuAccess {
  readonly #parts: MenuAccessParts;

  constructor(parts: MenuAccessParts) {
    this.#parts = parts;
  }

  /** The route tree of the enabled menus the user may see. (design 2.2) */
  async routers(user: LoginUser): Promise<MenuView<RouterNode>> {
    const [{ menus, version }, visible, granted] = await Promise.all([
      this.#parts.known.list(),
      this.#visible(user.tenantId),
      user.permissions.includes(ALL_PERMISSIONS) ? undefined : this.#granted(user),
    ]);
    return {
      key: keyOf('routers', version, ...seenBy(visible, user), granted ? [...granted].sort() : 'all'),
      build: () =>
        routerTree(
          this.#seenWith(menus, visible, user.tenantId),
          (menu) => granted?.has(menu.menuId) ?? isUsable(menu, user),
        ),
    };
  }

  /** The route tree that a role of the tenant gives, whether it is enabled or not. */
  async preview(tenantId: string, role: { readonly roleId: number; readonly isSuper: boolean }) {
    const rows = await this.#parts.database.query
      .selectFrom('sys_role_menu')
      .where('role_id', '=', role.roleId)
      .select('menu_id')
      .execute();
    const granted = new Set(rows.map((row) => row.menu_id));
    return routerTree(await this.inTenant(tenantId), ({ menuId }) => role.isSuper || granted.has(menuId));
  }

  /** Why the user sees no page at a path of the shell. */
  async place(user: LoginUser, path: string): Promise<PagePlace> {
    const [{ menus }, visible, granted] = await Promise.all([
      this.#parts.known.list(),
      this.#visible(user.tenantId),
      user.permissions.includes(ALL_PERMISSIONS) ? undefined : this.#granted(user),
    ]);
    const disabled = this.#parts.services.find(MENU_VISIBILITY)?.disabledApplications(user.tenantId);
    const seen = new Set(this.#seenWith(menus, visible, user.tenantId));
    return placeOf(menus, path, {
      // Everybody may know which pages the platform has, but not the applications of other tenants.
      isKnown: (menu) => (menu.appCode === null ? this.#isOfEdition(menu) : seen.has(menu)),
      isDisabled: ({ appCode }) => appCode !== null && disabled?.has(appCode) === true,
      mayOpen: (menu) => seen.has(menu) && (granted?.has(menu.menuId) ?? isUsable(menu, user)),
    });
  }

  /**
   * Every menu for the platform's tenant; for others those of the host and of the applications they
   * have.
   */
  async manageable(user: LoginUser): Promise<MenuView<Menu>> {
    const { menus, version } = await this.#parts.known.list();
    if (user.tenantId === DEFAULT_TENANT) return { key: keyOf('all', version), build: () => menus };
    const visible = await this.#visible(user.tenantId);
    return {
      key: keyOf('manageable', version, ...seenBy(visible, user)),
      build: () => this.#seenWith(menus, visible, user.tenantId),
    };
  }

  /**
   * Menus that the user may give to a role: those of the tenant whose permissions the user holds.
   */
  async grantable(user: LoginUser): Promise<MenuView<Menu>> {
    const [{ menus, version }, visible] = await Promise.all([
      this.#parts.known.list(),
      this.#visible(user.tenantId),
    ]);
    return {
      key: keyOf('grantable', version, ...seenBy(visible, user), [...user.permissions].sort()),
      build: () => {
        const holds = permissionCheck(user);
        return this.#seenWith(menus, visible, user.tenantId).filter(({ perms }) => !perms || holds(perms));
      },
    };
  }

  /** Menus of the host and of the applications that are enabled for the tenant. */
  async inTenant(tenantId: string): Promise<Menu[]> {
    const visible = await this.#visible(tenantId);
    return this.#seenWith(await this.#parts.rows.all(), visible, tenantId);
  }

  /** Menus of the host that the package of a tenant lacks. */
  async excluded(tenantId: string): Promise<number[]> {
    const { excludedMenus } = await this.#parts.limits.of(tenantId);
    const menus = await this.#parts.rows.all();
    const kept = new Set(withoutBranches(menus, excludedMenus));
    return menus.filter((menu) => !kept.has(menu)).map((menu) => menu.menuId);
  }

  async #visible(tenantId: string): Promise<TenantView> {
    const [applications, { excludedMenus }] = await Promise.all([
      this.#parts.services.find(MENU_VISIBILITY)?.visibleApplications(tenantId),
      this.#parts.limits.of(tenantId),
    ]);
    return { applications: applications ?? new Set(), excluded: excludedMenus };
  }

  #seenWith(all: readonly Menu[], { applications, excluded }: TenantView, tenantId: string): Menu[] {
    const menus = withoutBranches(all, excluded);
    // Menus of the host itself are for its operators.
    const operates = tenantId === DEFAULT_TENANT;
    return menus.filter(
      (menu) =>
        (menu.appCode === null || applications.has(menu.appCode)) &&
        this.#isOfEdition(menu) &&
        (operates || !isShared(menu)),
    );
  }

  #isOfEdition({ perms }: Menu): boolean {
    return this.#parts.edition === 'publisher' || !perms?.startsWith('app:console:');
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

/** Facts about the menus that a tenant has. */
const seenBy = ({ applications, excluded }: TenantView, { tenantId }: LoginUser): unknown[] => [
  [...applications].sort(),
  excluded,
  tenantId === DEFAULT_TENANT,
];

const keyOf = (...facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64');
