import { preferenceContracts, type UserPreferences } from '@platform/host-api';
import type { Database } from '../../data/index.ts';
import { defineRoute, type LoginUser, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import { found } from '../shared/failures.ts';

export const preferencesOf = (row: { readonly preferences: string | null }): UserPreferences =>
  JSON.parse(row.preferences ?? '{}') as UserPreferences;

/**
 * `PUT /system/user/preferences`. Not audited: nobody asks later who made rows smaller.
 *
 * @param onBell learns of a person whose bell counts other notices from now on
 */
export const preferenceRoutes = (database: Database, onBell: (userId: number) => void): Route[] => [
  defineRoute({
    ...preferenceContracts.edit,
    handler: async (ctx) => {
      const user = callerOf(ctx);
      await merge(database, user, ctx.body);
      if (ctx.body.bell) onBell(user.userId);
    },
  }),
];

/** Members that the change lacks stay, because two browsers may change different ones. */
async function merge(database: Database, { userId }: LoginUser, change: UserPreferences): Promise<void> {
  await database.transaction(async () => {
    const row = await database.query
      .selectFrom('sys_user')
      .where('user_id', '=', userId)
      .select('preferences')
      .executeTakeFirst();
    const preferences = JSON.stringify({ ...preferencesOf(found(row, 'user')), ...change });
    await database.query.updateTable('sys_user').set({ preferences }).where('user_id', '=', userId).execute();
  });
}
