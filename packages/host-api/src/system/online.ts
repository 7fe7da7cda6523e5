import { Type } from 'typebox';
import {
  Changed,
  contract,
  Id,
  IdsParams,
  listContracts,
  nullableText,
  Time,
  type DataOf,
} from '../contract/index.ts';

export const OnlineSchema = Type.Object({
  sessionId: Id,
  userId: Id,
  userName: Type.String(),
  ip: nullableText(),
  userAgent: nullableText(),
  createTime: Time,
  lastSeen: Time,
  expires: Time,
  current: Type.Boolean({ description: 'The session that asks' }),
});

export const onlineContracts = {
  ...listContracts({
    url: '/system/online',
    auth: 'system:online:list',
    summary: 'Live sessions of the tenant',
    filter: Type.Object({ userName: Type.Optional(Type.String()), ip: Type.Optional(Type.String()) }),
    row: OnlineSchema,
  }),
  get: contract({
    method: 'GET',
    url: '/system/online/:sessionId',
    auth: 'system:online:query',
    summary: 'A live session',
    schema: { params: Type.Object({ sessionId: Id }), response: OnlineSchema },
  }),
  removeOf: contract({
    method: 'DELETE',
    url: '/system/online/user/:userId',
    auth: 'system:online:remove',
    summary: 'End all sessions of a user, except the one that asks',
    schema: { params: Type.Object({ userId: Id }), response: Changed },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/online/:ids',
    auth: 'system:online:remove',
    summary: 'End sessions',
    schema: { params: IdsParams, response: Changed },
  }),
};

export type Online = DataOf<typeof OnlineSchema>;
