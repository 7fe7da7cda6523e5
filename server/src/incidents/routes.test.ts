import type { IncidentRecord } from '@platform/host-api';
import type { Ctx } from '@platform/plugin-sdk/web';
import { expect, it, vi } from 'vitest';
import type { IncidentStore } from './incident-store.ts';
import { incidentRoutes } from './routes.ts';

const incident = { incidentId: 1, message: 'secret', requestId: 'r1', host: 'one', suspects: [{}] };

const store = {
  find: vi.fn(async () => incident as unknown as IncidentRecord),
  list: vi.fn(async () => ({ total: 1, rows: [incident as unknown as IncidentRecord] })),
};
const [list, get] = incidentRoutes(store as unknown as IncidentStore, () => ['crm']);

const ctx = (tenantId: string): Ctx =>
  ({ tenantId, params: { incidentId: 1 }, query: {}, page: {} }) as unknown as Ctx;

it('shows a tenant the incidents of its applications only, without what concerns others', async () => {
  const shown = { incidentId: 1, message: '', requestId: null, host: '', suspects: [] };
  expect(await get?.handler(ctx('000001'))).toEqual(shown);
  expect(store.find).toHaveBeenLastCalledWith(1, ['crm']);
  expect(await list?.handler(ctx('000001'))).toEqual({ total: 1, rows: [shown] });
  expect(store.list).toHaveBeenLastCalledWith({}, ['crm'], {});
});

it('shows the platform all incidents as they are', async () => {
  expect(await get?.handler(ctx('000000'))).toEqual(incident);
  expect(store.find).toHaveBeenLastCalledWith(1, undefined);
  expect(await list?.handler(ctx('000000'))).toEqual({ total: 1, rows: [incident] });
  expect(store.list).toHaveBeenLastCalledWith({}, undefined, {});
});
