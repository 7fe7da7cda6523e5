import { serviceToken } from '../../kernel/index.ts';
import type { ApplicationMenu } from './application-menu.ts';
import type { MenuType } from './menu.ts';

/** A menu of an application after {@link ApplicationMenus.sync}, for `app_version_menu`. */
export interface SyncedMenu {
  readonly menuKey: string;
  readonly menuId: number;
  readonly menuType: MenuType;
  /** SHA-256 of what was shipped. */
  readonly contentHash: string;
}

/** A menu that a synchronisation would touch. */
export interface TouchedMenu {
  readonly menuKey: string;
  readonly menuName: string;
  /** By language; left out where an operator has renamed it. */
  readonly menuNames?: Readonly<Record<string, string>>;
  readonly menuType: MenuType;
}

/** The changes that a synchronisation would make. */
export interface MenuPreview {
  readonly added: readonly TouchedMenu[];
  readonly changed: readonly TouchedMenu[];
  readonly removed: readonly TouchedMenu[];
}

/** The changes that a synchronisation made, by menu key. */
export interface MenuSyncReport {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly menus: readonly SyncedMenu[];
}

/** The menus that applications install. (spec: M1 to M4; design 4.4) */
export interface ApplicationMenus {
  /**
   * Makes the rows of an application equal to its manifest, in one transaction: identifiers are
   * kept by `menu_key`, and so is what an operator changed (name, icon, sort, visibility). The same
   * manifest again changes nothing.
   *
   * @throws MENU_KEY_TAKEN (409) when a key belongs to the host or to another application
   * @throws MENU_PERMISSION_INVALID (400)
   */
  sync(appCode: string, menus: readonly ApplicationMenu[]): Promise<MenuSyncReport>;
  /**
   * The changes that {@link sync} would make; changes nothing.
   *
   * @throws MENU_KEY_TAKEN (409), MENU_PERMISSION_INVALID (400), as {@link sync} does
   */
  preview(appCode: string, menus: readonly ApplicationMenu[]): Promise<MenuPreview>;
  /**
   * Removes an application's menus, and takes them from every role.
   *
   * @param options.buttons false leaves button rows, whose ids a later install finds again (spec:
   *   M2)
   * @returns how many rows were removed
   */
  remove(appCode: string, options: { readonly buttons: boolean }): Promise<number>;
  /** Gives the menus to the role of the tenant's administrator; what it has already stays. */
  grantToAdmin(appCode: string, tenantId: string): Promise<void>;
  /** Takes the menus from every role of the tenant. */
  revoke(appCode: string, tenantId: string): Promise<void>;
}

export const MENUS = serviceToken<ApplicationMenus>('menus');

/** Says whose applications' menus a tenant sees; the market provides it. */
export interface MenuVisibility {
  /** Codes of the applications that are installed and enabled for the tenant. */
  visibleApplications(tenantId: string): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  /** Codes of those that are installed and disabled for the tenant. */
  disabledApplications(tenantId: string): ReadonlySet<string>;
}

/** Looked up with each request: without a provider no application's menus are shown. */
export const MENU_VISIBILITY = serviceToken<MenuVisibility>('menu-visibility');
