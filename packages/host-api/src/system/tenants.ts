import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import {
  Changed,
  contract,
  Nothing,
  nullableText,
  optionalText,
  Password,
  Status,
  text,
  Time,
  type DataOf,
} from '../contract/index.ts';

const TenantId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$' });

const oneTenant = Type.Object({ tenantId: TenantId });

const expireTime = Type.Optional(
  Type.Unsafe<string | null>({ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }),
);

const details = {
  contactName: optionalText(50),
  contactPhone: optionalText(30),
  expireTime,
  remark: optionalText(500),
};

export const TenantSchema = Type.Object({
  tenantId: Type.String(),
  name: Type.String(),
  contactName: nullableText(),
  contactPhone: nullableText(),
  status: Status,
  expireTime: nullableText(),
  remark: nullableText(),
  createTime: Time,
});

export const TenantFilterSchema = Type.Object({
  tenantId: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  status: Type.Optional(Status),
});

export const tenantContracts = {
  list: contract({
    method: 'GET',
    url: '/system/tenant/list',
    auth: 'system:tenant:list',
    summary: 'Tenants',
    schema: { query: TenantFilterSchema, response: pageOf(TenantSchema) },
  }),
  export: contract({
    method: 'GET',
    url: '/system/tenant/export',
    auth: 'system:tenant:list',
    summary: 'The list of tenants as CSV, at most 10,000 rows',
    schema: { query: TenantFilterSchema },
    produces: 'text/csv',
  }),
  get: contract({
    method: 'GET',
    url: '/system/tenant/:tenantId',
    auth: 'system:tenant:query',
    summary: 'A tenant',
    schema: { params: oneTenant, response: TenantSchema },
  }),
  add: contract({
    method: 'POST',
    url: '/system/tenant',
    auth: 'system:tenant:add',
    summary: 'Add a tenant with its administrator',
    schema: {
      body: Type.Object({
        tenantId: TenantId,
        name: text(100),
        adminUserName: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.@-]{1,49}$' }),
        adminPassword: Type.Optional(Password),
        ...details,
      }),
      response: Type.Object({
        tenantId: Type.String(),
        adminUserName: Type.String(),
        adminPassword: Type.Optional(Type.String()),
      }),
    },
  }),
  edit: contract({
    method: 'PUT',
    url: '/system/tenant',
    auth: 'system:tenant:edit',
    summary: 'Change a tenant; disabling it ends its sessions',
    schema: {
      body: Type.Object({
        tenantId: TenantId,
        name: Type.Optional(text(100)),
        status: Type.Optional(Status),
        ...details,
      }),
      response: Nothing,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/tenant/:tenantIds',
    auth: 'system:tenant:remove',
    summary: 'Remove tenants that have no applications, with their users and roles',
    schema: {
      params: Type.Object({ tenantIds: Type.String({ pattern: '^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$' }) }),
      response: Changed,
    },
  }),
};

export type Tenant = DataOf<typeof TenantSchema>;
export type TenantFilter = DataOf<typeof TenantFilterSchema>;
