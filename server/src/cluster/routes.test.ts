import type { Ctx } from '@platform/plugin-sdk/web';
import { expect, it, vi } from 'vitest';
import type { NodeRegistry } from './node-registry.ts';
import { nodeRoutes } from './routes.ts';

const setDraining = vi.fn(async () => undefined);
const list = vi.fn(async () => [1, 2, 3]);
const routes = nodeRoutes({ list, setDraining } as unknown as NodeRegistry);
const ctx = (tenantId: string): Ctx =>
  ({ user: { tenantId }, params: { nodeId: 'n1' }, page: { pageNum: 2, pageSize: 1 } }) as unknown as Ctx;

it('the hosts are no business of a tenant', async () => {
  for (const route of routes)
    await expect((async () => route.handler(ctx('000001')))()).rejects.toMatchObject({ status: 403 });
  expect([list.mock.calls, setDraining.mock.calls]).toEqual([[], []]);
});

it('the platform lists them in pages, takes one out of service and returns it', async () => {
  const [page] = await Promise.all(routes.map(async (route) => route.handler(ctx('000000'))));
  expect(page).toEqual({ total: 3, rows: [2] });
  expect(setDraining.mock.calls).toEqual([
    ['n1', true],
    ['n1', false],
  ]);
});
