import { requestContext } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import { ALL_PERMISSIONS } from '../shared/authority.ts';

/** Permissions of a user, from the enabled roles. */
export interface Grants {
  /** Role keys. */
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/** Reads what the enabled roles of a user grant. The caller has made sure of the user's tenant. */
export async function loadGrants(database: Database, userId: number): Promise<Grants> {
  const roles = await requestContext.runIgnoringTenant(() =>
    database.query
      .selectFrom('sys_user_role as ur')
      .innerJoin('sys_role as r', 'r.role_id', 'ur.role_id')
      .innerJoin('sys_user as u', 'u.user_id', 'ur.user_id')
      .whereRef('r.tenant_id', '=', 'u.tenant_id')
      .where('ur.user_id', '=', userId)
      .where('r.status', '=', 1)
      .select(['r.role_id', 'r.role_key', 'r.is_super'])
      .orderBy('r.order_num')
      .execute(),
  );
  const permissions = roles.some((role) => role.is_super)
    ? [ALL_PERMISSIONS]
    : await rolePermissions(
        database,
        roles.map((role) => role.role_id),
      );
  return { roles: roles.map((role) => role.role_key), permissions };
}

/** The permissions of the enabled menus that roles have, each once. */
export async function rolePermissions(database: Database, roleIds: readonly number[]): Promise<string[]> {
  if (roleIds.length === 0) return [];
  const rows = await database.query
    .selectFrom('sys_role_menu as rm')
    .innerJoin('sys_menu as m', 'm.menu_id', 'rm.menu_id')
    .where('rm.role_id', 'in', roleIds)
    .where('m.status', '=', 1)
    .where('m.perms', 'is not', null)
    .where('m.perms', '!=', '')
    .select('m.perms')
    .distinct()
    .orderBy('m.perms')
    .execute();
  return rows.flatMap((row) => row.perms ?? []);
}
