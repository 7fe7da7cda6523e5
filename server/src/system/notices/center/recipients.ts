import type { NoticeRecipients } from '@platform/plugin-sdk/core';
import type { Database } from '../../../data/index.ts';
import { withBelow } from '../../shared/dept-tree.ts';

/** Enabled users of the tenant in context that a notice is for, each once. */
export async function recipientIds(database: Database, to: NoticeRecipients): Promise<number[]> {
  const users = database.query
    .selectFrom('sys_user as u')
    .select('u.user_id')
    .distinct()
    .where('u.status', '=', 1);
  const ofRoles = users
    .innerJoin('sys_user_role as ur', 'ur.user_id', 'u.user_id')
    .innerJoin('sys_role as r', 'r.role_id', 'ur.role_id')
    .where('r.status', '=', 1);
  if (to === 'tenant') return idsOf(await users.execute());
  if ('users' in to) return idsOf(await users.where('u.user_id', 'in', [...to.users]).execute());
  if ('roles' in to) return idsOf(await ofRoles.where('r.role_key', 'in', [...to.roles]).execute());
  if ('departments' in to) {
    const deptIds = await withBelow(database, to.departments);
    return idsOf(await users.where('u.dept_id', 'in', deptIds).execute());
  }
  const granted = database.query
    .selectFrom('sys_role_menu as rm')
    .innerJoin('sys_menu as m', 'm.menu_id', 'rm.menu_id')
    .select('rm.role_id')
    .where('m.status', '=', 1)
    .where('m.perms', '=', to.permission);
  const permitted = ofRoles.where((eb) =>
    eb.or([eb('r.is_super', '=', true), eb('r.role_id', 'in', granted)]),
  );
  return idsOf(await permitted.execute());
}

const idsOf = (rows: ReadonlyArray<{ user_id: number }>): number[] => rows.map(({ user_id }) => user_id);
