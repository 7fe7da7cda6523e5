import type { ApplicationContents } from '@platform/host-api';
import type { Database } from '../../data/index.ts';
import { menuNamesOf } from '../../system/index.ts';

type ContentMenu = ApplicationContents['menus'][number];

/** Scripts of an application that ran, and its menus. All tenants share them. (design 15.4) */
export async function contentsOf({ query }: Database, appCode: string): Promise<ApplicationContents> {
  const scripts = await query
    .selectFrom('app_schema_history')
    .selectAll()
    .where('app_code', '=', appCode)
    .orderBy('executed_at')
    .orderBy('script')
    .execute();
  const menus = await query
    .selectFrom('sys_menu')
    .select(['menu_id', 'menu_key', 'parent_id', 'menu_name', 'menu_type', 'path', 'component', 'perms'])
    .select('shipped_json')
    .where('app_code', '=', appCode)
    .orderBy('order_num')
    .orderBy('menu_id')
    .execute();
  const keys = new Map(menus.map(({ menu_id, menu_key }) => [menu_id, menu_key]));
  const rows = menus.map((menu): ContentMenu => ({
    menuKey: menu.menu_key,
    parentKey: keys.get(menu.parent_id) ?? null,
    menuName: menu.menu_name,
    ...menuNamesOf(menu),
    menuType: menu.menu_type,
    path: menu.path,
    component: menu.component,
    perms: menu.perms,
  }));
  return {
    migrations: scripts.map((script) => ({
      script: script.script,
      version: script.version,
      checksum: script.checksum,
      executionMs: script.execution_ms,
      executedAt: script.executed_at,
    })),
    menus: childrenOf(rows, null),
  };
}

/** Menus below one, each followed by its own. */
const childrenOf = (rows: readonly ContentMenu[], parentKey: string | null): ContentMenu[] =>
  rows.filter((row) => row.parentKey === parentKey).flatMap((row) => [row, ...childrenOf(rows, row.menuKey)]);
