// @vitest-environment node
import { expect, it } from 'vitest';
import type { HttpClient } from '@/shared/http';
import { createTenantsApi } from './tenants-api.ts';

it('names the pages of the platform: no permissions within them, and none of an application', async () => {
  const rows = [
    { menuKey: 'host:users', appCode: null, menuType: 'C' },
    { menuKey: 'host:users:add', appCode: null, menuType: 'F' },
    { menuKey: 'hello:items', appCode: 'hello', menuType: 'C' },
  ];
  const http = { list: async () => ({ total: 3, rows }) } as unknown as HttpClient;
  const pages = await createTenantsApi(http).pages(new AbortController().signal);
  expect(pages.map(({ menuKey }) => menuKey)).toEqual(['host:users']);
});
