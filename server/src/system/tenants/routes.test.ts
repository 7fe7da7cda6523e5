import type { Ctx } from '@platform/plugin-sdk/web';
import { expect, it } from 'vitest';
import type { Edits } from '../shared/edits.ts';
import { tenantRoutes } from './routes.ts';
import type { TenantRecords } from './tenant-records.ts';

it('tenants are no business of another tenant, whatever its users may do', async () => {
  const ctx = { user: { tenantId: '000001' }, params: {}, query: {}, body: {} } as unknown as Ctx;
  const routes = tenantRoutes({} as TenantRecords, {} as Edits);
  expect(routes).toHaveLength(7);
  for (const route of routes)
    await expect((async () => route.handler(ctx))()).rejects.toMatchObject({ code: 'PLATFORM_TENANT_ONLY' });
});
