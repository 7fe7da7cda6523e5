import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { h } from 'vue';
import { useTabsStore } from '../tabs/tabs-store.ts';
import { mountFrame } from '../testing/mount-frame.ts';
import UserMenu from './UserMenu.vue';

it('a logout forgets the open tabs first, which may be those of another person next', async () => {
  let tabs!: ReturnType<typeof useTabsStore>;
  const logout = vi.fn(async () => expect(tabs.tabs).toEqual([]));
  const { wrapper } = await mountFrame(() => h(UserMenu), {
    sessionService: { logout },
    before: () => {
      tabs = useTabsStore();
      tabs.open({ key: '/page', fullPath: '/page' } as never);
    },
  });
  expect(tabs.tabs).toHaveLength(1);
  await wrapper.get('button').trigger('click');
  await flushPromises();
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].at(-1)?.click();
  await flushPromises();
  expect(logout).toHaveBeenCalledTimes(1);
  expect(tabs.tabs).toEqual([]);
  wrapper.unmount();
});
