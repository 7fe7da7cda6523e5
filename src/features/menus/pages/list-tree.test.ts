import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { buttonOf, chooseInRow, openRowMenu, submitDrawer } from '@/shared/testing/page-actions.ts';
import type { Menu } from '../api/menus-api.ts';
import messages from '../i18n/en-US.ts';
import Menus from './list.vue';

const menu = (menuId: number, parentId: number, menuType: Menu['menuType'], menuName: string, more = {}) =>
  ({
    ...{ menuId, parentId, menuType, menuName, orderNum: menuId, menuKey: `host:${menuId}`, menuNames: {} },
    ...{ path: `p${menuId}`, component: null, perms: null, icon: null, appCode: null, status: 1 },
    ...{ visible: true, ...more },
  }) as unknown as Menu;
const system = menu(1, 0, 'M', 'System');
const users = menu(2, 1, 'C', 'Users', { component: 'host:system/users' });
const addUser = menu(3, 2, 'F', 'Add user', { perms: 'system:user:add' });
const reports = menu(4, 0, 'C', 'Reports', { visible: false });
const notes = menu(5, 0, 'C', 'Notes', { appCode: 'hello', status: 0 });
const all = ['edit', 'add', 'remove'].map((right) => `system:menu:${right}`);

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown({ permissions = all, query = '' } = {}) {
  const rows = [system, users, addUser, reports, notes];
  const http = {
    put: vi.fn(async (_path: string, _change: object) => undefined),
    post: vi.fn(async (_path: string, _menu: object) => ({ menuId: 9 })),
    delete: vi.fn(async (_path: string) => ({ removed: 1 })),
    list: vi.fn(async () => ({ total: rows.length, rows })),
  };
  const mounted = await mountPage(Menus, {
    messages: { menus: messages },
    permissions,
    http: http as never,
    at: `/system/menus${query}`,
  });
  unmount = () => mounted.page.unmount();
  const { page } = mounted;
  const line = (id: number) => page.get(`[data-line="host:${id}"]`);
  const ids = () => page.findAll('tbody tr').map((row) => Number(row.attributes('data-line')?.slice(5)));
  return { ...mounted, http, line, ids };
}

it('opens directories at first, and pages where somebody unfolds them', async () => {
  const { page, ids } = await shown();
  expect(ids()).toEqual([1, 2, 4, 5]);
  await page.get('[aria-label="Unfold Users"]').trigger('click');
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
  await page.get('[aria-label="Fold System"]').trigger('click');
  expect(ids()).toEqual([1, 4, 5]);
});

it('unfolds and folds all at once', async () => {
  const { page, ids } = await shown();
  await buttonOf(page, 'Unfold all')?.trigger('click');
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
  await buttonOf(page, 'Fold all')?.trigger('click');
  expect(ids()).toEqual([1, 4, 5]);
});

it('finds by any part, also in capitals, opens what it finds, and lets nothing move meanwhile', async () => {
  const { ids, line } = await shown({ query: '?name=SYSTEM:user:ADD' });
  expect(ids()).toEqual([1, 2, 3]);
  expect(line(2).attributes('draggable')).toBe('false');
  unmount?.();
  const named = await shown({ query: '?name=reports' });
  expect(named.ids()).toEqual([4]);
  unmount?.();
  const { page } = await shown({ query: '?name=host:' });
  expect([...(await openRowMenu(page, 'System')).keys()].join()).not.toContain(messages.down);
});

it.each([
  ['host', [1, 2, 4]],
  ['hello', [5]],
])('lists what belongs to %s', async (owner, found) => {
  const { ids } = await shown({ query: `?owner=${owner}` });
  expect(ids()).toEqual(found);
});

it('says so where nothing matches', async () => {
  const { page } = await shown({ query: '?name=nowhere' });
  expect(page.text()).toContain(messages.none);
});

it('shows where a menu leads, whose it is, and that it is hidden or disabled', async () => {
  const { line } = await shown();
  const text = (id: number) => line(id).text();
  expect(text(2)).toContain('host:system/users');
  expect(text(2)).toContain(messages.ofHost);
  expect(text(2)).not.toContain(messages.hidden);
  expect(text(4)).toContain(messages.hidden);
  expect(text(5)).toContain(messages.disabled);
  expect(text(5)).toContain('hello');
});

it('offers to move up and down, but the first not up and the last not down', async () => {
  const { page } = await shown();
  const first = [...(await openRowMenu(page, 'System')).keys()].join();
  expect(first).toContain(messages.down);
  expect(first).not.toContain(messages.up);
  unmount?.();
  const again = await shown();
  const last = [...(await openRowMenu(again.page, 'Notes')).keys()].join();
  expect(last).toContain(messages.up);
  expect(last).not.toContain(messages.down);
});

it('moves a menu into the one before by keyboard, and by dragging it there', async () => {
  const { http, line } = await shown();
  await line(4).trigger('keydown', { key: 'ArrowRight', altKey: true });
  await flushPromises();
  expect(http.put).toHaveBeenLastCalledWith('/system/menu/move', { menuId: 4, parentId: 1 });
  await line(4).trigger('dragstart');
  await line(1).trigger('dragover');
  await line(1).trigger('drop');
  await flushPromises();
  expect(http.put).toHaveBeenCalledTimes(2);
  expect(http.put.mock.lastCall?.[1]).toMatchObject({ menuId: 4 });
});

it('lists a hidden menu again, and says so', async () => {
  const { page, http, notices } = await shown();
  await chooseInRow(page, 'Reports', messages.show);
  expect(http.put).toHaveBeenCalledExactlyOnceWith('/system/menu', { menuId: 4, visible: true });
  expect(notices.shown.value[0]?.text).toBe('Reports is listed.');
});

it('removes a menu at once, and the lists follow', async () => {
  const { page, http, notices, refreshApps } = await shown();
  await chooseInRow(page, 'Reports', messages.remove.short);
  expect(http.delete).toHaveBeenCalledExactlyOnceWith('/system/menu/4');
  expect(notices.shown.value[0]?.text).toBe('Reports is removed.');
  expect(http.list).toHaveBeenCalledTimes(2);
  expect(refreshApps.count.value).toBe(1);
});

it.each([
  ['System', messages.hasChildren],
  ['Notes', messages.notRemovable],
])('does not remove %s, and says why', async (name, why) => {
  const { page } = await shown();
  const items = await openRowMenu(page, name);
  const remove = [...items].find(([label]) => label.startsWith(messages.remove.short))?.[1];
  expect(remove?.getAttribute('aria-disabled') ?? remove?.hasAttribute('disabled')).toBeTruthy();
  expect(document.body.textContent).toContain(why);
});

it.each([
  ['Users', true],
  ['Add user', false],
  ['Notes', false],
])('offers to add something below %s: %s', async (name, offered) => {
  const { page } = await shown();
  await buttonOf(page, 'Unfold all')?.trigger('click');
  expect((await openRowMenu(page, name)).has(messages.addBelow)).toBe(offered);
});

it.each([
  [[], []],
  [['system:menu:add'], [messages.addMenu]],
  [['system:role:query'], []],
  [['system:role:list', 'system:role:query'], [messages.preview.open]],
])('offers with %j: %j', async (permissions, offered) => {
  const { page } = await shown({ permissions });
  for (const text of [messages.addMenu, messages.preview.open])
    expect(buttonOf(page, text) !== undefined, text).toBe(offered.includes(text));
});

it('adds a button below the page it was asked from, says so, and lists anew', async () => {
  const { page, http, notices, refreshApps } = await shown();
  await chooseInRow(page, 'Users', messages.addBelow);
  await submitDrawer('Remove user', 'users:remove', '', 'system:user:remove');
  await vi.waitFor(() => expect(http.post).toHaveBeenCalledOnce());
  expect(http.post.mock.calls[0]?.[1]).toMatchObject({ menuType: 'F', parentId: 2 });
  await vi.waitFor(() => expect(notices.shown.value[0]?.text).toBe('Remove user is saved.'));
  expect(http.list).toHaveBeenCalledTimes(2);
  expect(refreshApps.count.value).toBe(1);
});
