import type { Database, Ids } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { RightsLog } from '../logs/rights-log.ts';
import type { RoleRights } from '../logs/role-rights.ts';
import { changesOf } from '../shared/changes.ts';
import { conflict, taken, unlessTaken } from '../shared/failures.ts';
import { placed } from '../shared/placed.ts';
import type { Restored } from '../undo/removals.ts';
import type { KnownMenus } from './known-menus.ts';
import type { Menu } from './menu.ts';
import { assertChangeAllowed, assertMayContain, assertRemovable } from './menu-protection.ts';
import type { MenuRows } from './menu-rows.ts';
import { childrenByParent, withDescendants } from './menu-tree.ts';

type Content = Omit<Menu, 'menuId' | 'menuKey' | 'appCode' | 'updateTime'>;

export type NewMenu = Partial<Content> & Pick<Menu, 'menuKey' | 'menuName' | 'menuType'>;
export type MenuChange = Partial<Content> & Pick<Menu, 'menuId'>;

/** Where a menu is to stand. */
export interface MenuMove {
  readonly menuId: number;
  /** Absent: it stays where it is; 0 is the root. */
  readonly parentId?: number;
  /** The sibling that follows it; absent: it becomes the last. */
  readonly before?: number;
}

export interface MenuCommandParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly rows: MenuRows;
  readonly known: Pick<KnownMenus, 'forget'>;
  readonly sessions: Sessions;
  readonly log: RightsLog;
  readonly rights: RoleRights;
}

/** Changes menus by hand: those of the host freely, those of applications within M4. */
export class MenuCommands {
  readonly #parts: MenuCommandParts;

  constructor(parts: MenuCommandParts) {
    this.#parts = parts;
  }

  /** The stored menu. @throws RECORD_NOT_FOUND (404) */
  get(menuId: number): Promise<Menu> {
    return this.#parts.rows.get(menuId);
  }

  /** @throws MENU_KEY_TAKEN (409), MENU_PARENT_INVALID (400), MENU_PROTECTED (409) */
  async create(menu: NewMenu): Promise<number> {
    const { database, ids, log, rows } = this.#parts;
    const menuId = ids.next();
    const store = async (): Promise<void> => {
      const parentId = menu.parentId ?? 0;
      await this.#assertParent(parentId, menuId, menu.menuType);
      const siblings = childrenByParent(await rows.all()).get(parentId);
      await database.query
        .insertInto('sys_menu')
        .values({
          ...columnsOf(menu),
          // The last of its siblings, unless it says otherwise.
          order_num: menu.orderNum ?? (siblings?.at(-1)?.orderNum ?? 0) + 1,
          menu_id: menuId,
          menu_key: menu.menuKey,
          menu_name: menu.menuName,
          menu_type: menu.menuType,
        })
        .execute();
      await log.record(menuPermission(menu.menuKey, undefined, menu));
    };
    await unlessTaken(
      () => keyTaken(menu.menuKey),
      () => database.transaction(store),
    );
    this.#parts.known.forget();
    return menuId;
  }

  /** @throws RECORD_NOT_FOUND, MENU_PROTECTED (409; spec: M4), MENU_PARENT_INVALID (400) */
  async update(change: MenuChange): Promise<void> {
    const { database, rows, known, sessions, rights, log } = this.#parts;
    await database.transaction(async () => {
      const current = await rows.get(change.menuId);
      assertChangeAllowed(current, change);
      const menuType = change.menuType ?? current.menuType;
      const parentId = change.parentId ?? current.parentId;
      if (parentId !== current.parentId || menuType !== current.menuType) {
        await this.#assertParent(parentId, current.menuId, menuType);
      }
      const columns = changesOf(columnsOf(change));
      if (!columns) return;
      const { menuId, menuKey } = current;
      await rights.watching(await rights.having([menuId]), async () => {
        await database.query.updateTable('sys_menu').set(columns).where('menu_id', '=', menuId).execute();
      });
      await log.record(menuPermission(menuKey, current, await rows.get(menuId)));
    });
    known.forget();
    sessions.refreshAll();
  }

  /**
   * Places a menu among its siblings, or below another parent. Only those get another number whose
   * place requires it: an application's keep the one they were shipped with where they can.
   *
   * @throws RECORD_NOT_FOUND, MENU_PROTECTED (409; spec: M4), MENU_PARENT_INVALID (400),
   *   MENU_PLACE_UNKNOWN (409)
   */
  async move({ menuId, parentId: wanted, before }: MenuMove): Promise<void> {
    const { database, rows, known } = this.#parts;
    await database.transaction(async () => {
      const current = await rows.get(menuId);
      const parentId = wanted ?? current.parentId;
      if (parentId !== current.parentId) {
        assertChangeAllowed(current, { parentId });
        await this.#assertParent(parentId, menuId, current.menuType);
      }
      const siblings = (childrenByParent(await rows.all()).get(parentId) ?? []).filter(
        (menu) => menu.menuId !== menuId,
      );
      const place = before === undefined ? siblings.length : siblings.findIndex((m) => m.menuId === before);
      if (place < 0) throw unknownPlace();
      for (const { row: menu, orderNum } of placed(siblings, current, place)) {
        await database.query
          .updateTable('sys_menu')
          .set({ order_num: orderNum, ...(menu === current ? { parent_id: parentId } : {}) })
          .where('menu_id', '=', menu.menuId)
          .execute();
      }
    });
    known.forget();
  }

  /** @throws RECORD_NOT_FOUND, MENU_PROTECTED (409; spec: M4), MENU_HAS_CHILDREN (409) */
  async remove(menuIds: readonly number[]): Promise<number> {
    const { database, rows, known, sessions, rights, log } = this.#parts;
    await database.transaction(async () => {
      const removed = new Set(menuIds);
      const menus: Menu[] = [];
      for (const menuId of menuIds) {
        const menu = await rows.get(menuId);
        assertRemovable(menu);
        menus.push(menu);
      }
      const left = (await rows.all()).find((menu) => removed.has(menu.parentId) && !removed.has(menu.menuId));
      if (left) {
        throw conflict(
          'MENU_HAS_CHILDREN',
          `The menu ${left.menuName} is below a menu that you want to remove.`,
          'Remove or move it first.',
        );
      }
      await rights.watching(await rights.having(menuIds), async () => {
        await database.query.deleteFrom('sys_role_menu').where('menu_id', 'in', menuIds).execute();
        await database.query.deleteFrom('sys_menu').where('menu_id', 'in', menuIds).execute();
      });
      await log.record(...menus.map((menu) => menuPermission(menu.menuKey, menu, undefined)));
    });
    known.forget();
    sessions.refreshAll();
    return menuIds.length;
  }

  /** Puts a removed menu back, with the roles that had it. */
  async restore({ recordId, rows: kept, insert }: Restored): Promise<void> {
    const { database, rows, known, sessions, rights, log } = this.#parts;
    const roleIds = (kept['sys_role_menu'] ?? []).map((row) => Number(row['role_id']));
    await rights.watching(roleIds, insert);
    const menu = await rows.get(recordId);
    await log.record(menuPermission(menu.menuKey, undefined, menu));
    known.forget();
    database.afterCommit(() => sessions.refreshAll());
  }

  async #assertParent(parentId: number, menuId: number, menuType: Menu['menuType']): Promise<void> {
    if (parentId === 0) return;
    const all = await this.#parts.rows.all();
    const parent = all.find((menu) => menu.menuId === parentId);
    if (!parent) throw badParent('it does not exist');
    assertMayContain(parent);
    if (withDescendants(all, menuId).has(parentId)) throw badParent('it is below the menu itself');
    if (parent.menuType === 'F') throw badParent('a button cannot contain menus');
    if (parent.menuType === 'C' && menuType === 'M') throw badParent('a page cannot contain a directory');
  }
}

/** Permissions that a menu grants: none while it is disabled or gone. */
function menuPermission(
  subject: string,
  ...states: [before: Partial<Menu> | undefined, after: Partial<Menu> | undefined]
) {
  const [before = [], after = []] = states.map((menu) =>
    menu?.perms && menu.status !== 0 ? [menu.perms] : [],
  );
  return { kind: 'menu-permission' as const, subject, before, after };
}

function keyTaken(menuKey: string): PlatformError {
  return taken('menuKey', 'MENU_KEY_TAKEN', `The menu ${menuKey} already exists.`, 'Choose another key.', {
    key: menuKey,
  });
}

function unknownPlace(): PlatformError {
  return conflict(
    'MENU_PLACE_UNKNOWN',
    'The menu to insert before no longer exists.',
    'Reload the list, and move it again.',
  );
}

function badParent(why: string): PlatformError {
  return new PlatformError({
    code: 'MENU_PARENT_INVALID',
    status: 400,
    message: `The parent cannot be used: ${why}.`,
    fix: 'Choose a directory, or a page for a button.',
  });
}

function columnsOf(menu: Partial<Content>) {
  return {
    parent_id: menu.parentId,
    menu_name: menu.menuName,
    menu_type: menu.menuType,
    path: menu.path,
    component: menu.component,
    perms: menu.perms,
    icon: menu.icon,
    order_num: menu.orderNum,
    visible: menu.visible,
    status: menu.status,
    query_param: menu.queryParam,
    is_frame: menu.isFrame,
    is_cache: menu.isCache,
  };
}
