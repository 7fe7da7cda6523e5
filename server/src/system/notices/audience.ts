import type { NoticeAudience } from '@platform/host-api';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { LoginUser } from '../../kernel/index.ts';
import { contains } from '../shared/paging.ts';

/** An audience as it is stored: null for the whole tenant. */
export function storedAudience(audience: NoticeAudience): string | null {
  if (audience === 'tenant') return null;
  return JSON.stringify('users' in audience ? audience.users.map(ofUser) : audience.roles.map(ofRole));
}

export function audienceOf(stored: string | null): NoticeAudience {
  if (stored === null) return 'tenant';
  const each = JSON.parse(stored) as string[];
  const after = (prefix: string) =>
    each.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  const users = after('user:');
  return users.length > 0 ? { users: users.map(Number) } : { roles: after('role:') };
}

/** True for notices that are for a user. */
export function isFor({ userId, roles }: Pick<LoginUser, 'userId' | 'roles'>): RawBuilder<SqlBool> {
  const named = [ofUser(userId), ...roles.map(ofRole)].map((one) =>
    contains('audience_json', JSON.stringify(one)),
  );
  return sql<SqlBool>`(${sql.ref('audience_json')} is null or ${sql.join(named, sql` or `)})`;
}

const ofUser = (userId: number): string => `user:${userId}`;
const ofRole = (roleKey: string): string => `role:${roleKey}`;
