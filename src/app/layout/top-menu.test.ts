import { flushPromises } from '@vue/test-utils';
import { beforeEach, expect, it } from 'vitest';
import { h } from 'vue';
import { usePreferencesStore } from '@/shared/preferences';
import { menuNode } from '../menus/testing/menu-node.ts';
import { mountFrame } from '../testing/mount-frame.ts';
import TopMenu from './TopMenu.vue';

beforeEach(() => localStorage.clear());

it('design 15.7: the menu in a line opens pages, and the pages of a directory', async () => {
  const menus = [
    menuNode({ menuKey: 'host:tasks', name: 'Tasks', path: '/tasks' }),
    menuNode({
      menuKey: 'host:people',
      name: 'People',
      path: '/people',
      type: 'M',
      children: [menuNode({ menuKey: 'host:users', name: 'Users', path: 'users' })],
    }),
  ];
  const { wrapper, router } = await mountFrame(() => h(TopMenu), {
    menus,
    before: () => (usePreferencesStore().favourites = ['host:tasks']),
  });
  expect(wrapper.findAll('li').map((entry) => entry.text())).toEqual([
    'Dashboard',
    'Favourites',
    'Tasks',
    'People',
  ]);
  await wrapper.get('[aria-label=People]').trigger('click');
  const [users] = document.querySelectorAll<HTMLElement>('[role=menuitem]');
  expect(users?.textContent).toBe('Users');
  users?.click();
  await flushPromises();
  expect(router.currentRoute.value.path).toBe('/people/users');
  expect(wrapper.get('[aria-label=People]').classes()).toContain('top-menu__directory--current');
});
