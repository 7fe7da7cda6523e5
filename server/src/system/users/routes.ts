import { userContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import type { FreshProof } from '../auth/fresh-proof.ts';
import type { Edits } from '../shared/edits.ts';
import { listRoutes } from '../shared/list-routes.ts';
import type { Removals } from '../undo/removals.ts';
import { removalRoute } from '../undo/routes.ts';
import type { UserImport } from './import/user-import.ts';
import type { UserRight } from './user-rights.ts';
import type { UserCommands } from './user-commands.ts';
import type { ExportedUser, UserQueries } from './user-queries.ts';

/** Those of an import come first, with values that it reads. */
const columns = [
  { title: 'User name', value: (row: ExportedUser) => row.userName },
  { title: 'Name', value: (row: ExportedUser) => row.nickName },
  { title: 'Email', value: (row: ExportedUser) => row.email },
  { title: 'Phone', value: (row: ExportedUser) => row.phone },
  { title: 'Department', value: (row: ExportedUser) => row.deptPath },
  { title: 'Posts', value: (row: ExportedUser) => row.postCodes.join(' ') },
  { title: 'Roles', value: (row: ExportedUser) => row.roles.map((role) => role.roleKey).join(' ') },
  { title: 'Enabled', value: (row: ExportedUser) => row.status === 1 },
  { title: 'Remark', value: (row: ExportedUser) => row.remark },
  { title: 'Last login', value: (row: ExportedUser) => row.lastLoginTime },
  { title: 'Created', value: (row: ExportedUser) => row.createTime },
] as const;

/** `/system/user`. (design 2.2) */
export function userRoutes(parts: {
  queries: UserQueries;
  commands: UserCommands;
  imports: UserImport;
  proof: FreshProof;
  edits: Edits;
  removals: Removals;
  rightsOf: (userId: number) => Promise<UserRight[]>;
}): Route[] {
  const { queries, commands, imports, proof, edits, removals, rightsOf } = parts;
  removals.restoreBy('user', (restored) => commands.restore(restored));
  return [
    ...listRoutes({ contracts: userContracts, exported: 'users', file: 'users', columns, rows: queries }),
    defineRoute({
      ...userContracts.get,
      handler: (ctx) => queries.get(ctx.params.userId),
    }),
    defineRoute({
      ...userContracts.rights,
      async handler(ctx) {
        await queries.get(ctx.params.userId);
        return rightsOf(ctx.params.userId);
      },
    }),
    defineRoute({
      ...userContracts.import,
      audit: 'Import users',
      async handler(ctx) {
        ctx.reply.header('cache-control', 'no-store');
        const { csv, apply = false } = ctx.body;
        return apply ? imports.apply(callerOf(ctx), csv) : { ...(await imports.check(csv)), users: [] };
      },
    }),
    defineRoute({
      ...userContracts.add,
      audit: 'Add a user',
      handler(ctx) {
        ctx.reply.header('cache-control', 'no-store');
        return commands.create(callerOf(ctx), ctx.body);
      },
    }),
    defineRoute({
      ...userContracts.edit,
      audit: 'Change a user',
      record: (ctx) => queries.get(ctx.body.userId),
      handler(ctx) {
        const { updateTime, ...change } = ctx.body;
        const { userId } = change;
        return edits.run('sys_user', { id: userId, seen: updateTime, shown: () => queries.get(userId) }, () =>
          commands.update(callerOf(ctx), change),
        );
      },
    }),
    defineRoute({
      ...userContracts.status,
      audit: 'Enable or disable a user',
      record: (ctx) => queries.get(ctx.params.userId),
      handler: (ctx) =>
        commands.update(callerOf(ctx), { userId: ctx.params.userId, status: ctx.body.status }),
    }),
    defineRoute({
      ...userContracts.password,
      audit: 'Reset a password',
      handler(ctx) {
        ctx.reply.header('cache-control', 'no-store');
        return commands.resetPassword(callerOf(ctx), ctx.params.userId, ctx.body.password);
      },
    }),
    defineRoute({
      ...userContracts.lock,
      audit: 'Lock a user',
      handler: (ctx) => commands.lock(callerOf(ctx), ctx.params.userId),
    }),
    defineRoute({
      ...userContracts.unlock,
      audit: 'Unlock a user',
      handler: (ctx) => commands.unlock(callerOf(ctx), ctx.params.userId),
    }),
    defineRoute({
      ...userContracts.resetSecondFactor,
      audit: 'Reset a second factor',
      handler(ctx) {
        proof.require();
        return commands.resetSecondFactor(callerOf(ctx), ctx.params.userId);
      },
    }),
    removalRoute(removals, {
      kind: 'user',
      contract: userContracts.remove,
      audit: 'Remove users',
      remove: (ids, actor) => commands.remove(actor, ids),
    }),
  ];
}
