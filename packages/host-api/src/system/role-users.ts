import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import { Changed, contract, Id, IdsParams } from '../contract/index.ts';
import { RoleUserFilterSchema, UserSchema } from './users.ts';

const oneRole = Type.Object({ roleId: Id });

export const roleUserContracts = {
  list: contract({
    method: 'GET',
    url: '/system/role/:roleId/users',
    auth: 'system:user:list',
    summary: 'Users who have a role',
    schema: { params: oneRole, query: RoleUserFilterSchema, response: pageOf(UserSchema) },
  }),
  add: contract({
    method: 'POST',
    url: '/system/role/:roleId/users',
    auth: 'system:user:edit',
    summary: 'Give users a role; those who have it already are not counted',
    schema: {
      params: oneRole,
      body: Type.Object({ userIds: Type.Array(Id, { maxItems: 200, uniqueItems: true }) }),
      response: Changed,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/role/:roleId/users/:ids',
    auth: 'system:user:edit',
    summary: 'Take a role from users; those who do not have it are not counted',
    schema: {
      params: Type.Object({ ...oneRole.properties, ...IdsParams.properties }),
      response: Changed,
    },
  }),
};
