import { unsavedInputKey, useTabTitle } from '@platform/remote-app';
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { defineComponent, h, inject, watch } from 'vue';
import { createMemoryHistory, createRouter, useRoute } from 'vue-router';
import { usePage } from '@/shared/page';
import { tabOf } from '../tabs/use-route-tab.ts';
import { useTabsStore } from '../tabs/tabs-store.ts';
import PageOutlet from './PageOutlet.vue';

/** Two pages that stay alive; the first reports each part that its address has named. */
async function outlet() {
  const seen: unknown[] = [];
  const First = defineComponent({
    setup() {
      const route = useRoute();
      watch(
        () => route.query['tab'],
        (tab) => seen.push(tab),
        { immediate: true, flush: 'sync' },
      );
      return () => h('p', `${route.path} ${String(route.query['tab'])}`);
    },
  });
  const Second = defineComponent({
    setup() {
      const frame = usePage();
      useTabTitle('Drill 7');
      return () => h('p', `second ${frame.addressOf('/first')} ${frame.addressOf('/none')}`);
    },
  });
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/first', component: First, meta: { cache: true } },
      { path: '/second', component: Second, meta: { cache: true } },
    ],
  });
  const pinia = createPinia();
  setActivePinia(pinia);
  const tabs = useTabsStore();
  router.beforeResolve((to) => tabs.open(tabOf(to)));
  await router.push('/first?tab=history');
  const page = mount(PageOutlet, { global: { plugins: [pinia, router] } });
  await flushPromises();
  return { page, router, seen, tabs };
}

it('a page keeps the part that its address names while another page is shown', async () => {
  const { page, router, seen } = await outlet();
  await router.push('/second?tab=other');
  await flushPromises();
  expect(page.text()).toBe('second /first?tab=history /none');
  await router.push('/first?tab=history');
  await flushPromises();
  expect(page.text()).toBe('/first history');
  expect(seen).toEqual(['history']);
  page.unmount();
});

it('a page names its tab, which keeps the name while another is shown', async () => {
  const { page, router, tabs } = await outlet();
  await router.push('/second');
  await flushPromises();
  await router.push('/first');
  expect(tabs.tabs.map(({ key, title }) => [key, title])).toEqual([
    ['/first', undefined],
    ['/second', 'Drill 7'],
  ]);
  page.unmount();
});

it('a page follows its own address', async () => {
  const { page, router, seen } = await outlet();
  await router.replace('/first?tab=logs');
  await flushPromises();
  expect(page.text()).toBe('/first logs');
  await router.push('/second');
  await router.push('/first');
  await flushPromises();
  expect(page.text()).toBe('/first undefined');
  expect(seen).toEqual(['history', 'logs', undefined]);
  page.unmount();
});

it('a page stays on screen where an application has replaced what the store of tabs holds', async () => {
  const { page, tabs } = await outlet();
  const broken = vi.fn(() => {
    throw new Error('mine');
  });
  Object.assign(tabs, { tabs: undefined, find: broken });
  await flushPromises();
  expect(page.text()).toBe('/first history');
  expect(broken).toHaveBeenCalled();
  page.unmount();
});

it('design 5.3: unsaved input is kept, however many pages are opened after it', async () => {
  const mounted: string[] = [];
  const Any = defineComponent({
    setup() {
      const route = useRoute();
      mounted.push(route.path);
      return () => h('p', route.path);
    },
  });
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:page', component: Any, meta: { cache: true } }],
  });
  const pinia = createPinia();
  setActivePinia(pinia);
  const tabs = useTabsStore();
  router.beforeResolve((to) => tabs.open(tabOf(to)));
  await router.push('/typed');
  const page = mount(PageOutlet, { global: { plugins: [pinia, router] } });
  await flushPromises();
  tabs.setUnsaved(tabOf(router.currentRoute.value).key, true);
  for (const path of ['/left', ...Array.from({ length: 16 }, (_none, at) => `/page-${at}`)]) {
    await router.push(path);
    await flushPromises();
  }
  for (const path of ['/typed', '/left']) {
    await router.push(path);
    await flushPromises();
  }
  expect(mounted.filter((path) => path === '/typed')).toHaveLength(1);
  expect(mounted.filter((path) => path === '/left')).toHaveLength(2);
  page.unmount();
});

it('a page has unsaved input as long as one of its parts has', async () => {
  const parts: Array<(holds: boolean) => void> = [];
  const Form = defineComponent({
    setup() {
      const part = inject(unsavedInputKey);
      if (part) parts.push(part(), part());
      return () => h('p');
    },
  });
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/form', component: Form, meta: { cache: true } }],
  });
  const pinia = createPinia();
  setActivePinia(pinia);
  const tabs = useTabsStore();
  router.beforeResolve((to) => tabs.open(tabOf(to)));
  await router.push('/form');
  const page = mount(PageOutlet, { global: { plugins: [pinia, router] } });
  await flushPromises();
  const [one, two] = parts;
  const unsaved: unknown[] = [];
  for (const change of [() => one?.(true), () => two?.(true), () => one?.(false), () => two?.(false)]) {
    change();
    unsaved.push(tabs.find('/form')?.unsaved ?? false);
  }
  expect(unsaved).toEqual([true, true, true, false]);
  page.unmount();
});
