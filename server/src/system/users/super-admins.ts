import { lockOnly, type Database } from '../../data/index.ts';
import { DEFAULT_TENANT, requestContext } from '../../kernel/index.ts';
import { conflict } from '../shared/failures.ts';

/**
 * Runs a change of users or roles in a transaction that is taken back when it leaves the platform
 * without an enabled super administrator.
 *
 * @throws LAST_SUPER_ADMIN (409)
 */
export function keepingASuperAdmin<T>(database: Database, change: () => Promise<T>): Promise<T> {
  return database.transaction(async () => {
    await lockSuperRoles(database);
    const result = await change();
    if (await superAdminExists(database)) return result;
    throw conflict(
      'LAST_SUPER_ADMIN',
      'This is the last super administrator. Without one, nobody could administer the platform.',
      'Make another user a super administrator first.',
    );
  });
}

/** Makes another such change wait for the end of this one. */
async function lockSuperRoles(database: Database): Promise<void> {
  await requestContext.runAs(DEFAULT_TENANT, () =>
    database.query.updateTable('sys_role').set(lockOnly).where('is_super', '=', true).execute(),
  );
}

async function superAdminExists(database: Database): Promise<boolean> {
  const row = await requestContext.runAs(DEFAULT_TENANT, () =>
    database.query
      .selectFrom('sys_user as u')
      .innerJoin('sys_user_role as ur', 'ur.user_id', 'u.user_id')
      .innerJoin('sys_role as r', 'r.role_id', 'ur.role_id')
      .where('u.status', '=', 1)
      .where('r.status', '=', 1)
      .where('r.is_super', '=', true)
      .select('u.user_id')
      .limit(1)
      .executeTakeFirst(),
  );
  return row !== undefined;
}
