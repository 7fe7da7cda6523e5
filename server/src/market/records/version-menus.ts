import type { MenuNode } from '@platform/package-format';
import type { Database } from '../../data/index.ts';
import type { ApplicationMenu, ApplicationMenus, MenuPreview, MenuSyncReport } from '../../system/index.ts';

/** Number of menus that a change touched. */
export interface MenuCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Menus of applications, and the version that owns each. (spec: M1 to M4) */
export class VersionMenus {
  readonly #menus: ApplicationMenus;
  readonly #database: Database;

  constructor(menus: ApplicationMenus, database: Database) {
    this.#menus = menus;
    this.#database = database;
  }

  /** Replaces the menus with those of a version, and grants them to the tenants' administrators. */
  async sync(
    appCode: string,
    version: string,
    nodes: readonly MenuNode[],
    tenantIds: readonly string[],
  ): Promise<MenuCounts> {
    const report = await this.#database.transaction(async () => {
      const synced = await this.#menus.sync(appCode, nodes.map(toApplicationMenu));
      await this.#map(appCode, version, synced);
      return synced;
    });
    for (const tenantId of tenantIds) await this.#menus.grantToAdmin(appCode, tenantId);
    return { added: report.added.length, changed: report.changed.length, removed: report.removed.length };
  }

  /** The changes that {@link sync} would make. */
  preview(appCode: string, nodes: readonly MenuNode[]): Promise<MenuPreview> {
    return this.#menus.preview(appCode, nodes.map(toApplicationMenu));
  }

  /** @param buttons also removes buttons, as a full removal does (spec: M2) */
  async remove(appCode: string, buttons: boolean): Promise<number> {
    return this.#database.transaction(async () => {
      await this.#database.query.deleteFrom('app_version_menu').where('app_code', '=', appCode).execute();
      return this.#menus.remove(appCode, { buttons });
    });
  }

  /** Revokes the menus of one tenant; other tenants keep theirs. */
  revoke(appCode: string, tenantId: string): Promise<void> {
    return this.#menus.revoke(appCode, tenantId);
  }

  /** The mapping leaves buttons out. (spec: M2) */
  async #map(appCode: string, version: string, synced: MenuSyncReport): Promise<void> {
    await this.#database.query.deleteFrom('app_version_menu').where('app_code', '=', appCode).execute();
    const rows = synced.menus
      .filter((menu) => menu.menuType !== 'F')
      .map((menu) => ({
        app_code: appCode,
        version,
        menu_key: menu.menuKey,
        menu_id: menu.menuId,
        content_hash: menu.contentHash,
      }));
    if (rows.length > 0) await this.#database.query.insertInto('app_version_menu').values(rows).execute();
  }
}

function toApplicationMenu(node: MenuNode): ApplicationMenu {
  const { query, children, ...rest } = node;
  return {
    ...rest,
    ...(query ? { query: JSON.stringify(query) } : {}),
    ...(children ? { children: children.map(toApplicationMenu) } : {}),
  };
}
