import type { Database } from '../../data/index.ts';
import type { LoginUser } from '../../kernel/index.ts';
import { loadGrants } from '../auth/grants.ts';
import { assertHolds } from '../shared/authority.ts';
import { isReached, type DataScopes } from '../shared/data-scope.ts';
import { notFound } from '../shared/failures.ts';

/** A user whom the caller may change. */
export interface ManagedUser {
  readonly user_id: number;
  readonly user_name: string;
  readonly status: 0 | 1;
  readonly locked_until: string | null;
}

interface ManagedUserParts {
  readonly database: Database;
  readonly scopes: DataScopes;
}

/**
 * The users, all within reach, and none with more rights, or who sees more data, than the actor.
 *
 * @throws RECORD_NOT_FOUND (404) also for a user of another tenant, PRIVILEGE_EXCEEDED (403)
 */
export async function managedUsers(
  { database, scopes }: ManagedUserParts,
  actor: LoginUser,
  userIds: readonly number[],
): Promise<ManagedUser[]> {
  if (userIds.length === 0) return [];
  const reach = await scopes.of(actor);
  const users = await database.query
    .selectFrom('sys_user')
    .where('user_id', 'in', userIds)
    .$if(reach !== undefined, (query) => (reach ? query.where(isReached(reach)) : query))
    .select(['user_id', 'user_name', 'status', 'locked_until'])
    .execute();
  if (users.length < userIds.length) throw notFound('user');
  const others = userIds.filter((userId) => userId !== actor.userId);
  for (const userId of others) assertHolds(actor, (await loadGrants(database, userId)).permissions);
  await scopes.assertWithin(reach, others);
  return users;
}
