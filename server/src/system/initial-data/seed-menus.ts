import type { Database, Ids } from '../../data/index.ts';
import { FORMER_DIRECTORY, hostMenus } from './host-menus.ts';

/**
 * Adds the host's menus that are not there; those that are stay as the operator has made them.
 *
 * @param keys all when omitted; those whose parent an operator has removed are left out
 */
export async function seedMenus(
  database: Database,
  ids: Ids,
  keys?: (menuKey: string) => boolean,
): Promise<void> {
  const rows = await database.query
    .selectFrom('sys_menu')
    .where(
      'menu_key',
      'in',
      hostMenus.map((menu) => menu.menuKey),
    )
    .select(['menu_id', 'menu_key'])
    .execute();
  const idOf = new Map(rows.map((row) => [row.menu_key, row.menu_id]));
  const missing = hostMenus.filter(({ menuKey, parentKey }) => {
    if (idOf.has(menuKey) || keys?.(menuKey) === false) return false;
    if (parentKey !== null && !idOf.has(parentKey)) return false;
    idOf.set(menuKey, ids.next());
    return true;
  });
  if (missing.length === 0) return;
  await database.query
    .insertInto('sys_menu')
    .values(
      missing.map((menu) => ({
        menu_id: idOf.get(menu.menuKey) ?? 0,
        menu_key: menu.menuKey,
        parent_id: menu.parentKey === null ? 0 : (idOf.get(menu.parentKey) ?? 0),
        menu_name: menu.menuName,
        menu_type: menu.menuType,
        path: menu.path ?? '',
        component: menu.component ?? null,
        perms: menu.perms ?? null,
        icon: menu.icon ?? null,
        order_num: menu.order ?? hostMenus.indexOf(menu) + 1,
        visible: true,
        status: 1 as const,
        is_cache: true,
      })),
    )
    .execute();
}

/**
 * Adds a page of a later version, with what is below it, to an earlier database. Its buttons, which
 * stood beside it or below the directory of all pages before there was one, move there; others keep
 * their place.
 */
export async function seedPage(database: Database, ids: Ids, pageKey: string): Promise<void> {
  const buttons = hostMenus.filter(({ parentKey }) => parentKey === pageKey);
  const keys = new Set([pageKey, ...buttons.map(({ menuKey }) => menuKey)]);
  await seedMenus(database, ids, (menuKey) => keys.has(menuKey));
  const { query } = database;
  const rows = await query
    .selectFrom('sys_menu')
    .where('menu_key', 'in', [pageKey, FORMER_DIRECTORY])
    .select(['menu_id', 'menu_key', 'parent_id'])
    .execute();
  const page = rows.find((row) => row.menu_key === pageKey);
  if (!page) return;
  const former = rows.flatMap((row) => (row.menu_key === FORMER_DIRECTORY ? row.menu_id : []));
  for (const { menuKey, menuName } of buttons) {
    await query
      .updateTable('sys_menu')
      .set({ parent_id: page.menu_id, menu_name: menuName })
      .where('menu_key', '=', menuKey)
      .where('parent_id', 'in', [page.parent_id, ...former])
      .execute();
  }
}
