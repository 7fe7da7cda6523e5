import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { h, ref, shallowRef } from 'vue';
import { usePreferencesStore } from '@/shared/preferences';
import { menuNode } from '../menus/testing/menu-node.ts';
import { mountFrame } from '../testing/mount-frame.ts';
import CommandPalette from './CommandPalette.vue';
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The palette over two pages and an application, with a list of users that has `users`. */
async function palette(users: readonly string[], typed = '', remotes?: object) {
  const list = vi.fn(async (url: string) => ({
    rows:
      url === '/system/user/list'
        ? users.map((userName, userId) => ({ userId, userName, nickName: userName }))
        : [],
    total: 0,
  }));
  const open = ref(true);
  const menus = [
    menuNode({ menuKey: 'host:users', name: 'Users', path: '/users', component: 'host:system/users' }),
    menuNode({ menuKey: 'host:tasks', name: 'Tasks', path: '/tasks' }),
    menuNode({
      menuKey: 'hello:root',
      name: 'Hello',
      path: '/hello',
      type: 'M',
      children: [menuNode({ menuKey: 'hello:items', name: 'Items', path: 'items', appCode: 'hello' })],
    }),
  ];
  const { wrapper, router } = await mountFrame(
    () =>
      h(CommandPalette, {
        modelValue: open.value,
        typed,
        'onUpdate:modelValue': (to: boolean) => (open.value = to),
      }),
    {
      menus,
      http: { list },
      ...(remotes && { remotes }),
      permissions: ['system:user:list'],
      before: () => (usePreferencesStore().recentPages = ['host:tasks', 'gone']),
    },
  );
  const field = wrapper.get<HTMLInputElement>('[role=combobox]');
  return {
    wrapper,
    router,
    list,
    field,
    groups: () => wrapper.findAll('[role=group] > p').map((head) => head.text()),
    options: () => wrapper.findAll('[role=option]').map((option) => option.text()),
    selected: () => wrapper.get('[aria-selected=true]').text(),
    answered: () => vi.advanceTimersByTimeAsync(500),
  };
}

it('design 15.6: offers what was opened last, pages, applications and actions with their keys', async () => {
  const { groups, options } = await palette([]);
  expect(groups()).toEqual(['Opened last', 'Pages', 'Applications', 'Actions']);
  expect(options()[0]).toBe('Tasks');
  expect(options()).toContain('HelloOpen');
  expect(options()).toContain('Help?');
});

it('finds records behind what is known, and their arrival does not move what Enter opens', async () => {
  const { field, groups, selected, answered, router, options } = await palette(['users-of-all'], 'users');
  expect(selected()).toBe('Users');
  await answered();
  expect(groups()).toEqual(['Pages', 'Records']);
  expect(options().at(-1)).toBe('users-of-allUser');
  expect(selected()).toBe('Users');
  await field.trigger('keydown', { key: 'ArrowUp' });
  expect(selected()).toBe('users-of-allUser');
  expect(field.attributes('aria-activedescendant')).toBe(document.querySelector('[aria-selected=true]')?.id);
  await field.trigger('keydown', { key: 'Enter' });
  await flushPromises();
  expect(router.currentRoute.value.fullPath).toBe('/users?name=users-of-all');
});

it('names lists that did not answer in time, and says that nothing is found only after the search', async () => {
  const { field, wrapper, answered, list } = await palette([]);
  list.mockImplementation(() => new Promise(() => undefined));
  await field.setValue('zzz');
  expect(wrapper.text()).not.toContain('Nothing is called that');
  await answered();
  expect(wrapper.text()).toContain('Nothing is called that');
  expect(wrapper.text()).toContain('no answer in time: User');
});

it('offers commands of applications to those who may run them', async () => {
  const command = (id: string, permission?: string) => ({
    app: 'hello',
    id,
    title: id,
    permission,
    run: vi.fn(),
  });
  const commands = shallowRef([
    command('Open to all'),
    command('Allowed', 'system:user:list'),
    command('Forbidden', 'hello:item:add'),
  ]);
  const { options } = await palette([], '', { commands, nameOf: () => 'Greetings' });
  const offered = options().filter((option) => option.endsWith('Greetings'));
  expect(offered).toEqual(['Open to allGreetings', 'AllowedGreetings']);
});
