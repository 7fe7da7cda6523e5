import { createPinia, setActivePinia } from 'pinia';
import { expect, it } from 'vitest';
import { nextTick, ref } from 'vue';
import { withinSetup } from '@/shared/testing/within-setup';
import { useTabsStore } from './tabs-store.ts';
import { useTabScroll } from './use-tab-scroll.ts';

it('design 15.7: a page is where it was left, and a page that is opened begins at its top', async () => {
  setActivePinia(createPinia());
  const tabs = useTabsStore();
  for (const key of ['/', '/a', '/b']) tabs.open({ key, fullPath: key, cache: true });
  const element = document.createElement('div');
  const key = ref('/a');
  const { unmount } = withinSetup(() => useTabScroll(ref(element), key));
  async function show(next: string) {
    key.value = next;
    await nextTick();
    await nextTick();
  }

  element.scrollTop = 300;
  await show('/b');
  expect(element.scrollTop).toBe(0);
  element.scrollTop = 40;
  await show('/a');
  expect(element.scrollTop).toBe(300);
  await show('/b');
  expect(element.scrollTop).toBe(40);

  tabs.close(['/a']);
  await show('/');
  await show('/a');
  expect(element.scrollTop).toBe(0);
  unmount();
});
