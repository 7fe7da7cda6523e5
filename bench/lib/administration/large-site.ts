import type { ByHand } from '../../../server/src/data/testing/by-hand.ts';
import type { DatabaseConfig } from '../../../server/src/data/dialects/config.ts';
import { agoOn, BASE, fillTable, pick, tenant, type Ago, type Fill } from './fill-table.ts';
import { otherLists } from './other-lists.ts';

/** Records of a large site. (design 12.1-2) */
export const SITE = {
  users: 100_000,
  departments: 500,
  menus: 10_000,
  roles: 1_000,
  menusOfRole: 100,
  /** In each of the two logs, over ninety days. */
  logRows: 500_000,
} as const;

/** Logs in with the administrator's password, and has the one role with all menus. */
export const MANAGER = 'scale.manager';
/** Department with others below it. */
export const DEPARTMENT = 1_000_000_001;

const ALL_MENUS = BASE + SITE.roles + 1;
const LOG_SECONDS = (90 * 86_400) / SITE.logRows;

const FIRST = pick(['Anna', 'Boris', 'Chen', 'Dalia', 'Emil', 'Fatma', 'Goran', 'Hanna', 'Ivo'], 'i');
const LAST = pick(['Weber', 'Novak', 'Silva', 'Okafor', 'Tanaka', 'Larsen', 'Moreau'], 'i / 9');
const TITLE = pick(['Change a user', 'Add a role', 'Change a menu', 'Install', 'Remove notices'], 'i / 3');

/** Fills the database of a stopped host whose first start is over, a statement for each table. */
export async function fillLargeSite(database: ByHand, type: DatabaseConfig['type']): Promise<void> {
  const [admin] = await database.select('select password_hash from sys_user where user_name = ?', ['admin']);
  const hash = `'${String(admin?.['password_hash'])}'`;
  const ago = agoOn(type);
  for (const fill of [...people(hash, ago), ...rights(), ...logs(ago), ...otherLists(ago)])
    await fillTable(database, fill);
  await database.change(
    `insert into sys_role_menu (role_id, menu_id) select ${ALL_MENUS}, menu_id from sys_menu`,
    [],
  );
  // A server does so by itself, only later.
  if (type === 'postgres') await database.change('analyze', []);
}

function people(hash: string, ago: Ago): Fill[] {
  const department = {
    ...{ ...tenant, dept_id: `${BASE} + i`, dept_name: `'Department ' || i` },
    parent_id: `case when i <= 10 then 0 else ${BASE} + 1 + i % 10 end`,
  };
  const user = {
    ...{ ...tenant, user_id: `${BASE} + i`, nick_name: `${FIRST} || ' ' || ${LAST}`, password_hash: hash },
    ...{ password_changed_at: ago('i'), create_time: ago('i'), update_time: ago('i') },
    user_name: `case when i = 1 then '${MANAGER}' else lower(${FIRST} || '.' || ${LAST}) || i end`,
    ...{ dept_id: `${BASE} + 1 + i % ${SITE.departments}`, phone: `'+49 170 ' || (1000000 + i)` },
  };
  const role = `case when i = 1 then ${ALL_MENUS} else ${BASE} + 1 + i % ${SITE.roles} end`;
  return [
    { table: 'sys_dept', count: SITE.departments, values: department },
    { table: 'sys_user', count: SITE.users, values: user },
    { table: 'sys_user_role', count: SITE.users, values: { user_id: `${BASE} + i`, role_id: role } },
  ];
}

function rights(): Fill[] {
  const role = {
    ...{ ...tenant, role_id: `${BASE} + i`, role_name: `'Role ' || i`, role_key: `'scale' || i` },
    order_num: 'i',
  };
  const menu = {
    ...{ menu_id: `${BASE} + i`, menu_key: `'scale:' || i`, menu_name: `'Page ' || i`, order_num: 'i' },
    // A hundred directories of 99 pages.
    ...{ menu_type: `case when i <= 100 then 'M' else 'C' end`, path: `'p' || i` },
    parent_id: `case when i <= 100 then 0 else ${BASE} + 1 + i % 100 end`,
    component: `case when i <= 100 then null else 'system/user/index' end`,
    perms: `case when i <= 100 then null else 'scale:page' || i || ':list' end`,
  };
  const ofRole = {
    role_id: `${BASE} + 1 + (i - 1) / ${SITE.menusOfRole}`,
    menu_id: `${BASE} + 1 + (i * 97) % ${SITE.menus}`,
  };
  return [
    { table: 'sys_role', count: SITE.roles + 1, values: role },
    { table: 'sys_menu', count: SITE.menus, values: menu },
    { table: 'sys_role_menu', count: SITE.roles * SITE.menusOfRole, values: ofRole },
  ];
}

function logs(ago: Ago): Fill[] {
  const time = ago(`i * ${LOG_SECONDS}`);
  const common = {
    ...{ ...tenant, user_id: `${BASE} + i % 5000`, user_name: `lower(${FIRST} || '.' || ${LAST})` },
    ...{ ip: `'192.0.2.' || (i % 250)`, create_time: time, update_time: time },
  };
  const operation = {
    ...{ ...common, oper_id: `${BASE} + ${SITE.logRows} - i`, title: TITLE, method: `'PUT'` },
    ...{ url: `'/system/user/' || i`, request_id: `'request-' || i`, duration_ms: 'i % 90' },
    ...{ params_json: `'{"userId":' || i || ',"nickName":"changed"}'`, status: 200 },
  };
  const login = {
    ...{ ...common, login_id: `${BASE} + ${SITE.logRows} - i`, event: `'login'`, success: 'i % 20 > 0' },
    user_agent: `'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'`,
  };
  return [
    { table: 'sys_oper_log', count: SITE.logRows, values: operation },
    { table: 'sys_login_log', count: SITE.logRows, values: login },
  ];
}
