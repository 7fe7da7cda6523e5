import type { ApplicationRole } from '@platform/host-api';
import type { Database } from '../../data/index.ts';

/**
 * Roles of a tenant with the menus that they have of an application, by name. A role that may do
 * everything has them all. (design 15.4)
 */
export async function rolesOf(
  { query }: Database,
  tenantId: string,
  appCode: string,
): Promise<ApplicationRole[]> {
  const menus = await query
    .selectFrom('sys_menu')
    .where('app_code', '=', appCode)
    .select(['menu_id', 'menu_key'])
    .execute();
  const roles = await query
    .selectFrom('sys_role')
    .where('tenant_id', '=', tenantId)
    .select(['role_id as roleId', 'role_name as roleName', 'is_super as isSuper'])
    .orderBy('role_name')
    .orderBy('role_id')
    .execute();
  const grants = await query
    .selectFrom('sys_role_menu as rm')
    .innerJoin('sys_menu as m', 'm.menu_id', 'rm.menu_id')
    .where('m.app_code', '=', appCode)
    .select(['rm.role_id', 'm.menu_key'])
    .execute();
  const granted = Map.groupBy(grants, ({ role_id: roleId }) => roleId);
  return roles
    .map(({ roleId, roleName, isSuper }) => ({
      roleId,
      roleName,
      menuKeys: (isSuper ? menus : (granted.get(roleId) ?? [])).map((menu) => menu.menu_key).sort(),
    }))
    .filter(({ menuKeys }) => menuKeys.length > 0);
}
