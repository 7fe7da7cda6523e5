import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { I18nService } from '@/shared/i18n';
import { followTabs } from './follow-tabs.ts';
import { createTabsMemory } from './tabs-memory.ts';
import { useTabsStore } from './tabs-store.ts';

/** A shell in which somebody, or nobody, is logged in. */
function shell(owner: string | undefined = 'ann', preferences = { pinnedTabs: [] as string[] }) {
  const page = { render: () => null };
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/', component: page },
      { path: '/login', component: page, meta: { public: true } },
      { path: '/list', component: page, meta: { feature: 'list', titleKey: 'list.title' } },
      { path: '/kept', component: page, meta: { cache: true } },
      { path: '/refused', component: page },
      { path: '/403', component: page, meta: { transient: true } },
      { path: '/:path(.*)', name: 'not-found', component: page },
    ],
  });
  router.beforeEach((to) => to.path !== '/refused');
  const tabs = useTabsStore();
  const load = vi.fn(async () => undefined);
  const memory = createTabsMemory(sessionStorage);
  followTabs(router, tabs, { load } as unknown as I18nService, memory, () => owner, preferences);
  return { preferences, router, tabs, load, memory, keys: () => tabs.tabs.map(({ key }) => key) };
}

beforeEach(() => {
  setActivePinia(createPinia());
  sessionStorage.clear();
});

describe('the tabs', () => {
  it('hold each page that was opened, the first page before all', async () => {
    const { router, tabs, keys } = shell();
    await router.push('/list?page=2');
    expect(keys()).toEqual(['/', '/list']);
    expect([tabs.active, tabs.find('/list')?.fullPath]).toEqual(['/list', '/list?page=2']);
  });

  it('do not hold pages that are public, were refused, or only pass by', async () => {
    const { router, tabs, keys } = shell();
    await router.push('/login');
    expect(keys()).toEqual([]);
    await router.push('/list');
    await router.push('/refused');
    expect([keys(), tabs.active]).toEqual([['/', '/list'], '/list']);
    await router.push('/403');
    expect([keys(), tabs.active]).toEqual([['/', '/list'], undefined]);
  });

  it('are nobody’s before the login', async () => {
    const { router, tabs, keys } = shell('');
    await router.push('/list');
    expect(keys()).toEqual([]);
    tabs.open({ key: '/list', fullPath: '/list', cache: false });
    await nextTick();
    expect(sessionStorage.getItem('platform.tabs')).toBeNull();
  });

  it('come back after a reload, with titles and messages, and without pages that are gone', async () => {
    const fullPaths = ['/login', '/gone', '/kept', '/list?page=3'];
    const kept = fullPaths.map((fullPath) => ({ fullPath, title: 'Kept' }));
    sessionStorage.setItem('platform.tabs', JSON.stringify({ owner: 'ann', tabs: kept }));
    const { router, tabs, load, keys, memory } = shell();
    const read = vi.spyOn(memory, 'read');
    await router.push('/');
    expect(keys()).toEqual(['/', '/kept', '/list']);
    expect(tabs.tabs.map(({ cache }) => cache)).toEqual([false, true, false]);
    expect(tabs.find('/list')).toMatchObject({ fullPath: '/list?page=3', title: 'Kept' });
    expect(load).toHaveBeenCalledExactlyOnceWith('list');
    tabs.close(['/list']);
    await router.push('/403');
    expect(keys()).toEqual(['/', '/kept']);
    expect(read).toHaveBeenCalledOnce();
  });

  it('finding 19: that are pinned are there in every browser, and pins are kept with the person', async () => {
    const { router, tabs, keys, preferences } = shell('ann', { pinnedTabs: ['/kept', '/gone'] });
    await router.push('/list?page=2');
    expect(keys()).toEqual(['/', '/kept', '/list']);
    tabs.setPinned('/list', true);
    await nextTick();
    expect(preferences.pinnedTabs).toEqual(['/kept', '/list', '/gone']);
    tabs.move('/list', 1);
    await nextTick();
    expect(preferences.pinnedTabs).toEqual(['/list', '/kept', '/gone']);
    tabs.$reset();
    await nextTick();
    expect(preferences.pinnedTabs).toEqual(['/list', '/kept', '/gone']);
  });

  it('are remembered as they change', async () => {
    const { router, tabs, memory } = shell();
    await router.push('/list');
    tabs.setTitle('/list', 'Mine');
    await nextTick();
    expect(memory.read('ann').map(({ fullPath, title }) => [fullPath, title])).toEqual([
      ['/', undefined],
      ['/list', 'Mine'],
    ]);
    expect(memory.read('bob')).toEqual([]);
  });
});
