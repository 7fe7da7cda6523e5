import { Type } from 'typebox';
import { contract, Id, type DataOf } from '../contract/index.ts';

export const SessionInfoSchema = Type.Object({
  user: Type.Object({
    userId: Id,
    userName: Type.String(),
    nickName: Type.String(),
    avatar: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    tenantId: Type.String(),
  }),
  roles: Type.Array(Type.String()),
  permissions: Type.Array(Type.String()),
  tenant: Type.Object({ tenantId: Type.String(), name: Type.String() }),
  passwordGenerated: Type.Boolean({ description: 'its owner has not chosen one of their own yet' }),
});

export const sessionInfoContracts = {
  get: contract({
    method: 'GET',
    url: '/system/user/getInfo',
    auth: 'login',
    summary: 'The caller with roles, permissions and tenant',
    schema: { response: SessionInfoSchema },
  }),
};

export type SessionInfo = DataOf<typeof SessionInfoSchema>;
