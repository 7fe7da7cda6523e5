import { Type } from 'typebox';
import { ActingSchema } from '../auth/acting.ts';
import { contract, Id, type DataOf } from '../contract/index.ts';
import { UserPreferencesSchema } from './preferences.ts';

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
  /** Present while the caller looks into `tenant`, which is not their own. */
  acting: Type.Optional(ActingSchema),
  passwordGenerated: Type.Boolean({ description: 'its owner has not chosen one of their own yet' }),
  passwordConfigured: Type.Optional(
    Type.Boolean({
      description: 'a super administrator still has the password of `platform.admin-password`',
    }),
  ),
  preferences: Type.Optional(UserPreferencesSchema),
});

export const sessionInfoContracts = {
  get: contract({
    method: 'GET',
    url: '/system/user/getInfo',
    auth: 'login',
    ofPerson: true,
    summary: 'The caller with roles, permissions and tenant',
    schema: { response: SessionInfoSchema },
  }),
};

export type SessionInfo = DataOf<typeof SessionInfoSchema>;
