import { flushPromises } from '@vue/test-utils';
import { beforeEach, expect, it } from 'vitest';
import { h } from 'vue';
import { usePreferencesStore } from '@/shared/preferences';
import { menuNode } from '../menus/testing/menu-node.ts';
import { mountFrame } from '../testing/mount-frame.ts';
import PageStar from './PageStar.vue';
import SideMenu from './SideMenu.vue';

beforeEach(() => localStorage.clear());

it('design 15.7: the star of a page puts it to the top of the menu, and takes it off', async () => {
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
  const { wrapper, router } = await mountFrame(
    () => h('div', [h(PageStar), h(SideMenu, { folded: false })]),
    {
      menus,
    },
  );
  const rows = () => wrapper.findAll('nav li').map((row) => row.text());
  expect(wrapper.find('.star').exists()).toBe(false);
  expect(rows()).toEqual(['Dashboard', 'Tasks', 'People']);

  await router.push('/people/users');
  await flushPromises();
  const star = wrapper.get('.star');
  expect(star.attributes('aria-pressed')).toBe('false');
  await star.trigger('click');
  expect(rows()).toEqual(['Dashboard', 'Favourites', 'Users', 'Tasks', 'People', 'Users']);
  expect(usePreferencesStore().favourites).toEqual(['host:users']);
  await wrapper.findAll('nav li button')[0]?.trigger('click');
  expect(rows()).toEqual(['Dashboard', 'Favourites', 'Tasks', 'People', 'Users']);
  await star.trigger('click');
  expect(rows()).toEqual(['Dashboard', 'Tasks', 'People', 'Users']);
});
