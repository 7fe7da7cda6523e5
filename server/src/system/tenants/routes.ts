import { tenantContracts } from '@platform/host-api';
import { defineRoute, forPlatformTenant, type Route } from '../../kernel/index.ts';
import { sendExport } from '../shared/exports/index.ts';
import type { Edits } from '../shared/edits.ts';
import type { TenantRecords, TenantRow } from './tenant-records.ts';

const columns = [
  { title: 'Tenant', value: (row: TenantRow) => row.tenantId },
  { title: 'Name', value: (row: TenantRow) => row.name },
  { title: 'Enabled', value: (row: TenantRow) => row.status === 1 },
  { title: 'Expires', value: (row: TenantRow) => row.expireTime },
  { title: 'Created', value: (row: TenantRow) => row.createTime },
] as const;

/** `/system/tenant`. (design 2.2) */
export function tenantRoutes(tenants: TenantRecords, edits: Edits): Route[] {
  return [
    defineRoute({
      ...tenantContracts.list,
      handler: (ctx) => forPlatformTenant(ctx, () => tenants.list(ctx.query, ctx.page)),
    }),
    defineRoute({
      ...tenantContracts.export,
      audit: 'Export tenants',
      handler: (ctx) =>
        forPlatformTenant(ctx, () =>
          sendExport(ctx, { file: 'tenants', columns, batches: tenants.export(ctx.query, ctx.page) }),
        ),
    }),
    defineRoute({
      ...tenantContracts.get,
      handler: (ctx) => forPlatformTenant(ctx, () => tenants.get(ctx.params.tenantId)),
    }),
    defineRoute({
      ...tenantContracts.usage,
      handler: (ctx) => forPlatformTenant(ctx, () => tenants.usage(ctx.params.tenantId)),
    }),
    defineRoute({
      ...tenantContracts.add,
      audit: 'Add a tenant',
      handler: (ctx) =>
        forPlatformTenant(ctx, () => {
          ctx.reply.header('cache-control', 'no-store');
          return tenants.create(ctx.body);
        }),
    }),
    defineRoute({
      ...tenantContracts.edit,
      audit: 'Change a tenant',
      handler: (ctx) =>
        forPlatformTenant(ctx, () => {
          const { updateTime, ...change } = ctx.body;
          const { tenantId } = change;
          return edits.run(
            'sys_tenant',
            { id: tenantId, seen: updateTime, shown: () => tenants.get(tenantId) },
            () => tenants.update(change),
          );
        }),
    }),
    defineRoute({
      ...tenantContracts.remove,
      audit: 'Remove tenants',
      handler: (ctx) =>
        forPlatformTenant(ctx, async () => ({
          changed: await tenants.remove([...new Set(ctx.params.tenantIds.split(','))]),
        })),
    }),
  ];
}
