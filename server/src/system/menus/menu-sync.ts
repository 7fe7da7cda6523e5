import { PERMISSION_PATTERN } from '@platform/host-api';
import type { Database, Ids } from '../../data/index.ts';
import { PlatformError, requestContext } from '../../kernel/index.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { RoleRights } from '../logs/role-rights.ts';
import { ADMIN_ROLE_KEY } from '../shared/admin-role.ts';
import { conflict } from '../shared/failures.ts';
import { contentHash, flattenMenus, type ApplicationMenu, type ShippedMenu } from './application-menu.ts';
import type { ApplicationMenus, MenuPreview, MenuSyncReport, TouchedMenu } from './application-menus.ts';
import type { KnownMenus } from './known-menus.ts';
import type { Menu } from './menu.ts';
import type { MenuRows } from './menu-rows.ts';
import { planSync, type SyncPlan } from './sync-plan.ts';

export interface MenuSyncParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly rows: MenuRows;
  readonly known: Pick<KnownMenus, 'forget'>;
  readonly sessions: Sessions;
  readonly rights: RoleRights;
}

/** {@link ApplicationMenus} on `sys_menu`. (spec: M1 to M4; design 4.4) */
export class MenuSync implements ApplicationMenus {
  readonly #parts: MenuSyncParts;

  constructor(parts: MenuSyncParts) {
    this.#parts = parts;
  }

  async sync(appCode: string, menus: readonly ApplicationMenu[]): Promise<MenuSyncReport> {
    const next = flattenMenus(menus);
    for (const menu of next) assertPermission(appCode, menu);
    const report = await this.#parts.database.transaction(async () => {
      await this.#assertKeysFree(appCode, next);
      const { rows, shipped } = await this.#parts.rows.ofApplication(appCode);
      const plan = planSync(rows, next, shipped);
      const idOf = new Map(rows.map((row) => [row.menuKey, row.menuId]));
      for (const menu of plan.added) {
        idOf.set(menu.menuKey, this.#parts.ids.next());
        await this.#insert(appCode, menu, idOf);
      }
      const changed: string[] = [];
      const { rights } = this.#parts;
      await rights.watching(
        await rights.having(permittingOtherwise(plan)),
        async () => {
          for (const { current, content } of plan.kept) {
            const source = next.find((menu) => menu.menuKey === current.menuKey) ?? content;
            if (await this.#update(current, content, source, idOf)) changed.push(current.menuKey);
          }
          await this.#delete(plan.removed);
        },
        appCode,
      );
      return {
        added: plan.added.map((menu) => menu.menuKey),
        changed,
        removed: plan.removed.map((menu) => menu.menuKey),
        menus: next.map((menu) => ({
          menuKey: menu.menuKey,
          menuId: idOf.get(menu.menuKey) ?? 0,
          menuType: menu.menuType,
          contentHash: contentHash(menu),
        })),
      };
    });
    this.#parts.known.forget();
    this.#parts.sessions.refreshAll();
    return report;
  }

  async preview(appCode: string, menus: readonly ApplicationMenu[]): Promise<MenuPreview> {
    const next = flattenMenus(menus);
    for (const menu of next) assertPermission(appCode, menu);
    await this.#assertKeysFree(appCode, next);
    const { rows, shipped } = await this.#parts.rows.ofApplication(appCode);
    const plan = planSync(rows, next, shipped);
    const idOf = new Map(rows.map((row) => [row.menuKey, row.menuId]));
    plan.added.forEach((menu, index) => idOf.set(menu.menuKey, -1 - index));
    const changed = plan.kept.filter(({ current, content }) =>
      differs(current, columnsOf(content, idOf), idOf),
    );
    return {
      added: plan.added.map(touchedBy),
      changed: changed.map(({ content }) => touchedBy(content)),
      removed: plan.removed.map(touched),
    };
  }

  async remove(appCode: string, options: { readonly buttons: boolean }): Promise<number> {
    const { database, rows, known, sessions, rights } = this.#parts;
    const removed = await database.transaction(async () => {
      const all = (await rows.ofApplication(appCode)).rows;
      const menus = options.buttons ? all : all.filter((menu) => menu.menuType !== 'F');
      const menuIds = all.map((menu) => menu.menuId);
      await rights.watching(
        await rights.having(menuIds),
        async () => {
          await this.#ungrant(menuIds);
          await this.#delete(menus);
        },
        appCode,
      );
      return menus.length;
    });
    known.forget();
    sessions.refreshAll();
    return removed;
  }

  async grantToAdmin(appCode: string, tenantId: string): Promise<void> {
    const { database, sessions, rights } = this.#parts;
    await requestContext.runAs(tenantId, () =>
      database.transaction(async () => {
        const roles = await database.query
          .selectFrom('sys_role')
          .where('role_key', '=', ADMIN_ROLE_KEY)
          .select('role_id')
          .execute();
        const roleIds = roles.map((role) => role.role_id);
        await rights.watching(
          roleIds,
          async () => {
            for (const roleId of roleIds) await this.#grant(appCode, roleId);
          },
          appCode,
        );
      }),
    );
    sessions.refreshAll();
  }

  async revoke(appCode: string, tenantId: string): Promise<void> {
    const { database, rows, sessions, rights } = this.#parts;
    await requestContext.runAs(tenantId, () =>
      database.transaction(async () => {
        const roles = await database.query.selectFrom('sys_role').select('role_id').execute();
        const roleIds = roles.map((role) => role.role_id);
        const menuIds = (await rows.ofApplication(appCode)).rows.map((menu) => menu.menuId);
        await rights.watching(roleIds, () => this.#ungrant(menuIds, roleIds), appCode);
      }),
    );
    sessions.refreshAll();
  }

  /** Gives a role the menus of an application that it lacks. */
  async #grant(appCode: string, roleId: number): Promise<void> {
    await this.#parts.database.query
      .insertInto('sys_role_menu')
      .columns(['role_id', 'menu_id'])
      .expression((eb) =>
        eb
          .selectFrom('sys_menu as m')
          .where('m.app_code', '=', appCode)
          .where((where) =>
            where.not(
              where.exists(
                where
                  .selectFrom('sys_role_menu as rm')
                  .whereRef('rm.menu_id', '=', 'm.menu_id')
                  .where('rm.role_id', '=', roleId)
                  .select('rm.menu_id'),
              ),
            ),
          )
          .select((select) => [select.val(roleId).as('role_id'), 'm.menu_id']),
      )
      .execute();
  }

  async #insert(appCode: string, menu: ShippedMenu, idOf: ReadonlyMap<string, number>): Promise<void> {
    await this.#parts.database.query
      .insertInto('sys_menu')
      .values({
        ...columnsOf(menu, idOf),
        menu_id: idOf.get(menu.menuKey) ?? 0,
        menu_key: menu.menuKey,
        app_code: appCode,
        status: 1,
        is_frame: false,
        shipped_json: JSON.stringify(menu),
      })
      .execute();
  }

  /** @returns whether the menu looks or works differently now */
  async #update(
    current: Menu,
    content: ShippedMenu,
    source: ShippedMenu,
    idOf: ReadonlyMap<string, number>,
  ): Promise<boolean> {
    const columns = columnsOf(content, idOf);
    await this.#parts.database.query
      .updateTable('sys_menu')
      .set({ ...columns, status: 1, shipped_json: JSON.stringify(source) })
      .where('menu_id', '=', current.menuId)
      .execute();
    return differs(current, columns, idOf);
  }

  async #delete(menus: readonly Menu[]): Promise<void> {
    if (menus.length === 0) return;
    const ids = menus.map((menu) => menu.menuId);
    await this.#ungrant(ids);
    await this.#parts.database.query.deleteFrom('sys_menu').where('menu_id', 'in', ids).execute();
  }

  async #ungrant(menuIds: readonly number[], roleIds?: readonly number[]): Promise<void> {
    if (menuIds.length === 0 || roleIds?.length === 0) return;
    await this.#parts.database.query
      .deleteFrom('sys_role_menu')
      .where('menu_id', 'in', menuIds)
      .$if(roleIds !== undefined, (query) => query.where('role_id', 'in', roleIds ?? []))
      .execute();
  }

  async #assertKeysFree(appCode: string, menus: readonly ShippedMenu[]): Promise<void> {
    if (menus.length === 0) return;
    const keys = menus.map((menu) => menu.menuKey);
    const rows = await this.#parts.database.query
      .selectFrom('sys_menu')
      .where('menu_key', 'in', keys)
      .select(['menu_key', 'app_code'])
      .execute();
    const taken = rows.filter((row) => row.app_code !== appCode);
    if (taken.length === 0) return;
    const inUse = taken.map((row) => `${row.menu_key} (${row.app_code ?? 'host'})`).join(', ');
    throw conflict(
      'MENU_KEY_TAKEN',
      `Menu keys of ${appCode} are already in use: ${inUse}.`,
      'Start every key in app.json with the code of the application.',
      { case: 'shipped', app: appCode, keys: inUse },
    );
  }
}

/** Menus after whose change roles may permit something else. */
const permittingOtherwise = ({ kept, removed }: SyncPlan): number[] => [
  ...kept
    .filter(({ current, content }) => current.perms !== content.perms || current.status !== 1)
    .map(({ current }) => current.menuId),
  ...removed.map((menu) => menu.menuId),
];

function touched({ menuKey, menuName, menuNames, menuType }: TouchedMenu): TouchedMenu {
  return { menuKey, menuName, menuType, ...(menuNames ? { menuNames } : {}) };
}

const touchedBy = ({ names, ...menu }: ShippedMenu): TouchedMenu =>
  touched(names ? { ...menu, menuNames: names } : menu);

function differs(
  current: Menu,
  columns: ReturnType<typeof columnsOf>,
  idOf: ReadonlyMap<string, number>,
): boolean {
  const before = columnsOf({ ...current, parentKey: null }, idOf);
  return JSON.stringify({ ...before, parent_id: current.parentId }) !== JSON.stringify(columns);
}

function columnsOf(menu: ShippedMenu, idOf: ReadonlyMap<string, number>) {
  return {
    parent_id: menu.parentKey === null ? 0 : (idOf.get(menu.parentKey) ?? 0),
    menu_name: menu.menuName,
    menu_type: menu.menuType,
    path: menu.path,
    component: menu.component,
    perms: menu.perms,
    icon: menu.icon,
    order_num: menu.orderNum,
    visible: menu.visible,
    query_param: menu.queryParam,
    is_cache: menu.isCache,
  };
}

/**
 * A wildcard beyond the application's own permissions would make the holder of the menu an
 * administrator.
 */
function assertPermission(appCode: string, { menuKey, perms }: ShippedMenu): void {
  if (!perms || PERMISSION_PATTERN.test(perms.startsWith(`${appCode}:`) ? perms.replaceAll('*', 'x') : perms))
    return;
  throw new PlatformError({
    code: 'MENU_PERMISSION_INVALID',
    status: 400,
    message: `The menu ${menuKey} has the permission ${perms}, which does not have the form a:b:c.`,
    fix: "Write perms as <code>:<resource>:<action>, with wildcards only behind the application's code.",
    details: { params: { menu: menuKey, permission: perms } },
  });
}
