import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createI18n } from 'vue-i18n';
import { createMemoryHistory, createRouter } from 'vue-router';
import { confirmKey } from '@/shared/feedback';
import { homeKey, useTabsStore } from './tabs-store.ts';
import { useTabActions } from './use-tab-actions.ts';

/** The actions over three tabs, the second with unsaved input; `/c` is on screen. */
async function actions(agrees: boolean) {
  const page = { render: () => null };
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:path(.*)', component: page }],
  });
  await router.push('/c');
  const tabs = useTabsStore();
  for (const key of [homeKey, '/b', '/c']) tabs.open({ key, fullPath: `${key}?q=1`, cache: true });
  tabs.setUnsaved('/b', true);
  const ask = vi.fn(async () => agrees);
  let made: ReturnType<typeof useTabActions> | undefined;
  const owner = {
    setup: () => {
      made = useTabActions();
      return () => null;
    },
  };
  const i18n = createI18n({ legacy: false, locale: 'en', missing: (_locale, key) => key });
  mount(owner, { global: { plugins: [router, i18n], provide: { [confirmKey as symbol]: { ask } } } });
  if (!made) throw new Error('The component was not set up.');
  return { tabActions: made, router, tabs, ask, keys: () => tabs.tabs.map(({ key }) => key) };
}

beforeEach(() => {
  setActivePinia(createPinia());
});

describe('closing tabs', () => {
  it('asks nothing without unsaved input, and shows the neighbour of the active tab', async () => {
    const { tabActions, ask, keys, router, tabs } = await actions(false);
    tabs.setUnsaved(homeKey, true);
    await tabActions.close(['/c', '/gone', homeKey]);
    expect([keys(), router.currentRoute.value.fullPath]).toEqual([[homeKey, '/b'], '/b?q=1']);
    expect(ask).not.toHaveBeenCalled();
  });

  it('leaves all open when the user keeps the input', async () => {
    const { tabActions, ask, keys, router } = await actions(false);
    await tabActions.close(['/b', '/c']);
    expect([keys(), router.currentRoute.value.path]).toEqual([[homeKey, '/b', '/c'], '/c']);
    expect(ask).toHaveBeenCalledExactlyOnceWith({
      title: 'app.tabs.unsavedTitle',
      consequences: ['app.tabs.unsavedText'],
      action: 'app.tabs.close',
      danger: true,
    });
  });

  it('loses the input when the user agrees, and stays on another page', async () => {
    const { tabActions, keys, router } = await actions(true);
    await tabActions.close(['/b']);
    expect([keys(), router.currentRoute.value.path]).toEqual([[homeKey, '/c'], '/c']);
  });
});

describe('refreshing a tab', () => {
  it('asks before it discards input', async () => {
    const { tabActions, ask, tabs } = await actions(false);
    await tabActions.refresh('/b');
    expect(tabs.find('/b')?.revision).toBe(0);
    expect(ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: 'app.tabs.refresh' }));
    await tabActions.refresh('/c');
    expect(tabs.find('/c')?.revision).toBe(1);
  });
});
