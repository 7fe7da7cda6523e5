import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { chooseInRow, openRowMenu } from '@/shared/testing/page-actions.ts';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { Menu } from '../api/menus-api.ts';
import messages from '../i18n/en-US.ts';
import Menus from './list.vue';

const menu = (menuId: number, orderNum: number, menuName: string): Menu =>
  ({
    ...{ menuId, orderNum, menuName, menuKey: `host:custom:${menuId}`, menuNames: {}, parentId: 0 },
    ...{ menuType: 'C', path: `p${menuId}`, perms: null, icon: null, appCode: null, visible: true },
  }) as unknown as Menu;

async function shown(permissions = ['system:menu:edit']) {
  const rows = [menu(1, 1, 'One'), menu(2, 2, 'Two'), menu(3, 3, 'Three')];
  const put = vi.fn(async (_path: string, _change: object) => undefined);
  const mounted = await mountPage(Menus, {
    messages: { menus: messages },
    permissions,
    http: { put, list: async () => ({ total: rows.length, rows: [...rows] }) } as never,
    at: '/system/menus',
  });
  const names = () => mounted.page.findAll('tbody tr').map((line) => line.attributes('data-line'));
  const up = (id: number) =>
    mounted.page.get(`[data-line="host:custom:${id}"]`).trigger('keydown', { key: 'ArrowUp', altKey: true });
  return { ...mounted, put, rows, names, up };
}

it('two quick moves go two places up, one after the other', async () => {
  const { page, put, rows, names, up } = await shown();
  const sent = Promise.withResolvers<undefined>();
  put.mockReturnValueOnce(sent.promise);
  void up(3);
  void up(3);
  await flushPromises();
  expect(put.mock.calls).toEqual([['/system/menu/move', { menuId: 3, parentId: 0, before: 2 }]]);
  rows.splice(0, 3, menu(1, 1, 'One'), menu(3, 2, 'Three'), menu(2, 3, 'Two'));
  sent.resolve(undefined);
  await flushPromises();
  expect(put.mock.calls.slice(1)).toEqual([['/system/menu/move', { menuId: 3, parentId: 0, before: 1 }]]);
  expect(names()).toEqual(['host:custom:1', 'host:custom:3', 'host:custom:2']);
  page.unmount();
});

it('moves nothing above the first, and nothing for people who may not change menus', async () => {
  const { page, put, up } = await shown();
  await up(1);
  await flushPromises();
  expect(put).not.toHaveBeenCalled();
  page.unmount();
  const reader = await shown([]);
  await reader.up(3);
  await flushPromises();
  expect(reader.put).not.toHaveBeenCalled();
  reader.page.unmount();
});

it('hides a menu once, says so, and refreshes the side menu', async () => {
  const { page, put, notices, refreshApps } = await shown();
  const held = Promise.withResolvers<undefined>();
  put.mockReturnValue(held.promise);
  for (const _ of [1, 2]) await chooseInRow(page, 'Two', messages.hide);
  held.resolve(undefined);
  await flushPromises();
  expect(put.mock.calls).toEqual([['/system/menu', { menuId: 2, visible: false }]]);
  expect(notices.shown.value.map(({ tone }) => tone)).toEqual(['good']);
  expect(refreshApps.count.value).toBe(1);
  page.unmount();
});

it('tells why a menu cannot be moved, and moves the next one', async () => {
  const { page, put, notices, up } = await shown();
  put.mockRejectedValueOnce(new Error('It is gone.'));
  await up(3);
  await up(2);
  await flushPromises();
  expect(notices.shown.value.map(({ tone, text }) => [tone, text])).toEqual([['bad', 'It is gone.']]);
  expect(put).toHaveBeenCalledTimes(2);
  expect([...(await openRowMenu(page, 'One')).keys()]).not.toContain(messages.up);
  page.unmount();
});

it('tells screen readers how many menus a search has found', async () => {
  const { page } = await shown();
  const said = () => page.get('.menus > [role=status]').text();
  await page.get('.menus__bar input').setValue('thr');
  await vi.waitFor(() => expect(said()).toBe('1 in total'));
  await page.get('.menus__bar input').setValue('nothing');
  await vi.waitFor(() => expect(said()).toBe('0 in total'));
  page.unmount();
});

it('calls the application of a menu by its name', async () => {
  const shipped = { ...menu(1, 1, 'Items'), appCode: 'hello' };
  const installed = { appCode: 'hello', name: 'Greetings' };
  const { page } = await mountPage(Menus, {
    messages: { menus: messages },
    permissions: ['app:install:list'],
    http: {
      list: async (path: string) => ({
        total: 1,
        rows: path === '/app/install/list' ? [installed] : [shipped, menu(2, 2, 'Own')],
      }),
    } as never,
    at: '/system/menus',
  });
  const owners = page.findAll('tbody tr').map((line) => line.text());
  expect(owners[0]).toContain('Greetings');
  expect(owners[1]).toContain('The platform');
  page.unmount();
});
