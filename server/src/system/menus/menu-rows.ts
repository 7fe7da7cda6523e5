import type { Selectable } from 'kysely';
import type { Database, HostSchema } from '../../data/index.ts';
import { found } from '../shared/failures.ts';
import type { ShippedMenu } from './application-menu.ts';
import type { Menu } from './menu.ts';

const columns = [
  'menu_id',
  'menu_key',
  'parent_id',
  'menu_name',
  'menu_type',
  'path',
  'component',
  'perms',
  'icon',
  'order_num',
  'visible',
  'status',
  'app_code',
  'query_param',
  'is_frame',
  'is_cache',
  'update_time',
  'shipped_json',
] as const;

type Row = Pick<Selectable<HostSchema['sys_menu']>, (typeof columns)[number]>;

/** Reads `sys_menu`, which all tenants share. */
export class MenuRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<Menu[]> {
    return (await this.#database.query.selectFrom('sys_menu').select(columns).execute()).map(toMenu);
  }

  /** Which rows there are, and when each was changed: a tenth of the work of reading all. */
  async versions(): Promise<ReadonlyMap<number, string>> {
    const rows = await this.#database.query
      .selectFrom('sys_menu')
      .select(['menu_id', 'update_time'])
      .execute();
    return new Map(rows.map((row) => [row.menu_id, row.update_time]));
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(menuId: number): Promise<Menu> {
    const row = await this.#database.query
      .selectFrom('sys_menu')
      .where('menu_id', '=', menuId)
      .select(columns)
      .executeTakeFirst();
    return toMenu(found(row, 'menu'));
  }

  /** An application's rows, with what it shipped of each the last time. */
  async ofApplication(appCode: string): Promise<{ rows: Menu[]; shipped: ShippedMenu[] }> {
    const rows = await this.#database.query
      .selectFrom('sys_menu')
      .where('app_code', '=', appCode)
      .select(columns)
      .orderBy('menu_id')
      .execute();
    return {
      rows: rows.map(toMenu),
      shipped: rows.flatMap((row) => (row.shipped_json ? (JSON.parse(row.shipped_json) as ShippedMenu) : [])),
    };
  }
}

function toMenu(row: Row): Menu {
  return {
    menuId: row.menu_id,
    menuKey: row.menu_key,
    parentId: row.parent_id,
    menuName: row.menu_name,
    menuType: row.menu_type,
    path: row.path ?? '',
    component: row.component,
    perms: row.perms,
    icon: row.icon,
    orderNum: row.order_num,
    visible: row.visible,
    status: row.status,
    appCode: row.app_code,
    queryParam: row.query_param,
    isFrame: row.is_frame,
    isCache: row.is_cache,
    updateTime: row.update_time,
    ...menuNamesOf(row),
  };
}

/**
 * Names in other languages translate the shipped name, not a name that an operator gave.
 */
export function menuNamesOf({
  menu_name: menuName,
  shipped_json: shipped,
}: Pick<Row, 'menu_name' | 'shipped_json'>): Pick<Menu, 'menuNames'> {
  // Most have none, and a platform may have thousands of menus.
  if (!shipped?.includes('"names":')) return {};
  const { menuName: name, names } = JSON.parse(shipped) as ShippedMenu;
  return names && name === menuName ? { menuNames: names } : {};
}
