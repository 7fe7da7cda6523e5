import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import Users from './users.vue';

it('shows the list once it is known whether departments stand beside it, so that it does not move', async () => {
  const depts = Promise.withResolvers<object[]>();
  const { page } = await mountPage(Users, {
    messages: { system: messages },
    at: '/system/users',
    http: {
      get: vi.fn(() => depts.promise) as never,
      list: vi.fn(async () => ({ total: 0, rows: [] })),
    },
  });
  await flushPromises();
  expect(page.get('.users').classes()).toContain('users--waiting');
  depts.resolve([{ deptId: 1, parentId: 0, deptName: 'Sales' }]);
  await flushPromises();
  expect(page.get('.users').classes()).toEqual(['users', 'users--beside']);
  page.unmount();
});
