import { roleUserContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import { idsOf } from '../shared/ids.ts';
import type { UserQueries } from '../users/user-queries.ts';
import type { RoleQueries } from './role-queries.ts';
import type { RoleUsers } from './role-users.ts';

/** `/system/role/:roleId/users`: users who have a role. */
export function roleUserRoutes(parts: {
  roles: RoleQueries;
  users: UserQueries;
  commands: RoleUsers;
}): Route[] {
  const { roles, users, commands } = parts;
  return [
    defineRoute({
      ...roleUserContracts.list,
      async handler({ params: { roleId }, query, page }) {
        await roles.get(roleId);
        return users.list({ ...query, roleId }, page);
      },
    }),
    defineRoute({
      ...roleUserContracts.add,
      audit: 'Give users a role',
      handler: async (ctx) => ({
        changed: await commands.add(callerOf(ctx), ctx.params.roleId, ctx.body.userIds),
      }),
    }),
    defineRoute({
      ...roleUserContracts.remove,
      audit: 'Take a role from users',
      handler: async (ctx) => ({
        changed: await commands.remove(callerOf(ctx), ctx.params.roleId, idsOf(ctx.params.ids)),
      }),
    }),
  ];
}
