import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import {
  Changed,
  contract,
  exportQuery,
  Nothing,
  nullableText,
  optionalText,
  Password,
  SeenTime,
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

const codes = (pattern: string) =>
  Type.Array(Type.String({ pattern, maxLength: 100 }), { maxItems: 1000, uniqueItems: true });

const limit = (description: string) =>
  Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, description }));

const limits = {
  maxUsers: limit('Users that the tenant may have; null: any number'),
  maxStorage: limit('Bytes that its files may take; null: without a limit'),
  applications: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', pattern: '^[a-z][a-z0-9-]*$', maxLength: 64 },
      maxItems: 1000,
      uniqueItems: true,
      description: 'Applications that it may install and enable; null: all',
    }),
  ),
  excludedMenus: Type.Optional(codes('^host:')),
};

const details = {
  contactName: optionalText(50),
  contactPhone: optionalText(30),
  expireTime,
  remark: optionalText(500),
  ...limits,
};

export const TenantSchema = Type.Object({
  tenantId: Type.String(),
  name: Type.String(),
  contactName: nullableText(),
  contactPhone: nullableText(),
  status: Status,
  expireTime: nullableText(),
  maxUsers: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  maxStorage: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  applications: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  excludedMenus: Type.Array(Type.String(), { description: 'Menus of the host that it lacks' }),
  remark: nullableText(),
  createTime: Time,
  updateTime: Time,
});

export const TenantUsageSchema = Type.Object({
  users: Type.Integer(),
  roles: Type.Integer(),
  storage: Type.Integer({ description: 'Bytes of stored files' }),
  applications: Type.Array(Type.String({ description: 'Codes of those that are installed' })),
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
    summary: 'The list of tenants as CSV or XLSX',
    schema: { query: exportQuery(TenantFilterSchema) },
    produces: 'text/csv',
  }),
  get: contract({
    method: 'GET',
    url: '/system/tenant/:tenantId',
    auth: 'system:tenant:query',
    summary: 'A tenant',
    schema: { params: oneTenant, response: TenantSchema },
  }),
  usage: contract({
    method: 'GET',
    url: '/system/tenant/:tenantId/usage',
    auth: 'system:tenant:query',
    summary: 'How much of its limits a tenant uses, and what its removal would take away',
    schema: { params: oneTenant, response: TenantUsageSchema },
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
        updateTime: SeenTime,
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
export type TenantUsage = DataOf<typeof TenantUsageSchema>;
export type TenantFilter = DataOf<typeof TenantFilterSchema>;
