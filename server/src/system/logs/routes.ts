import { defineRoute, Type, type Route, type TSchema } from '../../kernel/index.ts';
import type { CsvColumn } from '../shared/csv.ts';
import { listRoutes } from '../shared/list-routes.ts';
import {
  Changed,
  Id,
  idsOf,
  IdsParams,
  nullableId,
  nullableText,
  Time,
  TimeRange,
} from '../shared/schemas.ts';
import type { LoginRecords, LoginRow } from './login-records.ts';
import type { OperationRecords, OperationRow } from './operation-records.ts';

const OperationSchema = Type.Object({
  operId: Id,
  title: Type.String(),
  appCode: nullableText(),
  method: Type.String(),
  url: Type.String(),
  userId: nullableId,
  userName: nullableText(),
  ip: nullableText(),
  requestId: nullableText(),
  params: nullableText(),
  status: Type.Integer(),
  error: nullableText(),
  durationMs: Type.Integer(),
  createTime: Time,
});

const OperationFilterSchema = Type.Object({
  title: Type.Optional(Type.String()),
  userName: Type.Optional(Type.String()),
  appCode: Type.Optional(Type.String()),
  failed: Type.Optional(Type.Boolean()),
  ...TimeRange,
});

const operationColumns: Array<CsvColumn<OperationRow>> = [
  { title: 'Time', value: (row) => row.createTime },
  { title: 'Operation', value: (row) => row.title },
  { title: 'User', value: (row) => row.userName },
  { title: 'Address', value: (row) => row.ip },
  { title: 'Method', value: (row) => row.method },
  { title: 'Path', value: (row) => row.url },
  { title: 'Status', value: (row) => row.status },
  { title: 'Error', value: (row) => row.error },
  { title: 'Milliseconds', value: (row) => row.durationMs },
  { title: 'Request', value: (row) => row.requestId },
];

const LoginSchema = Type.Object({
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

const LoginFilterSchema = Type.Object({
  userName: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String()),
  success: Type.Optional(Type.Boolean()),
  ...TimeRange,
});

const loginColumns: Array<CsvColumn<LoginRow>> = [
  { title: 'Time', value: (row) => row.createTime },
  { title: 'User', value: (row) => row.userName },
  { title: 'Event', value: (row) => row.event },
  { title: 'Success', value: (row) => row.success },
  { title: 'Reason', value: (row) => row.reason },
  { title: 'Address', value: (row) => row.ip },
  { title: 'Client', value: (row) => row.userAgent },
];

/** What both logs offer: reading one entry, removing some, removing all. */
function entryRoutes(log: {
  url: string;
  permission: 'system:operLog' | 'system:loginLog';
  name: string;
  row: TSchema;
  records: {
    get(id: number): Promise<unknown>;
    remove(ids: readonly number[]): Promise<number>;
    clear(): Promise<number>;
  };
}): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: `${log.url}/:id`,
      auth: `${log.permission}:query`,
      summary: `An entry of the ${log.name}`,
      schema: { params: Type.Object({ id: Id }), response: log.row },
      handler: (ctx) => log.records.get(ctx.params.id),
    }),
    defineRoute({
      method: 'DELETE',
      url: `${log.url}/clean`,
      auth: `${log.permission}:remove`,
      summary: `Empty the ${log.name}`,
      schema: { response: Changed },
      audit: `Empty the ${log.name}`,
      handler: async () => ({ changed: await log.records.clear() }),
    }),
    defineRoute({
      method: 'DELETE',
      url: `${log.url}/:ids`,
      auth: `${log.permission}:remove`,
      summary: `Remove entries of the ${log.name}`,
      schema: { params: IdsParams, response: Changed },
      audit: `Remove entries of the ${log.name}`,
      handler: async (ctx) => ({ changed: await log.records.remove(idsOf(ctx.params.ids)) }),
    }),
  ];
}

/** `/system/operLog`. (design 2.2) */
export function operationLogRoutes(records: OperationRecords): Route[] {
  return [
    ...listRoutes({
      url: '/system/operLog',
      auth: 'system:operLog:list',
      summary: 'The operation log of the tenant',
      exported: 'the operation log',
      file: 'operations.csv',
      filter: OperationFilterSchema,
      row: OperationSchema,
      columns: operationColumns,
      rows: records,
    }),
    ...entryRoutes({
      url: '/system/operLog',
      permission: 'system:operLog',
      name: 'operation log',
      row: OperationSchema,
      records,
    }),
  ];
}

/** `/system/loginLog`. (design 2.2) */
export function loginLogRoutes(records: LoginRecords): Route[] {
  return [
    ...listRoutes({
      url: '/system/loginLog',
      auth: 'system:loginLog:list',
      summary: 'The login log of the tenant',
      exported: 'the login log',
      file: 'logins.csv',
      filter: LoginFilterSchema,
      row: LoginSchema,
      columns: loginColumns,
      rows: records,
    }),
    ...entryRoutes({
      url: '/system/loginLog',
      permission: 'system:loginLog',
      name: 'login log',
      row: LoginSchema,
      records,
    }),
  ];
}
