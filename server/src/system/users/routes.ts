import { defineRoute, Type, type Route } from '../../kernel/index.ts';
import { callerOf } from '../auth/authority.ts';
import { listRoutes } from '../shared/list-routes.ts';
import { Changed, Id, idsOf, IdsParams, Status } from '../shared/schemas.ts';
import {
  NewUserSchema,
  PasswordResetSchema,
  PasswordResultSchema,
  UserChangeSchema,
  UserFilterSchema,
  UserSchema,
} from './schemas.ts';
import type { UserCommands } from './user-commands.ts';
import type { UserListRow, UserQueries } from './user-queries.ts';

const oneUser = Type.Object({ userId: Id });

const columns = [
  { title: 'User name', value: (row: UserListRow) => row.userName },
  { title: 'Name', value: (row: UserListRow) => row.nickName },
  { title: 'Email', value: (row: UserListRow) => row.email },
  { title: 'Phone', value: (row: UserListRow) => row.phone },
  { title: 'Enabled', value: (row: UserListRow) => row.status === 1 },
  { title: 'Roles', value: (row: UserListRow) => row.roles.map((role) => role.roleKey).join(' ') },
  { title: 'Last login', value: (row: UserListRow) => row.lastLoginTime },
  { title: 'Created', value: (row: UserListRow) => row.createTime },
];

/** `/system/user`. (design 2.2) */
export function userRoutes(queries: UserQueries, commands: UserCommands): Route[] {
  return [
    ...listRoutes({
      url: '/system/user',
      auth: 'system:user:list',
      summary: 'Users of the tenant',
      exported: 'users',
      file: 'users.csv',
      filter: UserFilterSchema,
      row: UserSchema,
      columns,
      rows: queries,
    }),
    defineRoute({
      method: 'GET',
      url: '/system/user/:userId',
      auth: 'system:user:query',
      summary: 'A user with roles',
      schema: { params: oneUser, response: UserSchema },
      handler: (ctx) => queries.get(ctx.params.userId),
    }),
    defineRoute({
      method: 'POST',
      url: '/system/user',
      auth: 'system:user:add',
      summary: 'Add a user',
      schema: { body: NewUserSchema, response: PasswordResultSchema },
      audit: 'Add a user',
      handler(ctx) {
        ctx.reply.header('cache-control', 'no-store');
        return commands.create(callerOf(ctx), ctx.body);
      },
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/user',
      auth: 'system:user:edit',
      summary: 'Change a user',
      schema: { body: UserChangeSchema },
      audit: 'Change a user',
      handler: (ctx) => commands.update(callerOf(ctx), ctx.body),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/user/:userId/status',
      auth: 'system:user:edit',
      summary: 'Enable or disable a user; disabling ends the sessions',
      schema: { params: oneUser, body: Type.Object({ status: Status }) },
      audit: 'Enable or disable a user',
      handler: (ctx) =>
        commands.update(callerOf(ctx), { userId: ctx.params.userId, status: ctx.body.status }),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/user/:userId/password',
      auth: 'system:user:edit',
      summary: 'Set a password, or have one generated; ends the sessions of the user',
      schema: { params: oneUser, body: PasswordResetSchema, response: PasswordResultSchema },
      audit: 'Reset a password',
      handler(ctx) {
        ctx.reply.header('cache-control', 'no-store');
        return commands.resetPassword(callerOf(ctx), ctx.params.userId, ctx.body.password);
      },
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/user/:userId/lock',
      auth: 'system:user:edit',
      summary: 'Lock an account until it is unlocked; ends its sessions',
      schema: { params: oneUser },
      audit: 'Lock a user',
      handler: (ctx) => commands.lock(callerOf(ctx), ctx.params.userId),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/user/:userId/unlock',
      auth: 'system:user:edit',
      summary: 'Take back a lock, and the waits that failed logins have set',
      schema: { params: oneUser },
      audit: 'Unlock a user',
      handler: (ctx) => commands.unlock(callerOf(ctx), ctx.params.userId),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/user/:ids',
      auth: 'system:user:remove',
      summary: 'Remove users',
      schema: { params: IdsParams, response: Changed },
      audit: 'Remove users',
      handler: async (ctx) => ({ changed: await commands.remove(callerOf(ctx), idsOf(ctx.params.ids)) }),
    }),
  ];
}
