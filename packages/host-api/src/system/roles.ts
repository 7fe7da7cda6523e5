import { Type } from 'typebox';
import {
  contract,
  Id,
  IdsParams,
  listContracts,
  Nothing,
  nullableText,
  oneOf,
  optionalText,
  SeenTime,
  Status,
  text,
  Time,
  type DataOf,
  Removed,
} from '../contract/index.ts';
import { RouterTreeSchema } from './menus.ts';

const oneRole = Type.Object({ roleId: Id });

const roleKey = Type.String({ pattern: '^[a-z][a-z0-9_-]{1,49}$' });

export const DataScopeSchema = oneOf('all', 'deptTree', 'dept', 'own', 'chosen');

const deptIds = Type.Array(Id, { maxItems: 10_000, uniqueItems: true });

const menuIds = Type.Array(Id, { maxItems: 10_000, uniqueItems: true });

export const RoleSchema = Type.Object({
  roleId: Id,
  roleName: Type.String(),
  roleKey: Type.String(),
  orderNum: Type.Integer(),
  status: Status,
  isSuper: Type.Boolean(),
  dataScope: DataScopeSchema,
  remark: nullableText(),
  createTime: Time,
  updateTime: Time,
});

export const RoleFilterSchema = Type.Object({
  name: Type.Optional(Type.String({ description: 'A part of the name or of the key' })),
  roleIds: Type.Optional(IdsParams.properties.ids),
  roleKeys: Type.Optional(
    Type.String({ maxLength: 5_200, description: 'Those with one of these keys, separated by commas' }),
  ),
  roleName: Type.Optional(Type.String()),
  roleKey: Type.Optional(Type.String()),
  status: Type.Optional(Status),
});

const details = {
  orderNum: Type.Optional(Type.Integer()),
  status: Type.Optional(Status),
  remark: optionalText(500),
  menuIds: Type.Optional(menuIds),
  dataScope: Type.Optional(DataScopeSchema),
  deptIds: Type.Optional(deptIds),
};

export const roleContracts = {
  ...listContracts({
    url: '/system/role',
    auth: 'system:role:list',
    summary: 'Roles of the tenant',
    filter: RoleFilterSchema,
    row: RoleSchema,
  }),
  get: contract({
    method: 'GET',
    url: '/system/role/:roleId',
    auth: 'system:role:query',
    summary: 'A role with its menus',
    schema: {
      params: oneRole,
      response: Type.Object({ ...RoleSchema.properties, menuIds: Type.Array(Id), deptIds: Type.Array(Id) }),
    },
  }),
  menus: contract({
    method: 'GET',
    url: '/system/role/:roleId/menus',
    auth: 'system:role:query',
    summary: 'The route tree that a role gives: the side menu of a user with that role alone',
    schema: { params: oneRole, response: RouterTreeSchema },
  }),
  add: contract({
    method: 'POST',
    url: '/system/role',
    auth: 'system:role:add',
    summary: 'Add a role',
    schema: {
      body: Type.Object({ roleName: text(50), roleKey, ...details }),
      response: Type.Object({ roleId: Id }),
    },
  }),
  edit: contract({
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
        updateTime: SeenTime,
      }),
      response: Nothing,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/role/:ids',
    auth: 'system:role:remove',
    summary: 'Remove roles that nobody has',
    schema: { params: IdsParams, response: Removed },
  }),
};

export type DataScope = DataOf<typeof DataScopeSchema>;
export type Role = DataOf<typeof RoleSchema>;
export type RoleFilter = DataOf<typeof RoleFilterSchema>;
