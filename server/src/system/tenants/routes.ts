import { defineRoute, forPlatformTenant, pageOf, Type, type Route } from '../../kernel/index.ts';
import { PASSWORD_MAX } from '../auth/password-policy.ts';
import { toCsv } from '../shared/csv.ts';
import { Changed, nullableText, optionalText, Status, text, Time } from '../shared/schemas.ts';
import type { TenantRecords, TenantRow } from './tenant-records.ts';

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

const TenantSchema = Type.Object({
  tenantId: Type.String(),
  name: Type.String(),
  contactName: nullableText(),
  contactPhone: nullableText(),
  status: Status,
  expireTime: nullableText(),
  remark: nullableText(),
  createTime: Time,
});

const TenantFilterSchema = Type.Object({
  tenantId: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  status: Type.Optional(Status),
});

const columns = [
  { title: 'Tenant', value: (row: TenantRow) => row.tenantId },
  { title: 'Name', value: (row: TenantRow) => row.name },
  { title: 'Enabled', value: (row: TenantRow) => row.status === 1 },
  { title: 'Expires', value: (row: TenantRow) => row.expireTime },
  { title: 'Created', value: (row: TenantRow) => row.createTime },
];

/** `/system/tenant`. (design 2.2) */
export function tenantRoutes(tenants: TenantRecords): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/system/tenant/list',
      auth: 'system:tenant:list',
      summary: 'Tenants',
      schema: { query: TenantFilterSchema, response: pageOf(TenantSchema) },
      handler: (ctx) => forPlatformTenant(ctx, () => tenants.list(ctx.query, ctx.page)),
    }),
    defineRoute({
      method: 'GET',
      url: '/system/tenant/export',
      auth: 'system:tenant:list',
      summary: 'The list of tenants as CSV, at most 10,000 rows',
      schema: { query: TenantFilterSchema },
      audit: 'Export tenants',
      handler: (ctx) =>
        forPlatformTenant(ctx, async () =>
          ctx.reply.file(
            toCsv(columns, await tenants.export(ctx.query, ctx.page)),
            'tenants.csv',
            'text/csv',
          ),
        ),
    }),
    defineRoute({
      method: 'GET',
      url: '/system/tenant/:tenantId',
      auth: 'system:tenant:query',
      summary: 'A tenant',
      schema: { params: oneTenant, response: TenantSchema },
      handler: (ctx) => forPlatformTenant(ctx, () => tenants.get(ctx.params.tenantId)),
    }),
    defineRoute({
      method: 'POST',
      url: '/system/tenant',
      auth: 'system:tenant:add',
      summary: 'Add a tenant with its administrator',
      schema: {
        body: Type.Object({
          tenantId: TenantId,
          name: text(100),
          adminUserName: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.@-]{1,49}$' }),
          adminPassword: Type.Optional(Type.String({ minLength: 1, maxLength: PASSWORD_MAX })),
          ...details,
        }),
        response: Type.Object({
          tenantId: Type.String(),
          adminUserName: Type.String(),
          adminPassword: Type.Optional(Type.String()),
        }),
      },
      audit: 'Add a tenant',
      handler: (ctx) =>
        forPlatformTenant(ctx, () => {
          ctx.reply.header('cache-control', 'no-store');
          return tenants.create(ctx.body);
        }),
    }),
    defineRoute({
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
      },
      audit: 'Change a tenant',
      handler: (ctx) => forPlatformTenant(ctx, () => tenants.update(ctx.body)),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/tenant/:tenantIds',
      auth: 'system:tenant:remove',
      summary: 'Remove tenants that have no applications, with their users and roles',
      schema: {
        params: Type.Object({ tenantIds: Type.String({ pattern: '^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$' }) }),
        response: Changed,
      },
      audit: 'Remove tenants',
      handler: (ctx) =>
        forPlatformTenant(ctx, async () => ({
          changed: await tenants.remove([...new Set(ctx.params.tenantIds.split(','))]),
        })),
    }),
  ];
}
