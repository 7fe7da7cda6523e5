import { defineRoute, Type, type Route } from '../../kernel/index.ts';
import { callerOf } from '../auth/authority.ts';
import { listRoutes } from '../shared/list-routes.ts';
import {
  Changed,
  Id,
  idsOf,
  IdsParams,
  nullableText,
  optionalText,
  Status,
  text,
  Time,
} from '../shared/schemas.ts';
import type { RoleCommands } from './role-commands.ts';
import type { RoleMenus } from './role-menus.ts';
import type { RoleQueries, RoleRow } from './role-queries.ts';

const oneRole = Type.Object({ roleId: Id });
const roleKey = Type.String({ pattern: '^[a-z][a-z0-9_-]{1,49}$' });
const menuIds = Type.Array(Id, { maxItems: 10_000, uniqueItems: true });

const RoleSchema = Type.Object({
  roleId: Id,
  roleName: Type.String(),
  roleKey: Type.String(),
  orderNum: Type.Integer(),
  status: Status,
  isSuper: Type.Boolean(),
  remark: nullableText(),
  createTime: Time,
});

const RoleFilterSchema = Type.Object({
  roleName: Type.Optional(Type.String()),
  roleKey: Type.Optional(Type.String()),
  status: Type.Optional(Status),
});

const details = {
  orderNum: Type.Optional(Type.Integer()),
  status: Type.Optional(Status),
  remark: optionalText(500),
  menuIds: Type.Optional(menuIds),
};

const columns = [
  { title: 'Name', value: (row: RoleRow) => row.roleName },
  { title: 'Key', value: (row: RoleRow) => row.roleKey },
  { title: 'Enabled', value: (row: RoleRow) => row.status === 1 },
  { title: 'Remark', value: (row: RoleRow) => row.remark },
  { title: 'Created', value: (row: RoleRow) => row.createTime },
];

/** `/system/role`. (design 2.2) */
export function roleRoutes(parts: {
  queries: RoleQueries;
  commands: RoleCommands;
  menus: RoleMenus;
}): Route[] {
  const { queries, commands, menus } = parts;
  return [
    ...listRoutes({
      url: '/system/role',
      auth: 'system:role:list',
      summary: 'Roles of the tenant',
      exported: 'roles',
      file: 'roles.csv',
      filter: RoleFilterSchema,
      row: RoleSchema,
      columns,
      rows: queries,
    }),
    defineRoute({
      method: 'GET',
      url: '/system/role/:roleId',
      auth: 'system:role:query',
      summary: 'A role with its menus',
      schema: {
        params: oneRole,
        response: Type.Object({ ...RoleSchema.properties, menuIds: Type.Array(Id) }),
      },
      async handler({ params: { roleId } }) {
        const role = await queries.get(roleId);
        return { ...role, menuIds: await menus.ids(roleId) };
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/system/role',
      auth: 'system:role:add',
      summary: 'Add a role',
      schema: {
        body: Type.Object({ roleName: text(50), roleKey, ...details }),
        response: Type.Object({ roleId: Id }),
      },
      audit: 'Add a role',
      handler: async (ctx) => ({ roleId: await commands.create(callerOf(ctx), ctx.body) }),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/role',
      auth: 'system:role:edit',
      summary: 'Change a role; live sessions follow at once',
      schema: {
        body: Type.Object({
          roleId: Id,
          roleName: Type.Optional(text(50)),
          roleKey: Type.Optional(roleKey),
          ...details,
        }),
      },
      audit: 'Change a role',
      handler: (ctx) => commands.update(callerOf(ctx), ctx.body),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/role/:ids',
      auth: 'system:role:remove',
      summary: 'Remove roles that nobody has',
      schema: { params: IdsParams, response: Changed },
      audit: 'Remove roles',
      handler: async (ctx) => ({ changed: await commands.remove(callerOf(ctx), idsOf(ctx.params.ids)) }),
    }),
  ];
}
