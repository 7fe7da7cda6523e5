import {
  loginLogContracts,
  operationLogContracts,
  rightsLogContracts,
  type RightsChangeRow,
} from '@platform/host-api';
import { defineRoute, type Route, type TSchema } from '../../kernel/index.ts';
import type { ExportColumn } from '../shared/exports/index.ts';
import { idsOf } from '../shared/ids.ts';
import { keyedListRoutes, listRoutes } from '../shared/list-routes.ts';
import type { LoginRecords, LoginRow } from './login-records.ts';
import type { OperationRecords, OperationRow } from './operation-records.ts';
import type { RightsRecords } from './rights-records.ts';

const operationColumns: Array<ExportColumn<OperationRow>> = [
  { title: 'Time', value: (row) => row.createTime },
  { title: 'Operation', value: (row) => row.title },
  { title: 'User', value: (row) => row.userName },
  { title: 'As tenant', value: (row) => row.actingTenant },
  { title: 'Address', value: (row) => row.ip },
  { title: 'Method', value: (row) => row.method },
  { title: 'Path', value: (row) => row.url },
  { title: 'Status', value: (row) => row.status },
  { title: 'Error', value: (row) => row.error },
  { title: 'Milliseconds', value: (row) => row.durationMs },
  { title: 'Request', value: (row) => row.requestId },
];

const loginColumns: Array<ExportColumn<LoginRow>> = [
  { title: 'Time', value: (row) => row.createTime },
  { title: 'User', value: (row) => row.userName },
  { title: 'Event', value: (row) => row.event },
  { title: 'Success', value: (row) => row.success },
  { title: 'Reason', value: (row) => row.reason },
  { title: 'Address', value: (row) => row.ip },
  { title: 'Client', value: (row) => row.userAgent },
];

const rightsColumns: Array<ExportColumn<RightsChangeRow>> = [
  { title: 'Time', value: (row) => row.createTime },
  { title: 'Kind', value: (row) => row.kind },
  { title: 'Subject', value: (row) => row.subject },
  { title: 'Given', value: (row) => row.added.join(' ') },
  { title: 'Taken', value: (row) => row.removed.join(' ') },
  { title: 'Application', value: (row) => row.appCode },
  { title: 'User', value: (row) => row.userName },
  { title: "User's tenant", value: (row) => row.userTenant },
  { title: 'Cause', value: (row) => row.cause },
  { title: 'Address', value: (row) => row.ip },
  { title: 'Request', value: (row) => row.requestId },
];

interface Entries {
  get(id: number): Promise<unknown>;
  remove(ids: readonly number[]): Promise<number>;
  clear(before?: string): Promise<number>;
}

/** Both logs let an operator read one entry, remove some, and empty the log. */
function entryRoutes(
  contracts: typeof operationLogContracts | typeof loginLogContracts,
  name: string,
  records: Entries,
): Route[] {
  const { get, clear, remove } = contracts;
  const response: TSchema = get.schema.response;
  return [
    defineRoute({
      ...get,
      schema: { params: get.schema.params, response },
      handler: (ctx) => records.get(ctx.params.id),
    }),
    defineRoute({
      ...clear,
      schema: { query: clear.schema.query, response: clear.schema.response },
      audit: `Empty the ${name}`,
      handler: async ({ query }) => ({ changed: await records.clear(query.before) }),
    }),
    defineRoute({
      ...remove,
      audit: `Remove entries of the ${name}`,
      handler: async (ctx) => ({ changed: await records.remove(idsOf(ctx.params.ids)) }),
    }),
  ];
}

/** `/system/operLog`. (design 2.2) */
export function operationLogRoutes(records: OperationRecords): Route[] {
  return [
    ...keyedListRoutes({
      contracts: operationLogContracts,
      exported: 'the operation log',
      file: 'operations',
      columns: operationColumns,
      rows: records,
    }),
    ...entryRoutes(operationLogContracts, 'operation log', records),
  ];
}

/** `/system/loginLog`. (design 2.2) */
export function loginLogRoutes(records: LoginRecords): Route[] {
  return [
    ...keyedListRoutes({
      contracts: loginLogContracts,
      exported: 'the login log',
      file: 'logins',
      columns: loginColumns,
      rows: records,
    }),
    ...entryRoutes(loginLogContracts, 'login log', records),
  ];
}

/** `/system/rightsLog`: nothing there removes an entry. (design 11.7) */
export function rightsLogRoutes(records: RightsRecords): Route[] {
  return [
    ...listRoutes({
      contracts: rightsLogContracts,
      exported: 'the changes of rights',
      file: 'rights',
      columns: rightsColumns,
      rows: records,
    }),
    defineRoute({ ...rightsLogContracts.get, handler: (ctx) => records.get(ctx.params.id) }),
  ];
}
