import type { Database } from '../../data/index.ts';
import { rolePermissions } from '../auth/grants.ts';
import { ALL_PERMISSIONS } from '../shared/authority.ts';

/** A permission of a user, with the roles that give it. */
export interface UserRight {
  readonly permission: string;
  /** Names of roles. */
  readonly roles: readonly string[];
}

/**
 * Rights of a user, and the role of each. The caller has checked that the user is within reach.
 */
export async function userRights(database: Database, userId: number): Promise<UserRight[]> {
  const roles = await database.query
    .selectFrom('sys_user_role as ur')
    .innerJoin('sys_role as r', 'r.role_id', 'ur.role_id')
    .where('ur.user_id', '=', userId)
    .where('r.status', '=', 1)
    .select(['r.role_id', 'r.role_name', 'r.is_super'])
    .orderBy('r.order_num')
    .orderBy('r.role_name')
    .execute();
  const given = new Map<string, string[]>();
  for (const role of roles) {
    const permissions = role.is_super ? [ALL_PERMISSIONS] : await rolePermissions(database, [role.role_id]);
    for (const permission of permissions) {
      given.set(permission, [...(given.get(permission) ?? []), role.role_name]);
    }
  }
  return [...given]
    .map(([permission, names]) => ({ permission, roles: names }))
    .sort((a, b) => (a.permission < b.permission ? -1 : 1));
}
