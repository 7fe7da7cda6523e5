import { Type, type TSchema } from 'typebox';
import {
  Changed,
  contract,
  Id,
  IdsParams,
  keyedListContracts,
  nullableId,
  nullableText,
  oneOf,
  Time,
  TimeRange,
  type DataOf,
} from '../contract/index.ts';

export const OperationLogSchema = Type.Object({
  operId: Id,
  title: Type.String(),
  appCode: nullableText(),
  method: Type.String(),
  url: Type.String(),
  userId: nullableId,
  userName: nullableText(),
  actingTenant: nullableText(),
  ip: nullableText(),
  requestId: nullableText(),
  params: nullableText(),
  status: Type.Integer(),
  error: nullableText(),
  durationMs: Type.Integer(),
  createTime: Time,
});

/** An entry with the record that it changed, as it was and as it is, as JSON without secrets. */
export const OperationDetailSchema = Type.Object({
  ...OperationLogSchema.properties,
  before: nullableText(),
  after: nullableText(),
});

export const OperationLogFilterSchema = Type.Object({
  title: Type.Optional(Type.String({ description: 'A part of it' })),
  titles: Type.Optional(
    Type.String({ maxLength: 4_000, description: 'Whole titles with commas between them, beside the part' }),
  ),
  userName: Type.Optional(Type.String()),
  method: Type.Optional(oneOf('GET', 'POST', 'PUT', 'DELETE', 'PATCH')),
  requestId: Type.Optional(Type.String({ maxLength: 64 })),
  appCode: Type.Optional(Type.String()),
  failed: Type.Optional(Type.Boolean()),
  ...TimeRange,
});

export const LoginLogSchema = Type.Object({
  loginId: Id,
  userName: Type.String(),
  userId: nullableId,
  ip: nullableText(),
  userAgent: nullableText(),
  event: Type.String(),
  success: Type.Boolean(),
  reason: nullableText(),
  createTime: Time,
});

export const LoginLogFilterSchema = Type.Object({
  userName: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String()),
  success: Type.Optional(Type.Boolean()),
  event: Type.Optional(oneOf('login', 'logout')),
  ...TimeRange,
});

interface Log<U extends string, Row extends TSchema> {
  readonly url: U;
  readonly permission: 'system:operLog' | 'system:loginLog';
  readonly name: string;
  readonly row: Row;
}

/** Both logs let an operator read one entry, remove some, and empty the log. */
const entryContracts = <const U extends string, Row extends TSchema>(log: Log<U, Row>) => ({
  get: contract({
    method: 'GET',
    url: `${log.url}/:id` as const,
    auth: `${log.permission}:query`,
    summary: `An entry of the ${log.name}`,
    schema: { params: Type.Object({ id: Id }), response: log.row },
  }),
  clear: contract({
    method: 'DELETE',
    url: `${log.url}/clean` as const,
    auth: `${log.permission}:remove`,
    summary: `Empty the ${log.name}, or remove what is older than a time`,
    schema: {
      query: Type.Object({ before: Type.Optional(Type.String({ format: 'date-time' })) }),
      response: Changed,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: `${log.url}/:ids` as const,
    auth: `${log.permission}:remove`,
    summary: `Remove entries of the ${log.name}`,
    schema: { params: IdsParams, response: Changed },
  }),
});

export const operationLogContracts = {
  ...keyedListContracts({
    url: '/system/operLog',
    auth: 'system:operLog:list',
    summary: 'The operation log of the tenant',
    filter: OperationLogFilterSchema,
    row: OperationLogSchema,
  }),
  ...entryContracts({
    url: '/system/operLog',
    permission: 'system:operLog',
    name: 'operation log',
    row: OperationDetailSchema,
  }),
};

export const loginLogContracts = {
  ...keyedListContracts({
    url: '/system/loginLog',
    auth: 'system:loginLog:list',
    summary: 'The login log of the tenant',
    filter: LoginLogFilterSchema,
    row: LoginLogSchema,
  }),
  ...entryContracts({
    url: '/system/loginLog',
    permission: 'system:loginLog',
    name: 'login log',
    row: LoginLogSchema,
  }),
};

export type OperationLog = DataOf<typeof OperationLogSchema>;
export type OperationDetail = DataOf<typeof OperationDetailSchema>;
export type LoginLog = DataOf<typeof LoginLogSchema>;
