import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import Rights from './rights.vue';

const menu = { menuId: 1, parentId: 0, menuKey: 'host:dictionaries', menuName: 'Dictionaries' };

/** Answers with the menus that name permissions; all else is the list's. */
function withMenus(list: (path: string, query: never, options: never) => Promise<unknown>) {
  const answer = async (path: string, query: never, options: never) =>
    path === '/system/menu/grantable'
      ? { total: 1, rows: [{ ...menu, perms: 'system:dict:list' }] }
      : list(path, query, options);
  return answer as never;
}

it('is narrowed to a week, and to the time of the address', async () => {
  const list = vi.fn(async (_path: string, _query: { beginTime?: string }) => ({ total: 0, rows: [] }));
  const http = { list: withMenus(list) };
  const open = (at: string) => mountPage(Rights, { messages: { security: messages }, at, http });
  const { page, router } = await open('/security/rights');
  await vi.waitFor(() => expect(list).toHaveBeenCalledOnce());
  const days = (Date.now() - Date.parse(list.mock.lastCall?.[1].beginTime ?? '')) / 86_400_000;
  expect(days).toBeCloseTo(7, 2);
  await page
    .findAll('button')
    .find((button) => button.text() === 'Show all time')
    ?.trigger('click');
  await flushPromises();
  await vi.waitFor(() => expect(list).toHaveBeenCalledTimes(2));
  expect(list.mock.lastCall?.[1]).not.toHaveProperty('beginTime');
  expect(router.currentRoute.value.query).toEqual({ range: 'all' });
  page.unmount();
});

it('says states and reaches in words, and names permissions where the person knows them', async () => {
  const row = { createTime: new Date().toISOString(), userName: 'admin', removed: [] };
  const rows = [
    { ...row, entryId: 1, kind: 'role-data', subject: 'clerk', added: ['chosen', 'department Sales'] },
    { ...row, entryId: 2, kind: 'tenant-state', subject: 'acme', added: ['until 2030-01-01'] },
    { ...row, entryId: 3, kind: 'role-permissions', subject: 'clerk', added: ['system:dict:list'] },
    { ...row, entryId: 4, kind: 'script-token', subject: 'ci', added: ['mall:order:list'] },
  ];
  const list = vi.fn(async () => ({ total: rows.length, rows: rows as never[] }));
  const { page } = await mountPage(Rights, {
    messages: { security: messages },
    at: '/security/rights',
    http: { list: withMenus(list) },
  });
  await vi.waitFor(() => expect(page.findAll('.added')).toHaveLength(4));
  expect(page.findAll('.added').map((cell) => cell.text())).toEqual([
    '+ chosen departments, department Sales',
    '+ until 2030-01-01',
    '+ Dictionaries',
    '+ mall:order:list',
  ]);
  page.unmount();
});
