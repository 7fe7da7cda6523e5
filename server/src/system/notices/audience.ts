import type { NoticeAudience } from '@platform/host-api';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { LoginUser } from '../../kernel/index.ts';
import { contains } from '../shared/paging.ts';

/** An audience as it is stored: null for the whole tenant. */
export function storedAudience(audience: NoticeAudience): string | null {
  if (audience === 'tenant') return null;
  if ('users' in audience) return JSON.stringify(audience.users.map(ofUser));
  return JSON.stringify(
    'roles' in audience ? audience.roles.map(ofRole) : audience.departments.map(ofDepartment),
  );
}

export function audienceOf(stored: string | null): NoticeAudience {
  if (stored === null) return 'tenant';
  const each = JSON.parse(stored) as string[];
  const after = (prefix: string) =>
    each.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  const [users, departments] = [after('user:'), after('dept:')];
  if (users.length > 0) return { users: users.map(Number) };
  return departments.length > 0 ? { departments: departments.map(Number) } : { roles: after('role:') };
}

/** True for notices that are for a user. @param deptIds the user's department and those above it */
export function isFor(
  { userId, roles }: Pick<LoginUser, 'userId' | 'roles'>,
  deptIds: readonly number[],
): RawBuilder<SqlBool> {
  const named = [ofUser(userId), ...roles.map(ofRole), ...deptIds.map(ofDepartment)].map((one) =>
    contains('audience_json', JSON.stringify(one)),
  );
  return sql<SqlBool>`(${sql.ref('audience_json')} is null or ${sql.join(named, sql` or `)})`;
}

const ofUser = (userId: number): string => `user:${userId}`;
const ofRole = (roleKey: string): string => `role:${roleKey}`;
const ofDepartment = (deptId: number): string => `dept:${deptId}`;
