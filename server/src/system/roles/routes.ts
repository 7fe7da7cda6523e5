import { roleContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import type { MenuAccess } from '../menus/menu-access.ts';
import type { Edits } from '../shared/edits.ts';
import { listRoutes } from '../shared/list-routes.ts';
import type { Removals } from '../undo/removals.ts';
import { removalRoute } from '../undo/routes.ts';
import type { RoleCommands } from './role-commands.ts';
import type { RoleMenus } from './role-menus.ts';
import type { RoleQueries, RoleRow } from './role-queries.ts';

const columns = [
  { title: 'Name', value: (row: RoleRow) => row.roleName },
  { title: 'Key', value: (row: RoleRow) => row.roleKey },
  { title: 'Enabled', value: (row: RoleRow) => row.status === 1 },
  { title: 'Remark', value: (row: RoleRow) => row.remark },
  { title: 'Created', value: (row: RoleRow) => row.createTime },
] as const;

/** `/system/role`. (design 2.2) */
export function roleRoutes(parts: {
  queries: RoleQueries;
  commands: RoleCommands;
  menus: RoleMenus;
  access: MenuAccess;
  edits: Edits;
  removals: Removals;
}): Route[] {
  const { queries, commands, menus, access, edits, removals } = parts;
  removals.restoreBy('role', (restored) => commands.restore(restored));
  const detailOf = async (roleId: number) => ({
    ...(await queries.get(roleId)),
    menuIds: await menus.ids(roleId),
    deptIds: await queries.deptIds(roleId),
  });
  return [
    ...listRoutes({
      contracts: roleContracts,
      exported: 'roles',
      file: 'roles',
      columns,
      rows: queries,
    }),
    defineRoute({
      ...roleContracts.get,
      handler: ({ params: { roleId } }) => detailOf(roleId),
    }),
    defineRoute({
      ...roleContracts.menus,
      handler: async (ctx) => access.preview(callerOf(ctx).tenantId, await queries.get(ctx.params.roleId)),
    }),
    defineRoute({
      ...roleContracts.add,
      audit: 'Add a role',
      handler: async (ctx) => ({ roleId: await commands.create(callerOf(ctx), ctx.body) }),
    }),
    defineRoute({
      ...roleContracts.edit,
      audit: 'Change a role',
      record: (ctx) => detailOf(ctx.body.roleId),
      handler(ctx) {
        const { updateTime, ...change } = ctx.body;
        const { roleId } = change;
        return edits.run('sys_role', { id: roleId, seen: updateTime, shown: () => detailOf(roleId) }, () =>
          commands.update(callerOf(ctx), change),
        );
      },
    }),
    removalRoute(removals, {
      kind: 'role',
      contract: roleContracts.remove,
      audit: 'Remove roles',
      remove: (ids, actor) => commands.remove(actor, ids),
    }),
  ];
}
